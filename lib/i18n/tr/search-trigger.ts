import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "Ara",
  where: "belgelerde",
  failed: "Arama yüklenemedi. Bağlantıyı denetleyip yeniden deneyin.",
};
