import { assistant as ar } from "./ar/assistant.ts";
import { assistant as de } from "./de/assistant.ts";
import { type AssistantMessages, assistant as en } from "./en/assistant.ts";
import { assistant as es } from "./es/assistant.ts";
import { assistant as fr } from "./fr/assistant.ts";
import { catalogue } from "./i18n.ts";
import { assistant as it } from "./it/assistant.ts";
import { assistant as ja } from "./ja/assistant.ts";
import { assistant as ko } from "./ko/assistant.ts";
import { assistant as pl } from "./pl/assistant.ts";
import { assistant as ptBR } from "./pt-BR/assistant.ts";
import { assistant as ru } from "./ru/assistant.ts";
import { assistant as tr } from "./tr/assistant.ts";
import { assistant as zhCN } from "./zh-CN/assistant.ts";
import { assistant as zhTW } from "./zh-TW/assistant.ts";

export type { AssistantMessages };

/** Messages of the assistant's panel. */
export const assistantMessages = catalogue<AssistantMessages>("assistant", en, {
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
