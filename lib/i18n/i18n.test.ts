import { expect, test } from "vitest";
import { directionOf, languageOf, mergedCatalogue } from "./i18n.ts";

const english = { save: "Save", count: (items: number) => `${items} items` };
const messagesFor = mergedCatalogue({
  english,
  translations: { es: { save: "Guardar", count: (items) => `${items} elementos` }, fr: { save: "Enregistrer" } },
});

test("a language has its own messages, and a region reads those of its language", () => {
  expect(messagesFor("es").save).toBe("Guardar");
  expect(messagesFor("es-MX").count(2)).toBe("2 elementos");
  expect(messagesFor("en-GB")).toEqual(english);
});

test("what a language leaves out is English, and marked as such", () => {
  const french = messagesFor("fr");
  expect([french.save, languageOf(french, "save")]).toEqual(["Enregistrer", undefined]);
  expect([french.count(2), languageOf(french, "count")]).toEqual(["2 items", "en"]);
});

test("a language without messages is English throughout, whatever its name", () => {
  for (const language of ["zh", "constructor", "__proto__"]) {
    const messages = messagesFor(language);
    expect([messages.save, languageOf(messages, "save")]).toEqual(["Save", "en"]);
  }
  expect(languageOf(messagesFor("en"), "save")).toBeUndefined();
});

test("the same language gives the same object, so that React sees no change", () =>
  expect(messagesFor("fr")).toBe(messagesFor("fr")));

test.each([
  ["ar-EG", "rtl"],
  ["he", "rtl"],
  ["en", "ltr"],
])("%s is written %s", (language, direction) => expect(directionOf(language)).toBe(direction));

test("messages of the fork win: single ones, a whole language, and those of a region over its language", () => {
  const messagesOf = mergedCatalogue({
    english,
    translations: { es: { save: "Guardar", count: (items) => `${items} elementos` } },
    own: { en: { save: "Keep" }, es: { save: "Conservar" }, "es-MX": { save: "Archivar" }, de: { save: "Speichern" } },
  });
  expect(["en", "en-GB", "es", "es-MX", "de", "zh"].map((language) => messagesOf(language).save)).toEqual([
    "Keep",
    "Keep",
    "Conservar",
    "Archivar",
    "Speichern",
    "Keep",
  ]);
  expect(messagesOf("es-MX").count(2)).toBe("2 elementos");
  expect(languageOf(messagesOf("en"), "save")).toBeUndefined();
  expect(languageOf(messagesOf("de"), "count")).toBe("en");
});
