import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "パネルの幅",
  title: "アシスタント",
  engine: { excerpts: "このドキュメントからの抜粋", fallback: "このドキュメントからの抜粋", model: "言語モデルによる回答" },
  newConversation: "新しい会話",
  recent: "最近の会話",
  recentHint: "このブラウザーにのみ保存されます。",
  noRecent: "このブラウザーに会話はまだありません。",
  forget: (title) => `忘れる：${title}`,
  close: "アシスタントを閉じる",
  conversation: "会話",
  welcome: "このドキュメントに質問",
  welcomeHint: "回答はこのドキュメントだけから、出典のセクションとともに示されます。",
  starters: "たとえば",
  yourQuestion: "あなたの質問",
  answer: "回答",
  placeholder: "質問する",
  questionLabel: "質問",
  send: "送信",
  stop: "回答を止める",
  latest: "最新へ移動",
  searching: "ドキュメントを検索中",
  answering: "回答中",
  ready: (sources) => `回答が完了しました。出典 ${sources} 件`,
  stopped: "停止しました",
  stoppedNote: "途中で停止しました。",
  sources: "出典",
  source: (number, title) => `出典 ${number}：${title}`,
  copyAnswer: "回答をコピー",
  copyCode: "コードをコピー",
  copied: "コピーしました",
  copyFailed: "コピーできません",
  regenerate: "もう一度回答",
  retry: "もう一度試す",
  helpful: "役に立った",
  notHelpful: "役に立たなかった",
  reasonLabel: "何が誤り、または不足していましたか？",
  reasonPlaceholder: "任意です。個人情報は書かないでください。",
  sendReason: "意見を送信",
  skipReason: "今はしない",
  thanks: "ご意見ありがとうございます。",
  feedbackFailed: "意見を送信できませんでした。もう一度お試しください。",
  context: "添付",
  contextCode: "コード",
  contextText: "テキスト",
  removeContext: (what) => `外す：${what}`,
  contextFull: (most) => `質問に添付できる抜粋は ${most} 件までです。先に 1 件外してください。`,
  askSelection: "これについて質問",
  unanswered: "この質問への回答は完了していません。",
  newTab: "新しいタブで開きます",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "アシスタントに接続できません。", howToFix: "インターネット接続を確認して、もう一度お試しください。" };
    if (kind === "limited")
      return {
        title: "現在、質問が多すぎます。",
        howToFix: seconds ? `${formatDuration(seconds, "ja")}後にもう一度お試しください。` : "後でもう一度お試しください。",
      };
    if (kind === "broken") return { title: "回答が途切れました。", howToFix: "もう一度試すまで、ここまでの内容は残ります。" };
    if (kind === "empty") return { title: "回答がありませんでした。", howToFix: "もう一度試すか、言い換えてください。" };
    return {
      title: "アシスタントに問題が起きています。",
      howToFix: "あなたのせいではありません。しばらくしてからお試しください。",
    };
  },
};
