import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Perguntar ao assistente",
  short: "Perguntar",
  failed: "O assistente não pôde ser carregado. Confira a conexão e tente de novo.",
};
