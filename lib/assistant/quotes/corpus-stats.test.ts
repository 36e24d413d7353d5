import { expect, test } from "vitest";
import { siteOf } from "../testing-site.ts";
import { corpusStats } from "./corpus-stats.ts";
import { createWordReader } from "./words.ts";

test.each([
  ["es", "añado añadir añade", 1],
  ["es", "clave claves", 1],
  ["es", "configuración configurar configura", 1],
  ["pt-BR", "páginas página", 1],
  ["fr", "créer créez", 1],
  ["de", "Seite Seiten", 2],
])("in %s the words %s are %i", (language, text, different) => {
  expect(new Set(createWordReader(language).terms(text)).size).toBe(different);
});

test("asks in the form that the docs use most, where the search reads no endings", async () => {
  const site = await siteOf({ keys: ["Claves", "Crea una clave.\n\n## Crea otra\n\nCrea las que quieras."] });
  const passages = site.passages.map((passage) => ({ ...passage, language: "es" }));
  expect(corpusStats({ passages }, "es").toCorpusForm("creo claves API")).toBe("crea claves API");
  expect(corpusStats(site, "en").toCorpusForm("creating keys")).toBe("creating keys");
});
