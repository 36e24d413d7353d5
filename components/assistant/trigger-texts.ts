/** The few words that every page carries; all others load with the panel. */
export interface AssistantTriggerTexts {
  readonly open: string;
  readonly short: string;
  readonly failed: string;
}

const en: AssistantTriggerTexts = {
  open: "Ask the assistant",
  short: "Ask",
  failed: "The assistant could not be loaded. Check the connection and try again.",
};
const es: AssistantTriggerTexts = {
  open: "Preguntar al asistente",
  short: "Preguntar",
  failed: "No se pudo cargar el asistente. Revisa la conexión e inténtalo de nuevo.",
};

/** Texts in the reader's language; English for a language that has none. */
export function assistantTriggerTexts(language: string): AssistantTriggerTexts {
  return language.split("-")[0] === "es" ? es : en;
}
