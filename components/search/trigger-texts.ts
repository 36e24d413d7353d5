/** The few words that every page carries; all others load with the dialog. */
export interface TriggerTexts {
  readonly search: string;
  /** Goes on after `search`; only screen readers have room for it. */
  readonly where: string;
  readonly failed: string;
}

const en: TriggerTexts = {
  search: "Search",
  where: "the documentation",
  failed: "The search box could not be loaded. Check the connection and try again.",
};
const es: TriggerTexts = {
  search: "Buscar",
  where: "en la documentación",
  failed: "No se pudo cargar el buscador. Revisa la conexión e inténtalo de nuevo.",
};

/** Texts in the reader's language; English for a language that has none. */
export function triggerTexts(language: string): TriggerTexts {
  return language.split("-")[0] === "es" ? es : en;
}
