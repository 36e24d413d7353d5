import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "搜索",
  where: "文档",
  failed: "搜索框无法加载。请检查连接后重试。",
};
