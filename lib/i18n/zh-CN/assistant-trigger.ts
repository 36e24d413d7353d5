import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "询问助手",
  short: "提问",
  failed: "助手无法加载。请检查连接后重试。",
};
