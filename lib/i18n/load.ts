import { addTranslation } from "./i18n.ts";
import { translationTag } from "./languages.ts";
import type { Translation } from "./own-messages.ts";

const FILES: Readonly<Record<string, () => Promise<{ readonly default: Translation }>>> = {
  ar: () => import("./translations/ar.json"),
  de: () => import("./translations/de.json"),
  es: () => import("./translations/es.json"),
  fr: () => import("./translations/fr.json"),
  it: () => import("./translations/it.json"),
  ja: () => import("./translations/ja.json"),
  ko: () => import("./translations/ko.json"),
  pl: () => import("./translations/pl.json"),
  "pt-BR": () => import("./translations/pt-BR.json"),
  ru: () => import("./translations/ru.json"),
  tr: () => import("./translations/tr.json"),
  "zh-CN": () => import("./translations/zh-CN.json"),
  "zh-TW": () => import("./translations/zh-TW.json"),
};

/** Brings the messages of a language to the browser, for what is shown there alone. English is there already. */
export async function loadTranslation(language: string): Promise<void> {
  const tag = translationTag(language);
  const load = tag === undefined ? undefined : FILES[tag];
  if (tag && load) addTranslation(tag, (await load()).default);
}
