import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "البحث في الوثائق",
  placeholder: "البحث في الوثائق",
  close: "إغلاق",
  clear: "مسح نص البحث",
  language: "اللغة",
  version: "الإصدار",
  allLanguages: "كل اللغات",
  allVersions: "كل الإصدارات",
  results: "نتائج البحث",
  lessLikely: "أقل احتمالًا",
  searchedIn: (scope) => `البحث في ${scope}`,
  recent: "عمليات البحث الأخيرة",
  clearRecent: "مسح الكل",
  removeRecent: (query) => `نسيان البحث «${query}»`,
  start: "عمّ تبحث؟",
  startList: "من أين تبدأ",
  startPages: "ابدأ من هنا",
  searching: "جارٍ البحث",
  count: (hits, pages) => `النتائج: ${hits}، الصفحات: ${pages}`,
  none: (query) => `لا نتائج عن «${query}»`,
  noneTips: ["تحقق من الإملاء أو استخدم كلمات أقل."],
  searchEverywhere: "البحث في كل الإصدارات واللغات",
  ask: "اسأل المساعد",
  askHint: "احصل على إجابة من هذه الوثائق مع مصادرها",
  failure: ({ kind, seconds }) => {
    if (kind === "offline") return { title: "تعذّر الوصول إلى البحث", howToFix: "تحقق من اتصال الإنترنت ثم حاول مجددًا." };
    if (kind === "limited")
      return {
        title: "عمليات بحث كثيرة في وقت قصير",
        howToFix: seconds ? `حاول مجددًا بعد ${formatDuration(seconds, "ar")}.` : "حاول لاحقًا.",
      };
    return { title: "في البحث مشكلة الآن", howToFix: "ليس الخطأ منك. حاول بعد لحظات." };
  },
  retry: "حاول مجددًا",
  apiReference: "API",
  keys: { move: "تنقّل", open: "فتح", close: "إغلاق" },
};
