import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Demander à l’assistant",
  short: "Demander",
  failed: "L’assistant n’a pas pu être chargé. Vérifiez la connexion et réessayez.",
};
