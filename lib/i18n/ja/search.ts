import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "ドキュメントを検索",
  placeholder: "ドキュメントを検索",
  close: "閉じる",
  clear: "検索文字を消去",
  language: "言語",
  version: "バージョン",
  allLanguages: "すべての言語",
  allVersions: "すべてのバージョン",
  results: "検索結果",
  lessLikely: "可能性の低いもの",
  searchedIn: (scope) => `${scope} を検索`,
  recent: "最近の検索",
  clearRecent: "すべて消去",
  removeRecent: (query) => `検索「${query}」を忘れる`,
  start: "何をお探しですか？",
  startList: "はじめに",
  startPages: "はじめに",
  searching: "検索中",
  count: (hits, pages) => `${pages} ページに ${hits} 件`,
  none: (query) => `「${query}」の結果はありません`,
  noneTips: ["つづりを確認するか、語を減らしてください。"],
  searchEverywhere: "すべてのバージョンと言語で検索",
  ask: "アシスタントに質問",
  askHint: "このドキュメントから出典付きの回答を得る",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "検索に接続できません", howToFix: "インターネット接続を確認して、もう一度お試しください。" };
    if (kind === "limited")
      return {
        title: "短時間の検索が多すぎます",
        howToFix: seconds ? `${formatDuration(seconds, "ja")}後にもう一度お試しください。` : "後でもう一度お試しください。",
      };
    return { title: "検索に問題が起きています", howToFix: "あなたのせいではありません。しばらくしてからお試しください。" };
  },
  retry: "もう一度試す",
  apiReference: "API",
  keys: { move: "移動", open: "開く", close: "閉じる" },
};
