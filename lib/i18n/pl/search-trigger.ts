import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Szukaj",
  where: "w dokumentacji",
  failed: "Nie udało się wczytać wyszukiwarki. Sprawdź połączenie i spróbuj ponownie.",
};
