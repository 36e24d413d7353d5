import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Cerca",
  where: "nella documentazione",
  failed: "La ricerca non si è caricata. Controlla la connessione e riprova.",
};
