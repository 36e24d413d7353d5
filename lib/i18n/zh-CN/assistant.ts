import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "面板宽度",
  title: "助手",
  engine: { excerpts: "摘自这些文档", fallback: "摘自这些文档", model: "由语言模型撰写" },
  newConversation: "新对话",
  recent: "最近的对话",
  recentHint: "仅保存在此浏览器中。",
  noRecent: "此浏览器还没有保存对话。",
  forget: (title) => `忘记：${title}`,
  close: "关闭助手",
  conversation: "对话",
  welcome: "向这些文档提问",
  welcomeHint: "回答仅来自本文档，并附有出处章节。",
  starters: "例如",
  yourQuestion: "你的提问",
  answer: "回答",
  placeholder: "提一个问题",
  questionLabel: "你的问题",
  send: "发送",
  stop: "停止回答",
  latest: "跳到最新",
  searching: "正在搜索文档",
  answering: "正在回答",
  ready: (sources) => `回答完成，${sources} 个来源`,
  stopped: "已停止",
  stoppedNote: "在完成前已停止。",
  sources: "来源",
  source: (number, title) => `来源 ${number}：${title}`,
  copyAnswer: "复制回答",
  copyCode: "复制代码",
  copied: "已复制",
  copyFailed: "无法复制",
  regenerate: "重新回答",
  retry: "重试",
  helpful: "有帮助",
  notHelpful: "没有帮助",
  reasonLabel: "哪里有误或缺失？",
  reasonPlaceholder: "选填。请勿填写个人信息。",
  sendReason: "发送反馈",
  skipReason: "暂不",
  thanks: "感谢你的反馈。",
  feedbackFailed: "反馈未能发送，请重试。",
  context: "附带内容",
  contextCode: "代码",
  contextText: "文本",
  removeContext: (what) => `移除：${what}`,
  contextFull: (most) => `一个问题最多附带 ${most} 段摘录。请先移除一段。`,
  askSelection: "就此提问",
  unanswered: "这个问题的回答没有完成。",
  newTab: "在新标签页中打开",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "无法连接助手。", howToFix: "请检查网络连接后重试。" };
    if (kind === "limited")
      return { title: "目前提问过多。", howToFix: seconds ? `请在 ${formatDuration(seconds, "zh-CN")}后重试。` : "请稍后再试。" };
    if (kind === "broken") return { title: "回答中断了。", howToFix: "已有内容会保留，直到你重试。" };
    if (kind === "empty") return { title: "没有收到回答。", howToFix: "请重试，或换一种说法。" };
    return { title: "助手目前出现问题。", howToFix: "不是你的问题，请稍后再试。" };
  },
};
