import type { AssistantTriggerMessages } from "../assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Yardımcıya sor",
  short: "Sor",
  failed: "Yardımcı yüklenemedi. Bağlantıyı denetleyip yeniden deneyin.",
};
