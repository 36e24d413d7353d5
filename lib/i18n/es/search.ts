import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Buscar en la documentación",
  placeholder: "Buscar en la documentación",
  close: "Cerrar",
  clear: "Borrar el texto buscado",
  language: "Idioma",
  version: "Versión",
  allLanguages: "Todos los idiomas",
  allVersions: "Todas las versiones",
  results: "Resultados de la búsqueda",
  lessLikely: "Menos probables",
  searchedIn: (scope) => `Se busca en ${scope}`,
  recent: "Búsquedas recientes",
  clearRecent: "Borrar todas",
  removeRecent: (query) => `Olvidar la búsqueda «${query}»`,
  start: "¿Qué buscas?",
  startList: "Por dónde empezar",
  startPages: "Empieza aquí",
  searching: "Buscando",
  count: (hits, pages) => `${hits} ${hits === 1 ? "resultado" : "resultados"} en ${pages} ${pages === 1 ? "página" : "páginas"}`,
  none: (query) => `No hay resultados para «${query}»`,
  noneTips: ["Revisa la ortografía o prueba con menos palabras."],
  searchEverywhere: "Buscar en todas las versiones e idiomas",
  ask: "Preguntar al asistente",
  askHint: "Una respuesta sacada de esta documentación, con sus fuentes",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "No se puede llegar al buscador", howToFix: "Revisa la conexión a internet e inténtalo de nuevo." };
    if (kind === "limited")
      return {
        title: "Demasiadas búsquedas en poco tiempo",
        howToFix: seconds ? `Inténtalo de nuevo dentro de ${formatDuration(seconds, "es")}.` : "Inténtalo más tarde.",
      };
    return {
      title: "El buscador tiene un problema ahora mismo",
      howToFix: "No es culpa tuya. Inténtalo de nuevo en un momento.",
    };
  },
  retry: "Intentar de nuevo",
  apiReference: "API",
  keys: { move: "para moverte", open: "para abrir", close: "para cerrar" },
};
