import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Спросить помощника",
  short: "Спросить",
  failed: "Не удалось загрузить помощника. Проверьте подключение и попробуйте снова.",
};
