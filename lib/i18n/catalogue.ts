const untranslated = new WeakMap<object, ReadonlySet<PropertyKey>>();

/**
 * The messages of one namespace in every language: English is complete, any other language may leave messages out, which
 * are then English. Returns the messages for a language tag; `es-MX` reads `es`.
 */
export function catalogue<Messages extends object>(
  english: Messages,
  translations: Readonly<Record<string, Partial<Messages>>>,
): (language: string) => Messages {
  const merged = new Map<string, Messages>();
  return (language) => {
    const id = [language, language.split("-")[0] ?? ""].find((candidate) => Object.hasOwn(translations, candidate));
    if (id === undefined) return language.split("-")[0] === "en" ? english : merge("", {});
    return merge(id, translations[id] ?? {});
  };

  function merge(id: string, translation: Partial<Messages>): Messages {
    const known = merged.get(id);
    if (known) return known;
    const messages = { ...english, ...translation };
    untranslated.set(messages, new Set(Reflect.ownKeys(english).filter((key) => !Object.hasOwn(translation, key))));
    merged.set(id, messages);
    return messages;
  }
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
