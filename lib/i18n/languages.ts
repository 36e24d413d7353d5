import { languageTag } from "../language-tag.ts";

/** The languages that the engine has messages in besides English, each with its file's name. */
const TAGS = ["es", "fr", "de", "it", "pt-BR", "zh-CN", "zh-TW", "ja", "ko", "ru", "pl", "tr", "ar"];
/** The region whose messages a language without one has. */
const COMMONEST: Readonly<Record<string, string>> = { pt: "pt-BR", zh: "zh-CN" };
/** Tags of Chinese that is written in traditional characters. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i;

/** Returns the translation that a language reads (`es` for `es-MX`, `pt-BR` for `pt`), or undefined for English and unknown ones. */
export function translationTag(language: string): string | undefined {
  if (TRADITIONAL.test(language)) return "zh-TW";
  const base = baseOf(language);
  return [language, Object.hasOwn(COMMONEST, base) ? COMMONEST[base] : base].find((tag) => tag && TAGS.includes(tag));
}

/** Returns a language without its region: `es` for `es-MX`. */
export function baseOf(language: string): string {
  return languageTag(language).split("-")[0] ?? "";
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** Returns the writing direction of a language, for the `dir` attribute. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(baseOf(language)) ? "rtl" : "ltr";
}
