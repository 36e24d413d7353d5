import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "اسأل المساعد",
  short: "اسأل",
  failed: "تعذّر تحميل المساعد. تحقق من الاتصال وحاول مجددًا.",
};
