import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "詢問助理",
  short: "提問",
  failed: "助理無法載入。請檢查連線後重試。",
};
