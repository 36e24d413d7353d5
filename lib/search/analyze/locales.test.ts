import { expect, test } from "vitest";
import { createAnalyzer } from "./analyze.ts";
import { LOCALES, localeOf } from "./locales.ts";

test("a language tag gets the record of its language, whatever its region and case", () => {
  expect(localeOf("en-GB")).toBe(LOCALES.get("en"));
  expect(localeOf("PT-br")).toBe(LOCALES.get("pt"));
});

test.each(["xx", "", "constructor", "__proto__"])("the tag %j of no known language gets an empty record", (tag) => {
  expect(localeOf(tag)).toEqual({});
});

test("seven languages are stemmed, and English alone has a thesaurus and a word table", () => {
  const languages = (part: "stem" | "thesaurus" | "wordTable") =>
    [...LOCALES].filter(([, locale]) => locale[part]).map(([id]) => id);
  expect([languages("stem"), languages("thesaurus"), languages("wordTable")]).toEqual([
    ["en", "es", "fr", "de", "pt", "it", "ar", "ru"],
    ["en"],
    ["en"],
  ]);
  expect(localeOf("en").stem?.("installing")).toBe("instal");
});

test.each([
  ["es", "clave claves", 1],
  ["es", "ordenado ordenada ordenados", 1],
  ["es", "puerto puerta", 1],
  ["es", "crear creación", 2],
  ["pt-BR", "páginas página", 1],
  ["fr", "créée créés", 1],
  ["it", "pagina pagine", 1],
  ["de", "Seite Seiten", 1],
  ["de", "Schlüssel Schlüssels", 1],
  ["de", "eigene eigenen eigenes eigener eigenem", 1],
  ["de", "erstellen Erstellung", 2],
  ["ru", "страница страницы страницей страницами страниц", 1],
  ["ru", "новый нового новую новые новых", 1],
  ["ru", "функция функции функцией функциями", 1],
  ["ar", "دفع الدفع والدفع بالدفع للدفع", 1],
  ["ar", "مدفوعات المدفوعات مدفوعة المدفوعين", 1],
  ["ar", "مفتاح مفتاحها المفتاحان", 1],
  ["ar", "كتاب باب", 2],
  ["nl", "pagina paginas", 2],
])("in %s the words %s have %i stems", (language, text, different) => {
  expect(new Set(createAnalyzer(language).terms(text)).size).toBe(different);
});

test("endings leave three letters, and stop words are lower case", () => {
  for (const { stem, stopWords } of LOCALES.values()) {
    expect(stem?.("eso") ?? "eso").toBe("eso");
    for (const word of stopWords ?? []) expect(word).toBe(word.toLowerCase());
  }
});
