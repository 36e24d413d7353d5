import { expect, test } from "vitest";
import { LOCALES, localeOf } from "./locales.ts";

test("a language tag gets the record of its language, whatever its region and case", () => {
  expect(localeOf("en-GB")).toBe(LOCALES.get("en"));
  expect(localeOf("PT-br")).toBe(LOCALES.get("pt"));
});

test.each(["xx", "", "constructor", "__proto__"])("the tag %j of no known language gets an empty record", (tag) => {
  expect(localeOf(tag)).toEqual({});
});

test("only English is stemmed, and has a thesaurus and a word table", () => {
  const languages = (part: "stem" | "thesaurus" | "wordTable") =>
    [...LOCALES].filter(([, locale]) => locale[part]).map(([id]) => id);
  expect([languages("stem"), languages("thesaurus"), languages("wordTable")]).toEqual([["en"], ["en"], ["en"]]);
  expect(localeOf("en").stem?.("installing")).toBe("instal");
});

test("endings leave three letters, and stop words are lower case", () => {
  for (const { endings, stopWords } of LOCALES.values()) {
    if (endings) expect("eso".replace(endings, "")).toBe("eso");
    for (const word of stopWords ?? []) expect(word).toBe(word.toLowerCase());
  }
});
