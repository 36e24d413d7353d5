import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "도우미에게 질문",
  short: "질문",
  failed: "도우미를 불러오지 못했습니다. 연결을 확인하고 다시 시도하세요.",
};
