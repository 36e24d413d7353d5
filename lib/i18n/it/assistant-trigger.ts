import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Chiedi all’assistente",
  short: "Chiedi",
  failed: "L’assistente non si è caricato. Controlla la connessione e riprova.",
};
