import { errors as ar } from "./ar/errors.ts";
import { errors as de } from "./de/errors.ts";
import { type ErrorsMessages, errors as en } from "./en/errors.ts";
import { errors as es } from "./es/errors.ts";
import { errors as fr } from "./fr/errors.ts";
import { catalogue } from "./i18n.ts";
import { errors as it } from "./it/errors.ts";
import { errors as ja } from "./ja/errors.ts";
import { errors as ko } from "./ko/errors.ts";
import { errors as pl } from "./pl/errors.ts";
import { errors as ptBR } from "./pt-BR/errors.ts";
import { errors as ru } from "./ru/errors.ts";
import { errors as tr } from "./tr/errors.ts";
import { errors as zhCN } from "./zh-CN/errors.ts";
import { errors as zhTW } from "./zh-TW/errors.ts";

export type { ErrorsMessages };

/** Messages of the pages that explain the error codes of the API. */
export const errorsMessages = catalogue<ErrorsMessages>("errors", en, {
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
