import type { SearchTriggerMessages } from "../en/search-trigger.ts";

export const searchTrigger: SearchTriggerMessages = {
  search: "بحث",
  where: "في الوثائق",
  failed: "تعذّر تحميل البحث. تحقق من الاتصال وحاول مجددًا.",
};
