import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "搜尋文件",
  placeholder: "搜尋文件",
  close: "關閉",
  clear: "清除搜尋文字",
  language: "語言",
  version: "版本",
  allLanguages: "所有語言",
  allVersions: "所有版本",
  results: "搜尋結果",
  lessLikely: "可能性較低",
  searchedIn: (scope) => `在 ${scope} 中搜尋`,
  recent: "最近的搜尋",
  clearRecent: "全部清除",
  removeRecent: (query) => `忘記搜尋「${query}」`,
  start: "你在找什麼？",
  startList: "從哪裡開始",
  startPages: "從這裡開始",
  searching: "正在搜尋",
  count: (hits, pages) => `${pages} 個頁面上有 ${hits} 個結果`,
  none: (query) => `沒有「${query}」的結果`,
  noneTips: ["請檢查拼字，或減少詞語。"],
  searchEverywhere: "在所有版本與語言中搜尋",
  ask: "詢問助理",
  askHint: "從這些文件取得附來源的回答",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "無法連線到搜尋", howToFix: "請檢查網路連線後重試。" };
    if (kind === "limited")
      return {
        title: "短時間內搜尋過多",
        howToFix: seconds ? `請在 ${formatDuration(seconds, "zh-TW")}後重試。` : "請稍後再試。",
      };
    return { title: "搜尋目前發生問題", howToFix: "不是你的問題，請稍後再試。" };
  },
  retry: "重試",
  apiReference: "API",
  keys: { move: "移動", open: "開啟", close: "關閉" },
};
