import { addTranslation } from "./i18n.ts";
import { translationTag } from "./languages.ts";

/** Brings the messages of a language to the browser, for what is shown there alone. English is there already. */
export async function loadTranslation(language: string): Promise<void> {
  const tag = translationTag(language);
  if (tag !== undefined) addTranslation(tag, (await import(`./translations/${tag}.json`)).default);
}
