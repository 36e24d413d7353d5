import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Buscar",
  where: "na documentação",
  failed: "A busca não pôde ser carregada. Confira a conexão e tente de novo.",
};
