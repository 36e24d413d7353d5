import { type FailureMessage, type FailureTexts, failureMessages } from "./failure.ts";
import { fillTemplate } from "./template.ts";

/** The form of a translation: a text for each text, and a template (see `fillTemplate`) for each function. */
export type Translated<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends (...values: never) => FailureMessage
    ? FailureTexts
    : Messages[Key] extends string | ((...values: never) => string)
      ? string
      : Messages[Key] extends readonly string[]
        ? readonly string[]
        : Translated<Messages[Key]>;
};

/** Returns a translation in the form of the English messages, with a function for each template. */
export function translate<Messages extends object>(
  english: Messages,
  translated: Translated<Messages>,
  language: string,
): Messages {
  return translateValue(english, translated, language) as Messages;
}

function translateValue(english: unknown, translated: unknown, language: string): unknown {
  if (typeof english === "function") {
    if (typeof translated !== "string") return failureMessages(translated as FailureTexts, language);
    return (...values: readonly unknown[]) => fillTemplate(translated, values, language);
  }
  if (typeof english !== "object" || english === null || Array.isArray(english)) return translated;
  const texts = translated as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, translateValue(value, texts[key], language)]));
}
