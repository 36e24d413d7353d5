import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { assistantMessages, searchMessages } from "./browser-messages.ts";
import { assistant, assistantTrigger } from "./en/assistant.ts";
import { docs } from "./en/docs.ts";
import { errors } from "./en/errors.ts";
import { insights } from "./en/insights.ts";
import { playground } from "./en/playground.ts";
import { quote } from "./en/quotes.ts";
import { search, searchTrigger } from "./en/search.ts";
import { languageOf } from "./i18n.ts";
import { translationTag } from "./languages.ts";
import { docsMessages } from "./messages.ts";
import quotes from "./quotes.json" with { type: "json" };

const english = { docs, searchTrigger, search, assistantTrigger, assistant, playground, errors, insights };
const files = globSync("translations/*.json", { cwd: import.meta.dirname });

/** Paths of the texts of a part, each with the numbers of its arguments; those of failures alone, whose kinds differ. */
function textsOf(value: unknown, name = ""): string[] {
  if (name.endsWith(".failure")) return [name];
  if (typeof value === "function") return [`${name} ${argumentsOf(value(...[0, 1, 2].map((number) => `{${number}}`)))}`];
  if (typeof value === "string") return [`${name} ${argumentsOf(value)}`];
  if (Array.isArray(value)) return [name];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, `${name}.${key}`));
}

/** Returns the numbers in a template's braces; a plural names its number once, whichever form it takes. */
function argumentsOf(template: string): string {
  return [...new Set([...template.matchAll(/\{(\d)/g)].map(([, number]) => number))].sort().join();
}

test.each(Object.entries(quotes))(
  "%s has every sentence of an answer without a model, each with the arguments of the English one",
  (_, texts) => {
    expect(textsOf(texts).sort()).toEqual(textsOf(quote).sort());
  },
);

test("each language that pages speak, answers speak too", () => {
  expect(Object.keys(quotes).sort()).toEqual(files.map((file) => path.basename(file, ".json")).sort());
});

test("each file is a language that readers can have", () => {
  expect(files.length).toBe(13);
  for (const file of files) expect(translationTag(path.basename(file, ".json"))).toBe(path.basename(file, ".json"));
});

describe.each(files)("%s", (file) => {
  const language = path.basename(file, ".json");
  const translation = JSON.parse(readFileSync(path.join(import.meta.dirname, file), "utf8"));

  test("has every message and no other, each with the arguments of the English one", () => {
    expect(textsOf(translation).sort()).toEqual(textsOf(english).sort());
    expect(languageOf(docsMessages(language), "skip")).toBeUndefined();
  });

  test("says what happened and what helps, with the time in its own words", () => {
    for (const messages of [assistantMessages(language), searchMessages(language)]) {
      for (const kind of ["offline", "limited", "server", "broken", "empty"] as const) {
        const { title, howToFix } = messages.failure({ kind, seconds: 300 });
        expect(title.length * howToFix.length).toBeGreaterThan(0);
        expect(howToFix).not.toMatch(/[{}]|undefined/);
      }
      expect(messages.failure({ kind: "limited", seconds: 300 }).howToFix).toContain("5");
    }
  });
});

test.each(files)("names that assistive tech tells apart are apart, and hold the words that are seen: %s", (file) => {
  const text = readFileSync(path.join(import.meta.dirname, file), "utf8");
  const { assistantTrigger, docs, playground } = JSON.parse(text);
  expect(assistantTrigger.open.toLowerCase()).toContain(assistantTrigger.short.toLowerCase());
  expect(playground.answer).not.toBe(docs.responses);
});
