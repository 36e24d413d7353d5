import site from "../../site/index.ts";
import type { SiteDefinition } from "../site-definition.ts";
import type { OwnMessages } from "./own-messages.ts";

const untranslated = new WeakMap<object, ReadonlySet<PropertyKey>>();
const ownMessages: NonNullable<SiteDefinition["messages"]> = (site satisfies SiteDefinition as SiteDefinition).messages ?? {};

interface Sources<Messages> {
  /** Complete. */
  readonly english: Messages;
  /** The engine's other languages, which may leave messages out. */
  readonly translations: Readonly<Record<string, Partial<Messages>>>;
  /** The fork's, which win. */
  readonly own?: Readonly<Record<string, Partial<Messages> | undefined>>;
}

/**
 * The messages of one namespace in every language: what a language leaves out is English. The fork's messages win over
 * the engine's. Returns the messages for a language tag; `es-MX` reads `es` where it has none.
 */
export function catalogue<Messages extends object>(
  namespace: keyof OwnMessages,
  english: Messages,
  translations: Sources<Messages>["translations"],
): (language: string) => Messages {
  const own = Object.fromEntries(Object.entries(ownMessages).map(([language, parts]) => [language, parts[namespace]]));
  return mergedCatalogue({ english, translations, own: own as Sources<Messages>["own"] });
}

/** As `catalogue`, of messages that are all given. */
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
    const known = merged.get(base === "en" ? `en\n${id}` : id);
    if (known) return known;
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

/** `en` for a message whose translation is missing, for the `lang` attribute; undefined otherwise. */
export function languageOf<Messages extends object>(messages: Messages, key: keyof Messages): "en" | undefined {
  return untranslated.get(messages)?.has(key) ? "en" : undefined;
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** Writing direction of a language, for the `dir` attribute. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr";
}
