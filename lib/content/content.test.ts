import { expect, test, vi } from "vitest";
import { buildFiles, createFiles, createLargeProject, createProject } from "../../internal/testing/content.ts";
import { buildSite, openSite } from "./content.ts";
import * as cutting from "./markdown/passages.ts";
import type { Page } from "./model/page.ts";
import { compilePage, toMarkdown } from "./output/compile.ts";
import * as parsing from "./site/parse-page.ts";
import { completePage, completeSite, findPage } from "./site/site.ts";

vi.mock("./site/parse-page.ts", { spy: true });
vi.mock("./markdown/passages.ts", { spy: true });

test("a project without levels takes pages straight from its folder", async () => {
  const site = await buildFiles({ "index.mdx": "# Home", "guides/first.md": "# First" });
  expect(site.pages.map(({ path, slug, title }) => [path, slug, title])).toEqual([
    ["/docs", "", "Home"],
    ["/docs/guides/first", "guides/first", "First"],
  ]);
});

test("a page without text leads to its url, and one with text keeps it, as the pages of Hugo do", async () => {
  const { pages, passages } = await buildFiles({
    "blog.mdx": "---\ntitle: Blog\nurl: https://blog.example\n---\n",
    "sync.md": "---\ntitle: Sync\nurl: extensions/sync\n---\n\nSyncs the news.\n",
  });
  expect(pages.map(({ path, href }) => [path, href])).toEqual([
    ["/docs/blog", "https://blog.example"],
    ["/docs/sync", undefined],
  ]);
  expect(passages.map(({ text }) => text)).toEqual(["Syncs the news."]);
});

test("a page of a folder without docs.json names an operation of a description beside it, or gets a finding when there is none", async () => {
  const paths = { "/pets": { get: { summary: "List pets", responses: {} } } };
  const { pages, findings } = await buildFiles({
    "api/v2.json": JSON.stringify({ openapi: "3.1.0", info: { title: "P", version: "1" }, paths }),
    "pets.mdx": '---\ntitle: Pets\nopenapi: "v2 get /pets"\n---\n',
    "plants.mdx": '---\ntitle: Plants\nopenapi: "v2 get /plants"\n---\n',
  });
  expect(pages.map(({ title, operation, endpoint }) => [title, operation?.path, endpoint?.path])).toEqual([
    ["Pets", "/pets", undefined],
    ["Plants", undefined, "/plants"],
  ]);
  expect(findings.map(({ file, line, message }) => [file, line, message])).toEqual([
    ["plants.mdx", 3, expect.stringMatching(/^openapi: no API description of the folder has the operation v2 get \/plants/)],
  ]);
});

test("pages of operations are listed without their text, which is read once it is asked for, and is as it was built", async () => {
  const operation = { summary: "List pets", description: "All *pets*.", responses: { 200: { description: "Fine." } } };
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { pages: [{ group: "API", openapi: "pets.json" }] } }),
    "pets.json": JSON.stringify({ openapi: "3.1.0", info: { title: "P", version: "1" }, paths: { "/pets": { get: operation } } }),
  });
  const built = await buildSite(createProject(), files);
  const outline = await openSite(createProject(), files);
  const [listed] = outline.pages;
  expect(listed).toMatchObject({ title: "List pets", path: built.pages[0]?.path, source: "", kind: "api" });
  expect(await completePage(outline, listed as Page)).toEqual(built.pages[0]);
  const whole = await completeSite(outline);
  expect([whole.pages, whole.passages]).toEqual([built.pages, built.passages]);
});

test("a page that names an operation is listed as it is built, by the words of its description", async () => {
  const createFolder = (operation: object) =>
    createFiles({
      "docs.json": JSON.stringify({ navigation: { pages: ["a", "b"] } }),
      "a.mdx": "---\nopenapi: GET /pets\n---\nText.",
      "b.mdx": "# B",
      "pets.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "P", version: "1" },
        paths: { "/pets": { get: operation } },
      }),
    });
  const described = { operationId: "listPets", deprecated: true, responses: { 200: { description: "Fine." } } };
  const outline = await openSite(createProject(), createFolder(described));
  const built = await buildSite(createProject(), createFolder(described));
  expect(outline.pages[0]).toMatchObject({ title: "List pets", deprecated: true, operation: { method: "GET", path: "/pets" } });
  expect((await completeSite(outline)).pages).toEqual(built.pages);
  const other = await openSite(createProject(), createFolder({ ...described, responses: { 204: { description: "Gone." } } }));
  const [[page, plain], [changed, same]] = [outline.pages, other.pages] as [Page[], Page[]];
  expect(changed?.hash).not.toBe(page?.hash);
  expect(same?.hash).toBe(plain?.hash);
});

test("another folder in the place of a project's own has no languages and versions where no page is in a folder of one", async () => {
  const project = { ...createLargeProject(), isReplaced: true };
  const plain = await buildSite(project, createFiles({ "index.mdx": "# Home", "guides/first.md": "# First" }));
  expect(plain.pages.map(({ path }) => path)).toEqual(["/docs", "/docs/guides/first"]);
  expect([plain.findings, plain.project.languages.length, plain.project.versions]).toEqual([[], 1, []]);
  const placed = await buildSite(project, createFiles({ "es/v1/a.mdx": "# A", "b.mdx": "# B" }));
  expect(placed.pages.map(({ path }) => path)).toEqual(["/es/docs/v1/a"]);
  const own = await buildSite(createLargeProject(), createFiles({ "b.mdx": "# B" }));
  expect(own.findings).toHaveLength(1);
});

test("default language and default version are left out of paths", async () => {
  const text = "Text.";
  const site = await buildSite(
    createLargeProject(),
    createFiles({ "en/v2/errors.mdx": text, "en/v1/errors.mdx": text, "es/v2/index.mdx": text, "es/v1/a/index.mdx": text }),
  );
  expect(site.pages.map(({ path }) => path)).toEqual(["/docs/errors", "/docs/v1/errors", "/es/docs", "/es/docs/v1/a"]);
  expect(site.findings).toEqual([]);
});

test("a missing translation is answered by the default language of the same version", async () => {
  const site = await buildSite(createLargeProject(), createFiles({ "en/v2/a.mdx": "A", "en/v1/b.mdx": "B", "es/v2/a.mdx": "Á" }));
  const find = (language: string, version: string, slug: string) => {
    const found = findPage(site, { language, version, slug });
    return found && [found.page.path, found.fallback];
  };
  expect(find("es", "v2", "a")).toEqual(["/es/docs/a", false]);
  expect(find("es", "v1", "b")).toEqual(["/docs/v1/b", true]);
  expect(find("es", "v2", "b")).toBeUndefined();
  expect(find("en", "v1", "a")).toBeUndefined();
});

test("files that cannot be pages are named with the remedy", async () => {
  const site = await buildSite(
    createLargeProject(),
    createFiles({
      "README.md": "x",
      "fr/v2/a.mdx": "x",
      "en/a.mdx": "x",
      "en/v2/b.md": "x",
      "en/v2/b.mdx": "x",
      "en/v2/v1/c.mdx": "x",
    }),
  );
  expect(site.findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    "README.md: The page is in no language folder. Move it into one of: en, es, or declare the language.",
    "fr/v2/a.mdx: The page is in no language folder. Move it into one of: en, es, or declare the language.",
    "en/a.mdx: The page is in no version folder. Move it into one of: v2, v1, or declare the version.",
    "en/v2/b.mdx: The page has the same address as en/v2/b.md (/docs/b). Rename one of them.",
    'en/v2/v1/c.mdx: The address /docs/v1/c belongs to the version "v1". Rename the file or folder.',
  ]);
});

test("a broken page names file, line and reason, and stays readable", async () => {
  const site = await buildFiles({ "bad.mdx": "---\ntitle: Bad\n---\n\nText.\n\n<Note>\n\nMore.", "good.mdx": "Fine." });
  const [bad, good] = site.pages;
  expect(site.findings).toEqual([
    {
      severity: "error",
      file: "bad.mdx",
      line: 7,
      column: 1,
      message: expect.stringMatching(/^Expected a closing tag for `<Note>`.* Close the tag/),
    },
  ]);
  expect(bad?.error).toEqual(site.findings[0]);
  expect(good?.error).toBeUndefined();
  expect(site.passages.map(({ text }) => text)).toEqual(["Text.\n\nMore.", "Fine."]);
});

test("broken front matter never makes a page vanish", async () => {
  const site = await buildFiles({ "a.mdx": "---\ntitle: [broken\n---\nText." });
  expect(site.pages.map(({ path, title }) => [path, title])).toEqual([["/docs/a", "A"]]);
  expect(site.findings).toMatchObject([{ file: "a.mdx", line: 3, message: expect.stringContaining("not valid YAML") }]);
});

test.each([
  ["quotes", `${">".repeat(1_900)} x`],
  ["tags", `${"<A>".repeat(2_000)}x${"</A>".repeat(2_000)}`],
])("%s nested without end are an error, not a crash", async (_, text) => {
  const site = await buildFiles({ "a.mdx": text });
  expect(site.findings).toEqual([expect.objectContaining({ file: "a.mdx", message: expect.stringContaining("levels deep") })]);
  const [page] = site.pages;
  expect(await toMarkdown(page as Page)).toMatch(/^# A\n/);
  expect((await compilePage(page as Page)).error).toBe(page?.error);
});

test("an import of a missing file, and what cannot be worked out, cost no page and are named", async () => {
  const files = createFiles({
    "a.mdx": "import A from './gone'\n\n# Hi",
    "b.mdx": "Now {process.version}.",
    "c.mdx": 'Only {"text"} {/* note */}.',
  });
  const site = await buildSite(createProject(), files);
  expect(site.findings.map(({ severity, file, line, column }) => [severity, file, line, column])).toEqual([
    ["warning", "a.mdx", 1, 1],
    ["warning", "b.mdx", 1, 5],
  ]);
});

test("drafts are pages in development only", async () => {
  const files = createFiles({ "a.mdx": "---\ndraft: true\n---\nText." });
  expect((await buildSite(createProject(), files)).pages).toEqual([]);
  expect((await buildSite(createProject(), files, { drafts: true })).pages).toMatchObject([
    { path: "/docs/a", draft: true, noindex: true },
  ]);
});

test("only a changed page is parsed again", async () => {
  const project = createProject({ id: "counted" });
  const texts = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`page-${index}.mdx`, `Text ${index}.`]));
  const parse = vi.mocked(parsing.parsePage);
  parse.mockClear();
  const first = await buildSite(project, createFiles(texts));
  expect(parse).toHaveBeenCalledTimes(50);
  const second = await buildSite(project, createFiles({ ...texts, "page-7.mdx": "Changed." }));
  expect(parse).toHaveBeenCalledTimes(51);
  expect(second.hash).not.toBe(first.hash);
  expect((await buildSite(project, createFiles(texts))).hash).toBe(first.hash);
});

test("a page that cannot be read for whatever reason costs itself, and stays as hidden as its author has it", async () => {
  vi.mocked(cutting.toPassages).mockImplementationOnce(() => {
    throw new Error("no idea");
  });
  const texts = { "a.mdx": "---\ntitle: First\n---\n\nThe words.", "b.mdx": "# Second\n\nText." };
  const site = await buildFiles(texts);
  const [broken] = site.pages;
  expect(site.findings).toEqual([expect.objectContaining({ file: "a.mdx", message: expect.stringContaining("Error: no idea") })]);
  expect(site.pages.map(({ path, title }) => [path, title])).toEqual([
    ["/docs/a", "First"],
    ["/docs/b", "Second"],
  ]);
  expect([broken?.noindex, broken?.listed, site.passages.map(({ path }) => path)]).toEqual([true, false, ["/docs/b"]]);
  expect(await toMarkdown(broken as Page)).toContain("The words.");
});
