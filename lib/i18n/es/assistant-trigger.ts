import type { AssistantTriggerMessages } from "../en/assistant-trigger.ts";

export const assistantTrigger: AssistantTriggerMessages = {
  open: "Preguntar al asistente",
  short: "Preguntar",
  failed: "No se pudo cargar el asistente. Revisa la conexión e inténtalo de nuevo.",
};
