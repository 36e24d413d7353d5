import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Suchen",
  where: "in der Dokumentation",
  failed: "Die Suche konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
};
