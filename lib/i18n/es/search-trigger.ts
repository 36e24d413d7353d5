import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Buscar",
  where: "en la documentación",
  failed: "No se pudo cargar el buscador. Revisa la conexión e inténtalo de nuevo.",
};
