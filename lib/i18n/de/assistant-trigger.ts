import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Den Assistenten fragen",
  short: "Fragen",
  failed: "Der Assistent konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
};
