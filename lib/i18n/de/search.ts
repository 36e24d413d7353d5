import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Dokumentation durchsuchen",
  placeholder: "Dokumentation durchsuchen",
  close: "Schließen",
  clear: "Suchtext löschen",
  language: "Sprache",
  version: "Version",
  allLanguages: "Alle Sprachen",
  allVersions: "Alle Versionen",
  results: "Suchergebnisse",
  lessLikely: "Weniger wahrscheinlich",
  searchedIn: (scope) => `Suche in ${scope}`,
  recent: "Letzte Suchen",
  clearRecent: "Alle löschen",
  removeRecent: (query) => `Suche „${query}“ vergessen`,
  start: "Was suchen Sie?",
  startList: "Womit beginnen",
  startPages: "Hier beginnen",
  searching: "Suche läuft",
  count: (hits, pages) => `${hits} Ergebnisse auf ${pages} Seiten`,
  none: (query) => `Keine Ergebnisse für „${query}“`,
  noneTips: ["Prüfen Sie die Schreibweise oder nehmen Sie weniger Wörter."],
  searchEverywhere: "In allen Versionen und Sprachen suchen",
  ask: "Den Assistenten fragen",
  askHint: "Eine Antwort aus dieser Dokumentation, mit Quellen",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return {
        title: "Die Suche ist nicht erreichbar",
        howToFix: "Prüfen Sie die Internetverbindung und versuchen Sie es erneut.",
      };
    if (kind === "limited")
      return {
        title: "Zu viele Suchen in kurzer Zeit",
        howToFix: seconds ? `Versuchen Sie es in ${formatDuration(seconds, "de")} erneut.` : "Versuchen Sie es später erneut.",
      };
    return {
      title: "Die Suche hat gerade ein Problem",
      howToFix: "Es liegt nicht an Ihnen. Versuchen Sie es gleich noch einmal.",
    };
  },
  retry: "Erneut versuchen",
  apiReference: "API",
  keys: { move: "bewegen", open: "öffnen", close: "schließen" },
};
