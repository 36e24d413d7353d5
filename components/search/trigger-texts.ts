/** The few words that every page carries; all others load with the dialog. */
export interface TriggerTexts {
  readonly label: string;
  readonly placeholder: string;
  readonly failed: string;
}

const en: TriggerTexts = {
  label: "Search the documentation",
  placeholder: "Search",
  failed: "The search box could not be loaded. Check the connection and try again.",
};
const es: TriggerTexts = {
  label: "Buscar en la documentación",
  placeholder: "Buscar",
  failed: "No se pudo cargar el buscador. Revisa la conexión e inténtalo de nuevo.",
};

/** Texts in the reader's language; English for a language that has none. */
export function triggerTexts(language: string): TriggerTexts {
  return language.split("-")[0] === "es" ? es : en;
}
