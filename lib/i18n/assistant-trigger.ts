import { assistantTrigger as ar } from "./ar/assistant-trigger.ts";
import { assistantTrigger as de } from "./de/assistant-trigger.ts";
import { type AssistantTriggerMessages, assistantTrigger as en } from "./en/assistant-trigger.ts";
import { assistantTrigger as es } from "./es/assistant-trigger.ts";
import { assistantTrigger as fr } from "./fr/assistant-trigger.ts";
import { catalogue } from "./i18n.ts";
import { assistantTrigger as it } from "./it/assistant-trigger.ts";
import { assistantTrigger as ja } from "./ja/assistant-trigger.ts";
import { assistantTrigger as ko } from "./ko/assistant-trigger.ts";
import { assistantTrigger as pl } from "./pl/assistant-trigger.ts";
import { assistantTrigger as ptBR } from "./pt-BR/assistant-trigger.ts";
import { assistantTrigger as ru } from "./ru/assistant-trigger.ts";
import { assistantTrigger as tr } from "./tr/assistant-trigger.ts";
import { assistantTrigger as zhCN } from "./zh-CN/assistant-trigger.ts";
import { assistantTrigger as zhTW } from "./zh-TW/assistant-trigger.ts";

export type { AssistantTriggerMessages };

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export const assistantTriggerMessages = catalogue<AssistantTriggerMessages>("assistantTrigger", en, {
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
