import { expect, test } from "vitest";
import type { ContentFile } from "../model/content-file.ts";
import { fitFolders, folderOf, listPlaces } from "./places.ts";

const named = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
const plain = { pagesAt: "docs", languages: named("en"), versions: [], defaultLanguage: "en", defaultVersion: null };
const both = { ...plain, languages: named("en", "es"), versions: named("v1", "v2"), defaultVersion: "v2" };
const filesAt = (...paths: string[]) => paths.map((path) => ({ path }) as ContentFile);

test.each([
  ["index.mdx", "/docs"],
  ["guides/index.md", "/docs/guides"],
  ["guides/(start)/first.mdx", "/docs/guides/first"],
])("%s is the page at %s", (file, path) =>
  expect(listPlaces(plain as never, filesAt(file)).places.map((place) => place.path)).toEqual([path]),
);

test("a page is in the folder of its language and version, and the default ones are not in its address", () => {
  const { places } = listPlaces(both as never, filesAt("en/v2/keys.mdx", "es/v1/keys.mdx"));
  expect(places.map(({ language, version, slug, path }) => [language, version, slug, path])).toEqual([
    ["en", "v2", "keys", "/docs/keys"],
    ["es", "v1", "keys", "/es/docs/v1/keys"],
  ]);
  expect(folderOf(both as never, { language: "es", version: "v1" })).toBe("es/v1");
  expect(folderOf(plain as never, { language: "en", version: null })).toBe("");
});

test.each([
  ["fr/v2/a.mdx", "in no language folder. Move it into one of: en, es"],
  ["en/a.mdx", "in no version folder. Move it into one of: v1, v2"],
  ["en/v3/a.mdx", "in no version folder"],
  ["en/v2/v1/a.mdx", 'belongs to the version "v1"'],
])("%s is not a page, and the error says where it belongs", (file, words) => {
  const { places, findings } = listPlaces(both as never, filesAt(file));
  expect([places, findings.length]).toEqual([[], 1]);
  expect(findings[0]?.message).toContain(words);
});

test.each([
  ["en/v2/es/a.mdx", "es", both],
  ["en/v2/en/a.mdx", "en", both],
  ["en/a.mdx", "en", plain],
])("at the root, the address of %s belongs to the language %s", (file, language, structure) => {
  const atRoot = listPlaces({ ...structure, pagesAt: "root" } as never, filesAt(file));
  expect(atRoot.findings.map(({ message }) => message)).toEqual([
    `The address /${language}/a belongs to the language "${language}". Rename the file or folder.`,
  ]);
  expect(listPlaces(structure as never, filesAt(file)).findings).toEqual([]);
});

test("the first of two files with one address is the page, and the other gets an error that names it", () => {
  const { places, findings } = listPlaces(plain as never, filesAt("a.mdx", "a/index.mdx"));
  expect(places.map(({ file }) => file.path)).toEqual(["a.mdx"]);
  expect(findings).toMatchObject([{ file: "a/index.mdx", message: expect.stringContaining("same address as a.mdx") }]);
});

test("snippets and other files are neither pages nor errors", () =>
  expect(listPlaces(both as never, filesAt("snippets/a.mdx", "_snippets/b.mdx", "image.png"))).toEqual({
    places: [],
    findings: [],
  }));

test("a folder in place of a project's own has no languages and versions where none of its pages fits them", () => {
  const project = { ...both, isReplaced: true } as never;
  expect(fitFolders(project, filesAt("guide.mdx"))).toMatchObject({ languages: named("en"), versions: [], defaultVersion: null });
  expect(fitFolders(project, filesAt("guide.mdx", "en/v2/a.mdx"))).toBe(project);
  expect(fitFolders({ ...both, isReplaced: false } as never, filesAt("guide.mdx"))).toMatchObject({ versions: both.versions });
});

test("a part that pages take in, by its folder or an underscore before its name, is not a page", () =>
  expect(listPlaces(plain as never, filesAt("_partial.mdx", "guides/_part.md", "snippets/a.mdx", "a_b.mdx")).places).toHaveLength(
    1,
  ));
