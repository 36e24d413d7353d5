import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "搜尋",
  where: "文件",
  failed: "搜尋框無法載入。請檢查連線後重試。",
};
