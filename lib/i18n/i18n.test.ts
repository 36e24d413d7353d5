import { expect, test, vi } from "vitest";
import { searchTrigger } from "./en/search.ts";
import { catalogue, languageOf } from "./i18n.ts";

const messagesOf = catalogue("searchTrigger", searchTrigger, {
  en: { searchTrigger: { search: "Look up" } },
  sv: { searchTrigger: { search: "Sök" } },
  "sv-FI": { searchTrigger: { where: "dokumenten" } },
});

test("messages of the fork win: single ones, a whole language, and those of a region over its language", () => {
  const texts = (language: string) => [messagesOf(language).search, messagesOf(language).where];
  expect(texts("en-GB")).toEqual(["Look up", "the documentation"]);
  expect(texts("sv")).toEqual(["Sök", "the documentation"]);
  expect(texts("sv-FI")).toEqual(["Sök", "dokumenten"]);
});

test("a message that nobody has translated is English, and marked as such", () => {
  const swedish = messagesOf("sv");
  expect([swedish.search, languageOf(swedish, "search")]).toEqual(["Sök", undefined]);
  expect([swedish.where, languageOf(swedish, "where")]).toEqual(["the documentation", "en"]);
  expect(languageOf(messagesOf("en"), "search")).toBeUndefined();
});

test.each(["sw", "constructor", "__proto__"])("a language without messages is English throughout: %s", (language) => {
  expect([messagesOf(language).search, languageOf(messagesOf(language), "search")]).toEqual(["Look up", "en"]);
});

test("the same language gives the same object, so that React sees no change", () =>
  expect(messagesOf("sv")).toBe(messagesOf("sv")));

test("in a browser, a language is English until its translation is loaded", async () => {
  // Another file of tests may have added all translations to the modules that files share.
  vi.resetModules();
  const [{ loadTranslation }, { searchMessages }, { languageOf }] = await Promise.all([
    import("./i18n.ts"),
    import("./browser-messages.ts"),
    import("./i18n.ts"),
  ]);
  expect(searchMessages("es-MX").clear).toBe("Clear the search text");
  await loadTranslation("es-MX");
  expect(searchMessages("es-MX").clear).toBe("Borrar el texto buscado");
  expect(languageOf(searchMessages("es-MX"), "clear")).toBeUndefined();
  expect(searchMessages("de").clear).toBe("Clear the search text");
});
