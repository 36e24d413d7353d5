import type { SearchFailure } from "./search-client.ts";

/** Every word of the search dialog. */
export interface SearchTexts {
  readonly title: string;
  readonly placeholder: string;
  readonly close: string;
  readonly clear: string;
  readonly language: string;
  readonly version: string;
  readonly allLanguages: string;
  readonly allVersions: string;
  readonly results: string;
  readonly recent: string;
  readonly clearRecent: string;
  readonly removeRecent: (query: string) => string;
  readonly start: string;
  readonly startTips: readonly string[];
  readonly searching: string;
  readonly count: (hits: number, pages: number) => string;
  readonly none: (query: string) => string;
  readonly noneTips: readonly string[];
  readonly ask: string;
  readonly askHint: string;
  readonly failure: (failure: SearchFailure) => { readonly title: string; readonly remedy: string };
  readonly retry: string;
  readonly apiReference: string;
  readonly keys: { readonly move: string; readonly open: string; readonly close: string };
}

const en: SearchTexts = {
  title: "Search the documentation",
  placeholder: "Search the documentation",
  close: "Close",
  clear: "Clear the search text",
  language: "Language",
  version: "Version",
  allLanguages: "All languages",
  allVersions: "All versions",
  results: "Search results",
  recent: "Recent searches",
  clearRecent: "Clear all",
  removeRecent: (query) => `Forget the search “${query}”`,
  start: "What are you looking for?",
  startTips: ["Search by the words of a heading, an error message or a setting.", "Whole questions work too."],
  searching: "Searching",
  count: (hits, pages) => `${hits} ${hits === 1 ? "result" : "results"} on ${pages} ${pages === 1 ? "page" : "pages"}`,
  none: (query) => `No results for “${query}”`,
  noneTips: ["Check the spelling, or try fewer words.", "Search in all versions or languages with the menus above."],
  ask: "Ask the assistant",
  askHint: "Get an answer from these docs, with its sources",
  failure: (failure) => {
    if (failure.kind === "offline")
      return { title: "The search cannot be reached", remedy: "Check the internet connection, then try again." };
    if (failure.kind === "limited")
      return {
        title: "Too many searches in a short time",
        remedy: `Try again in ${failure.seconds} ${failure.seconds === 1 ? "second" : "seconds"}.`,
      };
    return { title: "The search has a problem right now", remedy: "It is not you. Try again in a moment." };
  },
  retry: "Try again",
  apiReference: "API",
  keys: { move: "to move", open: "to open", close: "to close" },
};

const es: SearchTexts = {
  title: "Buscar en la documentación",
  placeholder: "Buscar en la documentación",
  close: "Cerrar",
  clear: "Borrar el texto buscado",
  language: "Idioma",
  version: "Versión",
  allLanguages: "Todos los idiomas",
  allVersions: "Todas las versiones",
  results: "Resultados de la búsqueda",
  recent: "Búsquedas recientes",
  clearRecent: "Borrar todas",
  removeRecent: (query) => `Olvidar la búsqueda «${query}»`,
  start: "¿Qué buscas?",
  startTips: ["Busca por las palabras de un título, un mensaje de error o un ajuste.", "También valen preguntas completas."],
  searching: "Buscando",
  count: (hits, pages) => `${hits} ${hits === 1 ? "resultado" : "resultados"} en ${pages} ${pages === 1 ? "página" : "páginas"}`,
  none: (query) => `No hay resultados para «${query}»`,
  noneTips: [
    "Revisa la ortografía o prueba con menos palabras.",
    "Busca en todas las versiones o idiomas con los menús de arriba.",
  ],
  ask: "Preguntar al asistente",
  askHint: "Una respuesta sacada de esta documentación, con sus fuentes",
  failure: (failure) => {
    if (failure.kind === "offline")
      return { title: "No se puede llegar al buscador", remedy: "Revisa la conexión a internet e inténtalo de nuevo." };
    if (failure.kind === "limited")
      return {
        title: "Demasiadas búsquedas en poco tiempo",
        remedy: `Inténtalo de nuevo dentro de ${failure.seconds} ${failure.seconds === 1 ? "segundo" : "segundos"}.`,
      };
    return { title: "El buscador tiene un problema ahora mismo", remedy: "No es culpa tuya. Inténtalo de nuevo en un momento." };
  },
  retry: "Intentar de nuevo",
  apiReference: "API",
  keys: { move: "para moverte", open: "para abrir", close: "para cerrar" },
};

/** Texts in the reader's language; English for a language that has none. */
export function searchTexts(language: string): SearchTexts {
  return language.split("-")[0] === "es" ? es : en;
}
