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

/** The failure of a search or an answer; each kind leaves the reader something else to do. */
export interface Failure {
  readonly kind: "offline" | "limited" | "server" | "broken" | "empty";
  /** Seconds until the next try of `limited`, if the service says so. */
  readonly seconds?: number | undefined;
}

export interface FailureMessage {
  readonly title: string;
  readonly howToFix: string;
}

/** The messages of all failures. Kinds that are left out read as `server`. */
export interface FailureTexts {
  readonly offline: FailureMessage;
  /** `howToFix` is a template that takes the seconds; `howToFixLater` is for a service that does not say how many. */
  readonly limited: FailureMessage & { readonly howToFixLater: string };
  readonly broken?: FailureMessage;
  readonly empty?: FailureMessage;
  readonly server: FailureMessage;
}

/** Returns a function from a failure to its message in a language. */
export function failureMessages(texts: FailureTexts, language: string): (failure: Failure) => FailureMessage {
  return ({ kind, seconds }) => {
    if (kind !== "limited") return texts[kind] ?? texts.server;
    const { title, howToFix, howToFixLater } = texts.limited;
    return { title, howToFix: seconds ? fillTemplate(howToFix, [seconds], language) : howToFixLater };
  };
}

/**
 * Fills a template of a translation: `{0}` is the first value; `{0|# page|# pages}` its singular or its plural by the rules
 * of the language, with `#` for the number; `{0:duration}` reads it as seconds.
 */
export function fillTemplate(template: string, values: readonly unknown[], language: string): string {
  return template.replace(
    /\{(\d)(?:\|([^|}]*)\|([^|}]*)|(:duration))?\}/g,
    (_, index, one?: string, other?: string, duration?: string) => {
      const value = values[Number(index)];
      if (duration) return formatDuration(Number(value), language);
      if (one === undefined || other === undefined) return String(value);
      const form = new Intl.PluralRules(language).select(Number(value)) === "one" ? one : other;
      return form.replaceAll("#", () => String(value));
    },
  );
}

/** Returns seconds in the unit that a person would use: 40 seconds, 5 minutes, 3 hours, 12 days. */
export function formatDuration(seconds: number, language: string): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size * 1.5) ?? (["second", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
