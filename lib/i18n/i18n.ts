/*
 * Every message of the interface: English in `en/`, one file per part; other languages in `translations/`, one file each.
 * A language tag comes in, and the messages of a part come out, in English where nobody has translated them.
 * Start at `catalogue`. `own-messages.ts` is what a fork may replace; `loadTranslation` brings a browser its language.
 */

import site from "../../site/index.ts";
import type { SiteDefinition } from "../site-definition.ts";
import { baseOf, translationTag } from "./languages.ts";
import type { OwnMessages, Translation, WholeLanguage } from "./own-messages.ts";
import { translate } from "./translate.ts";

type Part = keyof WholeLanguage;
type OwnLanguages = Readonly<Record<string, OwnMessages | undefined>>;

const translations = new Map<string, Partial<Translation>>();
const untranslated = new Map<object, ReadonlySet<PropertyKey>>();
const ownLanguages: OwnLanguages = (site satisfies SiteDefinition as SiteDefinition).messages ?? {};

/** Makes a translation, or parts of one, known to every catalogue. */
export function addTranslation(tag: string, translation: Partial<Translation>): void {
  translations.set(tag, { ...translations.get(tag), ...translation });
}

/** Lists the languages that the site has messages of its own in. */
export function ownLanguageTags(): string[] {
  return Object.keys(ownLanguages);
}

/** Returns true where the site has messages of its own for a part in a language, or in the language of its region. */
export function hasOwnMessages(language: string, part: Part): boolean {
  return [baseOf(language), language].some((id) => Object.hasOwn(ownLanguages, id) && ownLanguages[id]?.[part] !== undefined);
}

/** Brings the messages of a language to the browser, for what is shown there alone. English is there already. */
export async function loadTranslation(language: string): Promise<void> {
  const tag = translationTag(language);
  if (tag !== undefined) addTranslation(tag, (await import(`./translations/${tag}.json`)).default);
}

/**
 * Returns a function from a language tag to the messages of one part. Messages that nobody has translated are English,
 * and those of the fork win over those of the engine. Only translations that were added are found.
 */
export function catalogue<Name extends Part>(
  part: Name,
  english: WholeLanguage[Name],
  own: OwnLanguages = ownLanguages,
): (language: string) => WholeLanguage[Name] {
  const merged = new Map<string, WholeLanguage[Name]>();
  return (language) => {
    const tag = translationTag(language);
    const translation = tag === undefined ? undefined : translations.get(tag)?.[part];
    // A translation of just this region is nearer than what a fork says in the language at large.
    const owners = [...new Set([tag === language ? "" : baseOf(language), language])].filter((id) => Object.hasOwn(own, id));
    const id = JSON.stringify([baseOf(language) === "en", translation && tag, owners]);
    const cached = merged.get(id);
    if (cached) return cached;
    const owned = Object.assign({}, ...owners.map((owner) => own[owner]?.[part]));
    const engines = translation && tag ? translate(english, translation, tag) : undefined;
    const messages: WholeLanguage[Name] = { ...english, ...own.en?.[part], ...engines, ...owned };
    const missing = engines ? [] : Reflect.ownKeys(english).filter((key) => !Object.hasOwn(owned, key));
    if (baseOf(language) !== "en") untranslated.set(messages, new Set(missing));
    merged.set(id, messages);
    return messages;
  };
}

/** Returns `en` for a message without a translation, for the `lang` attribute; undefined otherwise. */
export function languageOf<Messages extends object>(messages: Messages, key: keyof Messages): "en" | undefined {
  return untranslated.get(messages)?.has(key) ? "en" : undefined;
}
