import { insights as ar } from "./ar/insights.ts";
import { insights as de } from "./de/insights.ts";
import { insights as en, type InsightsMessages } from "./en/insights.ts";
import { insights as es } from "./es/insights.ts";
import { insights as fr } from "./fr/insights.ts";
import { catalogue } from "./i18n.ts";
import { insights as it } from "./it/insights.ts";
import { insights as ja } from "./ja/insights.ts";
import { insights as ko } from "./ko/insights.ts";
import { insights as pl } from "./pl/insights.ts";
import { insights as ptBR } from "./pt-BR/insights.ts";
import { insights as ru } from "./ru/insights.ts";
import { insights as tr } from "./tr/insights.ts";
import { insights as zhCN } from "./zh-CN/insights.ts";
import { insights as zhTW } from "./zh-TW/insights.ts";

export type { InsightsMessages };

/** Messages of the insights, which the owner of the site reads. */
export const insightsMessages = catalogue<InsightsMessages>("insights", en, {
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
