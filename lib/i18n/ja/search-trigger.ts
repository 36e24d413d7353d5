import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "検索",
  where: "ドキュメント",
  failed: "検索を読み込めませんでした。接続を確認してもう一度お試しください。",
};
