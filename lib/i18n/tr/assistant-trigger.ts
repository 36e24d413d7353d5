import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Yardımcıya sor",
  short: "Sor",
  failed: "Yardımcı yüklenemedi. Bağlantıyı denetleyip yeniden deneyin.",
};
