/*
 * Every message of the interface, one file per part and language.
 * A language tag comes in, and the messages of a part come out, in English where a translation lacks one.
 * Start at `catalogue`. `en/` has every key; `own-messages.ts` is what a fork may replace.
 */

import site from "../../site/index.ts";
import type { SiteDefinition } from "../site-definition.ts";
import type { OwnMessages } from "./own-messages.ts";

const untranslated = new WeakMap<object, ReadonlySet<PropertyKey>>();
const ownMessages: NonNullable<SiteDefinition["messages"]> = (site satisfies SiteDefinition as SiteDefinition).messages ?? {};

/** The messages of one part, by where they come from. */
interface Sources<Messages> {
  /** All messages. */
  readonly english: Messages;
  /** Other languages of the engine, which may lack messages. */
  readonly translations: Readonly<Record<string, Partial<Messages>>>;
  /** Messages of the fork, which win. */
  readonly own?: Readonly<Record<string, Partial<Messages> | undefined>>;
}

/**
 * Returns a function from a language tag to the messages of one part. Messages that a language lacks are English, `es-MX`
 * reads `es`, and those of the fork win over those of the engine.
 */
export function catalogue<Messages extends object>(
  namespace: keyof OwnMessages,
  english: Messages,
  translations: Sources<Messages>["translations"],
): (language: string) => Messages {
  const own = Object.fromEntries(Object.entries(ownMessages).map(([language, parts]) => [language, parts[namespace]]));
  return mergedCatalogue({ english, translations, own: own as Sources<Messages>["own"] });
}

/** Returns the same function for given messages of the fork. */
export function mergedCatalogue<Messages extends object>({
  english,
  translations,
  own = {},
}: Sources<Messages>): (language: string) => Messages {
  const merged = new Map<string, Messages>();
  const fallback = { ...english, ...ofLanguage(own, "en") };
  return (language) => {
    const base = language.split("-")[0] ?? "";
    const tags = [...new Set([base, language])].filter((tag) => Object.hasOwn(translations, tag) || Object.hasOwn(own, tag));
    const id = tags.join("\n");
    const cached = merged.get(base === "en" ? `en\n${id}` : id);
    if (cached) return cached;
    const translation = Object.assign({}, ...tags.flatMap((tag) => [ofLanguage(translations, tag), ofLanguage(own, tag)]));
    const messages: Messages = { ...fallback, ...translation };
    const missing = Reflect.ownKeys(english).filter((key) => !Object.hasOwn(translation, key));
    if (base !== "en") untranslated.set(messages, new Set(missing));
    merged.set(base === "en" ? `en\n${id}` : id, messages);
    return messages;
  };
}

function ofLanguage<Messages>(byLanguage: Readonly<Record<string, Messages>>, language: string): Messages | undefined {
  return Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined;
}

/** Returns `en` for a message without a translation, for the `lang` attribute; undefined otherwise. */
export function languageOf<Messages extends object>(messages: Messages, key: keyof Messages): "en" | undefined {
  return untranslated.get(messages)?.has(key) ? "en" : undefined;
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** Returns the writing direction of a language, for the `dir` attribute. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr";
}
