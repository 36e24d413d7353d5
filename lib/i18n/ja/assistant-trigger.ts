import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "アシスタントに質問",
  short: "質問",
  failed: "アシスタントを読み込めませんでした。接続を確認してもう一度お試しください。",
};
