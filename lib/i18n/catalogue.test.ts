import { expect, test } from "vitest";
import { catalogue, directionOf, languageOf } from "./catalogue.ts";

const english = { save: "Save", count: (items: number) => `${items} items` };
const messagesFor = catalogue(english, {
  es: { save: "Guardar", count: (items) => `${items} elementos` },
  fr: { save: "Enregistrer" },
});

test("a language has its own messages, and a region reads those of its language", () => {
  expect(messagesFor("es").save).toBe("Guardar");
  expect(messagesFor("es-MX").count(2)).toBe("2 elementos");
  expect(messagesFor("en-GB")).toBe(english);
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
