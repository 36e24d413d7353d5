import { expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../../content/content.ts";
import { listChangedPaths } from "./revalidate.ts";

const describe = (answer: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: { summary: "List pets", responses: { 200: { description: answer } } } } },
  });

const FILES: Readonly<Record<string, string>> = {
  "en/v2/index.mdx": "---\ntitle: Start\n---\n\nWelcome.",
  "en/v2/first page.mdx": "---\ntitle: First\n---\n\nIt is short.",
  "en/v2/second.mdx": "---\ntitle: Second\n---\n\nSee [First](./first page).",
  "es/v2/second.mdx": "---\ntitle: Segundo\n---\n\nTexto.",
};
const ALWAYS = ["/sitemap.xml", "/api-changes", "/", "/es/~"];

const build = (changes: Readonly<Record<string, string>> = {}, description = describe("All of them.")) =>
  buildSite(createLargeProject(), createFiles({ ...FILES, ...changes }, description));

const text = (title: string, words: string) => `---\ntitle: ${title}\n---\n\n${words}`;

test.each([
  ["nothing", {}, []],
  [
    "the text of a page that replaces its missing translation",
    { "en/v2/index.mdx": text("Start", "Hello.") },
    ["/docs", "/es/~/docs"],
  ],
  ["the text of a page that is translated", { "en/v2/second.mdx": text("Second", "Text.") }, ["/docs/second"]],
  ["a translation", { "es/v2/second.mdx": text("Segundo", "Otro.") }, ["/es/~/docs/second"]],
  [
    "a page with a space in its name",
    { "en/v2/first page.mdx": text("First", "Longer.") },
    ["/docs/first page", "/es/~/docs/first page"],
  ],
])("a change of %s touches the pages that show it, and what lists them", async (_, changes, pages) => {
  expect(listChangedPaths(await build(), await build(changes))).toEqual([...ALWAYS, ...pages]);
});

test.each([
  ["a title, which sidebars and neighbours show", { "en/v2/second.mdx": text("Another", "See [First](./first page).") }],
  ["the order of pages", { "en/v2/meta.json": '{ "pages": ["second", "first page"] }' }],
  ["a page that is new", { "en/v2/third.mdx": text("Third", "New.") }],
  ["a translation that is new, which changes the menu of languages", { "es/v2/index.mdx": text("Inicio", "Hola.") }],
])("a change of %s may touch every page", async (_, changes) => {
  expect(listChangedPaths(await build(), await build(changes))).toBeUndefined();
});

test("a page that is gone may touch every page", async () => {
  expect(listChangedPaths(await build({ "en/v2/third.mdx": text("Third", "Old.") }), await build())).toBeUndefined();
});

test("a change of the API description touches the pages of its operations", async () => {
  const paths = listChangedPaths(await build(), await build({}, describe("The first hundred.")));
  const pages = ["/docs/api/get-pets", "/es/~/docs/api/get-pets", "/docs/v1/api/get-pets", "/es/~/docs/v1/api/get-pets"];
  expect(paths).toEqual([...ALWAYS, ...pages]);
});

test("the text of a page by whose path Next drops none may touch every page", async () => {
  expect(
    listChangedPaths(await build({ "en/v2/a, b.mdx": text("A", "One.") }), await build({ "en/v2/a, b.mdx": text("A", "Two.") })),
  ).toBeUndefined();
});

test("a later date of a page touches that page", async () => {
  const files = createFiles(FILES);
  const at = (date: string) => buildSite(createLargeProject(), { ...files, lastModified: { "en/v2/second.mdx": date } });
  const paths = listChangedPaths(await at("2026-01-01T00:00:00Z"), await at("2026-02-01T00:00:00Z"));
  expect(paths).toEqual([...ALWAYS, "/docs/second"]);
});

test.each([
  ["the banner", { banner: { content: "Hello" } }],
  ["the navigation", { navigation: { pages: ["two", "one"] } }],
])("a change of %s of docs.json may touch every page", async (_, change) => {
  const settings = { name: "Pets", navigation: { pages: ["one", "two"] } };
  const of = (docs: object) =>
    buildSite(createProject(), createFiles({ "docs.json": JSON.stringify(docs), "one.mdx": "One.", "two.mdx": "Two." }));
  expect(listChangedPaths(await of(settings), await of(settings))).toEqual(["/sitemap.xml", "/api-changes", "/"]);
  expect(listChangedPaths(await of(settings), await of({ ...settings, ...change }))).toBeUndefined();
});

test("a change of more pages than can be named may touch every page", async () => {
  const many = (words: string) =>
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`page-${index}.mdx`, `# Page\n\n${words}`]));
  const of = (words: string) => buildSite(createProject(), createFiles(many(words)));
  expect(listChangedPaths(await of("Before."), await of("After."))).toBeUndefined();
});
