import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "搜索文档",
  placeholder: "搜索文档",
  close: "关闭",
  clear: "清除搜索文字",
  language: "语言",
  version: "版本",
  allLanguages: "所有语言",
  allVersions: "所有版本",
  results: "搜索结果",
  lessLikely: "可能性较低",
  searchedIn: (scope) => `在 ${scope} 中搜索`,
  recent: "最近的搜索",
  clearRecent: "全部清除",
  removeRecent: (query) => `忘记搜索“${query}”`,
  start: "你在找什么？",
  startList: "从哪里开始",
  startPages: "从这里开始",
  searching: "正在搜索",
  count: (hits, pages) => `${pages} 个页面上有 ${hits} 个结果`,
  none: (query) => `没有“${query}”的结果`,
  noneTips: ["请检查拼写，或减少词语。"],
  searchEverywhere: "在所有版本和语言中搜索",
  ask: "询问助手",
  askHint: "从这些文档中获得带来源的回答",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "无法连接搜索", howToFix: "请检查网络连接后重试。" };
    if (kind === "limited")
      return {
        title: "短时间内搜索过多",
        howToFix: seconds ? `请在 ${formatDuration(seconds, "zh-CN")}后重试。` : "请稍后再试。",
      };
    return { title: "搜索目前出现问题", howToFix: "不是你的问题，请稍后再试。" };
  },
  retry: "重试",
  apiReference: "API",
  keys: { move: "移动", open: "打开", close: "关闭" },
};
