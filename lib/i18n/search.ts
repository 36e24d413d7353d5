import { search as ar } from "./ar/search.ts";
import { search as de } from "./de/search.ts";
import { search as en, type SearchMessages } from "./en/search.ts";
import { search as es } from "./es/search.ts";
import { search as fr } from "./fr/search.ts";
import { catalogue } from "./i18n.ts";
import { search as it } from "./it/search.ts";
import { search as ja } from "./ja/search.ts";
import { search as ko } from "./ko/search.ts";
import { search as pl } from "./pl/search.ts";
import { search as ptBR } from "./pt-BR/search.ts";
import { search as ru } from "./ru/search.ts";
import { search as tr } from "./tr/search.ts";
import { search as zhCN } from "./zh-CN/search.ts";
import { search as zhTW } from "./zh-TW/search.ts";

export type { SearchMessages };

/** Messages of the search box. */
export const searchMessages = catalogue<SearchMessages>("search", en, {
  es,
  fr,
  de,
  it,
  "pt-BR": ptBR,
  "zh-CN": zhCN,
  "zh-TW": zhTW,
  ja,
  ko,
  ru,
  pl,
  tr,
  ar,
  pt: ptBR,
  zh: zhCN,
});
