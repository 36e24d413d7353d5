import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Rechercher",
  where: "dans la documentation",
  failed: "La recherche n’a pas pu être chargée. Vérifiez la connexion et réessayez.",
};
