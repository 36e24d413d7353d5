import type { SearchMessages } from "../en/search.ts";
import { formatDuration } from "../failure.ts";

export const search: SearchMessages = {
  title: "Belgelerde ara",
  placeholder: "Belgelerde ara",
  close: "Kapat",
  clear: "Arama metnini temizle",
  language: "Dil",
  version: "Sürüm",
  allLanguages: "Tüm diller",
  allVersions: "Tüm sürümler",
  results: "Arama sonuçları",
  lessLikely: "Daha az olası",
  searchedIn: (scope) => `${scope} içinde ara`,
  recent: "Son aramalar",
  clearRecent: "Tümünü temizle",
  removeRecent: (query) => `“${query}” aramasını unut`,
  start: "Ne arıyorsunuz?",
  startList: "Nereden başlamalı",
  startPages: "Buradan başlayın",
  searching: "Aranıyor",
  count: (hits, pages) => `${pages} sayfada ${hits} sonuç`,
  none: (query) => `“${query}” için sonuç yok`,
  noneTips: ["Yazımı denetleyin ya da daha az sözcük kullanın."],
  searchEverywhere: "Tüm sürümlerde ve dillerde ara",
  ask: "Yardımcıya sor",
  askHint: "Bu belgelerden kaynaklarıyla bir yanıt alın",
  failure: ({ kind, seconds }) => {
    if (kind === "offline")
      return { title: "Aramaya ulaşılamıyor", howToFix: "İnternet bağlantısını denetleyip yeniden deneyin." };
    if (kind === "limited")
      return {
        title: "Kısa sürede çok fazla arama",
        howToFix: seconds ? `${formatDuration(seconds, "tr")} sonra yeniden deneyin.` : "Daha sonra yeniden deneyin.",
      };
    return { title: "Aramada şu anda bir sorun var", howToFix: "Sizden kaynaklanmıyor. Birazdan yeniden deneyin." };
  },
  retry: "Yeniden dene",
  apiReference: "API",
  keys: { move: "gez", open: "aç", close: "kapat" },
};
