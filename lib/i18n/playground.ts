import { playground as ar } from "./ar/playground.ts";
import { playground as de } from "./de/playground.ts";
import { playground as en, type PlaygroundMessages } from "./en/playground.ts";
import { playground as es } from "./es/playground.ts";
import { playground as fr } from "./fr/playground.ts";
import { catalogue } from "./i18n.ts";
import { playground as it } from "./it/playground.ts";
import { playground as ja } from "./ja/playground.ts";
import { playground as ko } from "./ko/playground.ts";
import { playground as pl } from "./pl/playground.ts";
import { playground as ptBR } from "./pt-BR/playground.ts";
import { playground as ru } from "./ru/playground.ts";
import { playground as tr } from "./tr/playground.ts";
import { playground as zhCN } from "./zh-CN/playground.ts";
import { playground as zhTW } from "./zh-TW/playground.ts";

export type { PlaygroundMessages };

/** Messages of the form that calls an operation. */
export const playgroundMessages = catalogue<PlaygroundMessages>("playground", en, {
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
