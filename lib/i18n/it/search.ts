import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Cerca nella documentazione",
  placeholder: "Cerca nella documentazione",
  close: "Chiudi",
  clear: "Cancella il testo cercato",
  language: "Lingua",
  version: "Versione",
  allLanguages: "Tutte le lingue",
  allVersions: "Tutte le versioni",
  results: "Risultati della ricerca",
  lessLikely: "Meno probabili",
  searchedIn: (scope) => `Cerca in ${scope}`,
  recent: "Ricerche recenti",
  clearRecent: "Cancella tutto",
  removeRecent: (query) => `Dimentica la ricerca “${query}”`,
  start: "Che cosa cerchi?",
  startList: "Da dove iniziare",
  startPages: "Inizia da qui",
  searching: "Ricerca in corso",
  count: (hits, pages) => `${hits} risultati in ${pages} pagine`,
  none: (query) => `Nessun risultato per “${query}”`,
  noneTips: ["Controlla l’ortografia o prova con meno parole."],
  searchEverywhere: "Cerca in tutte le versioni e lingue",
  ask: "Chiedi all’assistente",
  askHint: "Ottieni una risposta da questa documentazione, con le fonti",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "La ricerca non è raggiungibile", howToFix: "Controlla la connessione a Internet e riprova." };
    if (kind === "limited")
      return {
        title: "Troppe ricerche in poco tempo",
        howToFix: seconds ? `Riprova tra ${formatDuration(seconds, "it")}.` : "Riprova più tardi.",
      };
    return { title: "La ricerca ha un problema in questo momento", howToFix: "Non dipende da te. Riprova tra poco." };
  },
  retry: "Riprova",
  apiReference: "API",
  keys: { move: "per muoverti", open: "per aprire", close: "per chiudere" },
};
