import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Поиск",
  where: "по документации",
  failed: "Не удалось загрузить поиск. Проверьте подключение и попробуйте снова.",
};
