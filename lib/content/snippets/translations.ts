// Tested in astro.test.ts.
import type { Budget } from "./budget.ts";
import { payText } from "./jsx.ts";
import { isRecord, Outside, toFunction, toWords, type Value } from "./value.ts";

const DEFAULT_LANGUAGE = "en";

/**
 * The files of texts that components of Starlight ask for by a key, the first one first: of the language whose folder a page is in,
 * then of English. Each is a record in JSON.
 */
export function translationFiles(page: string, has: (path: string) => boolean): string[] {
  const [language = ""] = page.split("/");
  return [...new Set([language.toLowerCase(), DEFAULT_LANGUAGE])].map((each) => `i18n/${each}.json`).filter(has);
}

/** `t("since.new", { version })` of Starlight, with the records of texts that `read` gives. */
export function toTranslator(read: () => readonly Value[]): Value {
  return toFunction(([key, values], budget) => {
    const name = toWords(key);
    const record = read().find((texts) => isRecord(texts) && texts.entries.has(name));
    const text = isRecord(record) ? record.entries.get(name) : undefined;
    if (typeof text !== "string") throw new Outside(`no file of i18n has a text "${name}"`);
    budget.spend("characters", text.length);
    return isRecord(values) ? fill(text, values.entries, budget) : text;
  });
}

function fill(text: string, values: ReadonlyMap<string, Value>, budget: Budget): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    values.has(name) ? String(payText(toWords(values.get(name)), budget)) : whole,
  );
}
