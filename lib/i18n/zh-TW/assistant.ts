import type { AssistantMessages } from "../en/assistant.ts";
import { formatDuration } from "../failure.ts";

export const assistant: AssistantMessages = {
  width: "面板寬度",
  title: "助理",
  engine: { excerpts: "摘自這些文件", fallback: "摘自這些文件", model: "由語言模型撰寫" },
  newConversation: "新對話",
  recent: "最近的對話",
  recentHint: "僅保存在此瀏覽器中。",
  noRecent: "此瀏覽器尚未保存任何對話。",
  forget: (title) => `忘記：${title}`,
  close: "關閉助理",
  conversation: "對話",
  welcome: "向這些文件提問",
  welcomeHint: "回答僅來自本文件，並附上出處章節。",
  starters: "例如",
  yourQuestion: "你的提問",
  answer: "回答",
  placeholder: "提出問題",
  questionLabel: "你的問題",
  send: "傳送",
  stop: "停止回答",
  latest: "跳到最新",
  searching: "正在搜尋文件",
  answering: "正在回答",
  ready: (sources) => `回答完成，${sources} 個來源`,
  stopped: "已停止",
  stoppedNote: "在完成前已停止。",
  sources: "來源",
  source: (number, title) => `來源 ${number}：${title}`,
  copyAnswer: "複製回答",
  copyCode: "複製程式碼",
  copied: "已複製",
  copyFailed: "無法複製",
  regenerate: "重新回答",
  retry: "重試",
  helpful: "有幫助",
  notHelpful: "沒有幫助",
  reasonLabel: "哪裡有誤或缺漏？",
  reasonPlaceholder: "選填。請勿填寫個人資料。",
  sendReason: "傳送回饋",
  skipReason: "暫不",
  thanks: "感謝你的回饋。",
  feedbackFailed: "回饋未能傳送，請重試。",
  context: "附帶內容",
  contextCode: "程式碼",
  contextText: "文字",
  removeContext: (what) => `移除：${what}`,
  contextFull: (most) => `一個問題最多附帶 ${most} 段摘錄。請先移除一段。`,
  askSelection: "就此提問",
  unanswered: "這個問題的回答沒有完成。",
  newTab: "在新分頁中開啟",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "無法連線到助理。", howToFix: "請檢查網路連線後重試。" };
    if (kind === "limited")
      return { title: "目前提問過多。", howToFix: seconds ? `請在 ${formatDuration(seconds, "zh-TW")}後重試。` : "請稍後再試。" };
    if (kind === "broken") return { title: "回答中斷了。", howToFix: "已有內容會保留，直到你重試。" };
    if (kind === "empty") return { title: "沒有收到回答。", howToFix: "請重試，或換一種說法。" };
    return { title: "助理目前發生問題。", howToFix: "不是你的問題，請稍後再試。" };
  },
};
