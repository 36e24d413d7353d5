import { existsSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import { linkTableOf } from "../../lib/content/site/site-links.ts";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import { createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { languagesOf, withAdded } from "./content.ts";
import { writeRepository } from "./fixtures/repository.ts";
import { addFiles } from "./write.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const open = (texts: Readonly<Record<string, string>>) => writeRepository(folder, texts);

const FUMADOCS = { "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }) };

test("languages that names of pages end with get a folder each, with their own order or that of the default one", async () => {
  const repository = open({
    ...FUMADOCS,
    "lib/i18n.ts": 'export const i18n = defineI18n({ defaultLanguage: "de", languages: ["de", "fr"] });',
    "content/docs/meta.json": '{ "pages": ["b", "a"] }',
    "content/docs/a.mdx": "# A\n\n![Map](./map.png)",
    "content/docs/a.fr.mdx": "# A en français\n\n![Map](./map.png)",
    "content/docs/b.mdx": "# B",
    "content/docs/b.fr.mdx": "# B en français",
    "content/docs/c.mdx": "# C",
    "content/docs/map.png": "x",
  });
  expect(languagesOf(repository)).toEqual(["de", "fr"]);
  const files = withAdded(await readContentFiles({ content: repository.content }), new Map(), repository);
  const project = createProject({
    defaultLanguage: "de",
    languages: [
      { id: "de", label: "Deutsch" },
      { id: "fr", label: "Français" },
    ],
  });
  const site = await buildSite(project, files);
  const titles = (language: string) => pagesInOrder(site, { language, version: null }).map(({ title }) => title);
  expect([titles("de"), titles("fr")]).toEqual([
    ["B", "A"],
    ["B en français", "A en français"],
  ]);
  expect(linkTableOf(site).resolve("fr/a.mdx", "./map.png")).toBe("/docs/map.png");
  const to = path.join(folder, "to");
  await addFiles(to, new Map(files.files.map(({ path: name, text }) => [name, text])));
  for (const name of ["de/meta.json", "de/a.mdx", "fr/a.mdx"]) expect(existsSync(path.join(to, name)), name).toBe(true);
});

test("where every name tells its language, the one that the settings call the default is first", () => {
  const repository = open({
    "package.json": JSON.stringify({ dependencies: { nextra: "2" } }),
    "next.config.js": 'module.exports = { i18n: { locales: ["en-US", "es"], defaultLocale: "es" } };',
    "pages/_meta.en-US.json": "{}",
    "pages/a.en-US.mdx": "A",
    "pages/b.en-US.mdx": "B",
    "pages/a.es.mdx": "A",
    "pages/b.es.mdx": "B",
  });
  expect(languagesOf(repository)).toEqual(["es", "en-US"]);
  const names = ["_meta.en-US.json", "a.es.mdx", "data.es.json"].map((name) => repository.rename?.(name));
  expect(names).toEqual(["en-US/_meta.json", "es/a.mdx", "data.es.json"]);
});

test("two letters at the end of a name are not a language where no other page has the rest of it", () => {
  const repository = open({
    ...FUMADOCS,
    "content/docs/vite.config.ts.mdx": "A",
    "content/docs/next.config.ts.mdx": "B",
    "content/docs/index.mdx": "C",
  });
  expect([repository.rename, repository.languages]).toEqual([undefined, undefined]);
});
