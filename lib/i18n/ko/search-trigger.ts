import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "검색",
  where: "문서",
  failed: "검색창을 불러오지 못했습니다. 연결을 확인하고 다시 시도하세요.",
};
