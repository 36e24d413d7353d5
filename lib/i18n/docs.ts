import { docs as ar } from "./ar/docs.ts";
import { docs as de } from "./de/docs.ts";
import { type DocsMessages, docs as en } from "./en/docs.ts";
import { docs as es } from "./es/docs.ts";
import { docs as fr } from "./fr/docs.ts";
import { catalogue } from "./i18n.ts";
import { docs as it } from "./it/docs.ts";
import { docs as ja } from "./ja/docs.ts";
import { docs as ko } from "./ko/docs.ts";
import { docs as pl } from "./pl/docs.ts";
import { docs as ptBR } from "./pt-BR/docs.ts";
import { docs as ru } from "./ru/docs.ts";
import { docs as tr } from "./tr/docs.ts";
import { docs as zhCN } from "./zh-CN/docs.ts";
import { docs as zhTW } from "./zh-TW/docs.ts";

export type { DocsMessages };

/** Messages of the pages, whatever does not come from the content. */
export const docsMessages = catalogue<DocsMessages>("docs", en, {
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
