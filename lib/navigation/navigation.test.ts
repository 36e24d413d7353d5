import { expect, test } from "vitest";
import { buildFiles, createFiles, createLargeProject, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../content/content.ts";
import type { NavNode } from "./model.ts";
import { homePath, navigationOf, pagesInOrder, startPath } from "./navigation.ts";
import { navigationView } from "./view.ts";

const page = (title: string, more = "") => `---\ntitle: ${title}\n${more}---\nText.`;
const meta = (value: object) => JSON.stringify(value);

/** A tree as lines: pages by name and address, groups and sections with what is in them. */
function outline(nodes: readonly NavNode[]): unknown[] {
  return nodes.map((node) => {
    if (node.type === "label") return `--- ${node.title}`;
    if (node.type === "page") return `${node.title} ${node.path}`;
    if (node.type === "link") return `${node.title} ${node.url}`;
    const name = node.type === "group" && node.index ? `${node.title} ${node.index.path}` : node.title;
    return [name, ...outline(node.children)];
  });
}

async function treeOf(texts: Record<string, string>) {
  return outline(navigationOf(await buildFiles(texts), "en", null));
}

test("without meta.json the index comes first, then pages, then folders, by name", async () => {
  const tree = await treeOf({
    "zeta.mdx": page("Zeta"),
    "alpha.mdx": page("Alpha", "sidebarTitle: A\n"),
    "index.mdx": page("Home"),
    "guides/second.mdx": page("Second"),
    "guides/index.mdx": page("Guides"),
    "more-things/deep/x.mdx": page("X"),
    "(group)/grouped.mdx": page("Grouped"),
  });
  expect(tree).toEqual([
    "Home /docs",
    "A /docs/alpha",
    "Zeta /docs/zeta",
    ["Group", "Grouped /docs/grouped"],
    ["Guides /docs/guides", "Second /docs/guides/second"],
    ["More things", ["Deep", "X /docs/more-things/deep/x"]],
  ]);
});

test("meta.json orders, names, separates, links, spreads and leaves out", async () => {
  const tree = await treeOf({
    "meta.json": meta({
      pages: [
        "---Start---",
        "b",
        "index",
        "...flat",
        "guides",
        "[Blog](https://example.com/blog)",
        "[Errors](/docs/b)",
        "...",
        "!hidden",
        "nowhere",
      ],
    }),
    "index.mdx": page("Home"),
    "a.mdx": page("A"),
    "b.mdx": page("B"),
    "hidden.mdx": page("Hidden"),
    "flat/one.mdx": page("One"),
    "guides/meta.json": meta({ title: "How to", defaultOpen: true, pages: ["two", "one"] }),
    "guides/one.mdx": page("Guide one"),
    "guides/two.mdx": page("Guide two"),
    "guides.mdx": page("All guides"),
  });
  expect(tree).toEqual([
    "--- Start",
    "B /docs/b",
    "Home /docs",
    "One /docs/flat/one",
    ["How to /docs/guides", "Guide two /docs/guides/two", "Guide one /docs/guides/one"],
    "Blog https://example.com/blog",
    "Errors /docs/b",
    "A /docs/a",
  ]);
});

test("each language and version has its own complete tree, missing pages as fallback", async () => {
  const site = await buildSite(
    createLargeProject(),
    createFiles({
      "en/v2/meta.json": meta({ pages: ["b", "a"] }),
      "en/v2/a.mdx": page("A"),
      "en/v2/b.mdx": page("B"),
      "en/v1/a.mdx": page("Old A"),
      "es/v2/a.mdx": page("Á"),
    }),
  );
  const tree = (language: string, version: string) => outline(navigationOf(site, language, version));
  expect(tree("en", "v2")).toEqual(["B /docs/b", "A /docs/a"]);
  expect(tree("en", "v1")).toEqual(["Old A /docs/v1/a"]);
  expect(tree("es", "v2")).toEqual(["B /es/docs/b", "Á /es/docs/a"]);
  expect(tree("es", "v1")).toEqual(["Old A /es/docs/v1/a"]);
  expect(pagesInOrder(site, { language: "es", version: "v2" }).map(({ path }) => path)).toEqual(["/es/docs/a"]);
});

test("neighbours follow the order of the sidebar", async () => {
  const site = await buildFiles({
    "meta.json": meta({ pages: ["b", "f", "a"] }),
    "a.mdx": page("A"),
    "b.mdx": page("B"),
    "f/index.mdx": page("F"),
  });
  const { previous, next } = navigationView(site, { language: "en", version: null, path: "/docs/f" });
  expect([previous?.path, next?.path]).toEqual(["/docs/b", "/docs/a"]);
});

test("folders with root in their meta.json are tabs, and pages beside them are the first one", async () => {
  const site = await buildFiles({
    "meta.json": meta({ title: "Guide", pages: ["index", "api", "sdk"] }),
    "index.mdx": page("Home"),
    "api/meta.json": meta({ title: "API", root: true, icon: "code" }),
    "api/one.mdx": page("One"),
    "sdk/meta.json": meta({ title: "SDK", root: true }),
    "sdk/two.mdx": page("Two"),
  });
  const view = navigationView(site, { language: "en", version: null, path: "/docs/api/one" });
  expect(view.tabs.map(({ title, url, isCurrent }) => [title, url, isCurrent])).toEqual([
    ["Guide", "/docs", false],
    ["API", "/docs/api/one", true],
    ["SDK", "/docs/sdk/two", false],
  ]);
  expect(outline(view.nodes)).toEqual(["One /docs/api/one"]);
  expect(outline(navigationView(site, { language: "en", version: null, path: "/docs" }).nodes)).toEqual(["Home /docs"]);
});

test("a meta.json that cannot be used is named with its reason", async () => {
  const site = await buildFiles({ "meta.json": '{\n  "pages": [}', "f/meta.json": meta({ pages: "a" }), "a.mdx": page("A") });
  expect(site.findings).toEqual([
    { severity: "error", file: "meta.json", line: 2, column: 13, message: expect.stringContaining("not valid JSON") },
    { severity: "error", file: "f/meta.json", line: 1, column: 10, message: 'pages: must be a list in [ ], and is "a"' },
  ]);
});

test.each(["javascript:x", "JavaScript:x", "\u0001javascript:x", "data:text/html,x", "vbscript:x", "x:javascript"])(
  "a link to %s is left out",
  async (url) => {
    const texts = { "meta.json": JSON.stringify({ pages: [`[Bad](${url})`, "[Good](https://example.com)", "a"] }), "a.mdx": "A" };
    const tree = navigationOf(await buildFiles(texts), "en", null);
    expect(tree.map(({ title }) => title)).toEqual(["Good", "A"]);
  },
);

test("the API reference, which no meta.json names, is not in the last section above it", async () => {
  const operation = { operationId: "start", tags: ["Programs"], summary: "Start", responses: { 200: { description: "ok" } } };
  const api = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths: { "/start": { post: operation } } };
  const trailIn = async (pages: string[]) => {
    const texts = { "meta.json": meta({ pages }), "index.mdx": page("Home"), "other.mdx": page("Other") };
    const site = await buildSite(createProject(), createFiles(texts, JSON.stringify(api)));
    const trailOf = (path: string) =>
      navigationView(site, { path, language: "en", version: null }).trail.map(({ title }) => title);
    expect(trailOf("/docs/other")).toEqual(["Begin", "Other"]);
    return trailOf("/docs/api/programs/start");
  };
  expect(await trailIn(["---Begin---", "index", "..."])).toEqual(["API reference", "Programs", "Start"]);
  expect(await trailIn(["---Begin---", "index", "other", "---For machines---", "..."])).toEqual([
    ...["For machines", "API reference", "Programs", "Start"],
  ]);
  expect(await trailIn(["---Begin---", "index", "other", "api"])).toEqual(["Begin", "API reference", "Programs", "Start"]);
});

test("the folder of the API pages is the last entry where no order names it, and neighbours have their own titles", async () => {
  const operation = { operationId: "start", tags: ["Programs"], summary: "Start", responses: { 200: { description: "ok" } } };
  const api = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths: { "/start": { post: operation } } };
  const pages = { "index.mdx": page("Home"), "guides/first.mdx": page("First"), "zoo/last.mdx": page("Last") };
  const entriesOf = async (texts: Record<string, string>) => {
    const site = await buildSite(createProject(), createFiles({ ...pages, ...texts }, JSON.stringify(api)));
    return { site, entries: navigationOf(site, "en", null).map(({ title }) => title) };
  };
  const { site, entries } = await entriesOf({});
  expect(entries).toEqual(["Home", "Guides", "Zoo", "API reference"]);
  expect((await entriesOf({ "meta.json": meta({ pages: ["z...a"] }) })).entries.at(-1)).toBe("API reference");
  expect((await entriesOf({ "api/meta.json": meta({ position: 1 }) })).entries[0]).toBe("API reference");
  const view = (path: string) => navigationView(site, { path, language: "en", version: null });
  const around = ({ previous, trail, next }: ReturnType<typeof view>) =>
    [previous, trail.at(-1), next].map((step) => step?.title);
  expect(around(view("/docs/api"))).toEqual(["Last", "Acme", "Programs"]);
  expect(around(view("/docs/api/programs"))).toEqual(["Acme", "Programs", "Start"]);
});

test("the folder of the API pages has its title in the reader's language, unless a meta.json gives it one", async () => {
  const operation = { operationId: "start", tags: ["Programs"], summary: "Start", responses: { 200: { description: "ok" } } };
  const api = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths: { "/start": { post: operation } } };
  const languages = ["en", "es", "de"].map((id) => ({ id, label: id }));
  const texts = { "en/index.mdx": page("Home"), "de/api/meta.json": meta({ title: "Schnittstelle" }) };
  const site = await buildSite(createProject({ languages }), createFiles(texts, JSON.stringify(api)));
  const titles = languages.map(({ id }) => navigationOf(site, id, null).at(-1)?.title);
  expect(titles).toEqual(["API reference", "Referencia de la API", "Schnittstelle"]);
});

test("of the names in a meta.json that nothing reads the first hundred are compared with settings, so that data of others takes no time", async () => {
  const data = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`entry-${index}`, 1]));
  const { findings } = await buildSite(
    createProject(),
    createFiles({ "a.mdx": "# A", "meta.json": JSON.stringify({ titel: "A", ...data, desciption: "B" }) }),
  );
  expect(findings.map(({ message }) => message)).toEqual(['there is no setting "titel". Did you mean "title"?']);
});

test("a site of docs.json begins at its first page, and one of folders has a landing page beside its index", async () => {
  const pages = { "guide/b.mdx": "# B", "a.mdx": "# A" };
  const listed = await buildFiles({ ...pages, "docs.json": '{ "name": "Acme", "navigation": { "pages": ["guide/b", "a"] } }' });
  expect([homePath(listed, "en"), startPath(listed, "en")]).toEqual(["/docs/guide/b", "/docs/guide/b"]);
  const folders = await buildFiles(pages);
  expect([homePath(folders, "en"), startPath(folders, "en")]).toEqual(["/", "/docs"]);
  const atRoot = await buildSite(createLargeProject({ pagesAt: "root", versions: [] }), createFiles({ "en/a.mdx": "# A" }));
  expect(["en", "es"].map((language) => [homePath(atRoot, language), startPath(atRoot, language)])).toEqual([
    ["/", "/a"],
    ["/es", "/es"],
  ]);
});
