import { searchTrigger as ar } from "./ar/search-trigger.ts";
import { searchTrigger as de } from "./de/search-trigger.ts";
import { searchTrigger as en, type SearchTriggerMessages } from "./en/search-trigger.ts";
import { searchTrigger as es } from "./es/search-trigger.ts";
import { searchTrigger as fr } from "./fr/search-trigger.ts";
import { catalogue } from "./i18n.ts";
import { searchTrigger as it } from "./it/search-trigger.ts";
import { searchTrigger as ja } from "./ja/search-trigger.ts";
import { searchTrigger as ko } from "./ko/search-trigger.ts";
import { searchTrigger as pl } from "./pl/search-trigger.ts";
import { searchTrigger as ptBR } from "./pt-BR/search-trigger.ts";
import { searchTrigger as ru } from "./ru/search-trigger.ts";
import { searchTrigger as tr } from "./tr/search-trigger.ts";
import { searchTrigger as zhCN } from "./zh-CN/search-trigger.ts";
import { searchTrigger as zhTW } from "./zh-TW/search-trigger.ts";

export type { SearchTriggerMessages };

/** The few messages that every page carries for the search box; the rest loads with it. */
export const searchTriggerMessages = catalogue<SearchTriggerMessages>("searchTrigger", en, {
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
