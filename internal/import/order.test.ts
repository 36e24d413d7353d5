import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import { makeFolder } from "../testing/folder.ts";
import { writeRepository } from "./fixtures/repository.ts";
import { readSite } from "./read-site.ts";
import { reportOn } from "./report.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const needs = (name: string) => JSON.stringify({ dependencies: { [name]: "1" } });

/** Reads a repository, with the addresses of its pages in the order of the sidebar and its tabs. */
async function read(texts: Readonly<Record<string, string>>) {
  const { site, plain } = await readSite(folder, writeRepository(folder, texts), "A");
  const docsJson = plain?.files.files.find((file) => file.path === "docs.json");
  return {
    ordered: pagesInOrder(site, { language: "en", version: null }).map(({ path: address }) => address),
    navigation: docsJson && JSON.parse(docsJson.text).navigation,
    report: await reportOn(site, { translated: plain }),
  };
}

const pages = (names: readonly string[], start = "") =>
  Object.fromEntries(names.map((name) => [`${start}${name}.md`, `---\ntitle: ${name.split("/").at(-1)}\n---\nText.`]));

test.each([
  [
    "Fumadocs",
    {
      "package.json": needs("fumadocs-core"),
      "content/docs/meta.json": '{"root":true,"pages":["index"]}',
      ...pages(["index", "more/p1", "more/p2", "more/p3"], "content/docs/"),
    },
  ],
  [
    "Docusaurus",
    {
      "package.json": needs("@docusaurus/core"),
      "docusaurus.config.js": "export default {};",
      "sidebars.js": 'export default { docs: ["index"] };',
      ...pages(["index", "more/p1", "more/p2", "more/p3"], "docs/"),
    },
  ],
  [
    "Starlight",
    {
      "package.json": needs("@astrojs/starlight"),
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ sidebar: ["index"] })] });',
      ...pages(["index", "more/p1", "more/p2", "more/p3"], "src/content/docs/"),
    },
  ],
  [
    "VitePress",
    {
      "docs/.vitepress/config.ts": 'export default { themeConfig: { sidebar: [{ text: "Start", link: "/" }] } };',
      ...pages(["index", "more/p1", "more/p2", "more/p3"], "docs/"),
    },
  ],
  [
    "MkDocs",
    { "mkdocs.yml": "site_name: A\nnav:\n  - index.md\n", ...pages(["index", "more/p1", "more/p2", "more/p3"], "docs/") },
  ],
])("where an order leaves out most pages, folders make the sidebar: %s", async (_, texts) => {
  const { ordered, report } = await read(texts);
  expect(ordered).toHaveLength(4);
  expect(report).toMatchObject({ pages: 4, listed: 4, whole: 4, reasons: [] });
});

test("a page that no sidebar has is not as meant, unless it is hidden", async () => {
  const { report } = await read({
    "package.json": needs("@docusaurus/core"),
    "sidebars.js": 'export default { docs: ["a", "b"] };',
    "docs/hidden.md": "---\nunlisted: true\n---\n# Hidden",
    ...pages(["a", "b", "c"], "docs/"),
  });
  expect(report).toMatchObject({ pages: 4, whole: 3 });
  expect(report.reasons.map(({ text, places }) => [text, places])).toEqual([
    ["No sidebar has the page: search and links lead there.", ["c.mdx"]],
  ]);
});

test("the topics of a plugin of Starlight are tabs", async () => {
  const { navigation, report } = await read({
    "package.json": needs("@astrojs/starlight"),
    "astro.config.mjs": `import { defineConfig } from "astro/config";
import starlight from "@astrojs/starlight";
import topics from "starlight-sidebar-topics";
export default defineConfig({ integrations: [starlight({ title: "Tea", plugins: [topics([
  { label: "Brewing", link: "/brew/", items: [{ label: "Second", items: ["b"] }, "a"] },
  { label: { en: "Growing" }, link: "/grow/", items: [{ label: "Fields", autogenerate: { directory: "grow" } }] },
  { label: "Shop", link: "https://shop.example" },
])] })] });`,
    ...pages(["a", "b", "grow/c"], "src/content/docs/"),
  });
  expect(navigation).toEqual({
    tabs: [
      { tab: "Brewing", pages: [{ group: "Second", expanded: true, pages: ["b"] }, "a"] },
      { tab: "Growing", pages: [{ group: "Fields", pages: ["grow/c"] }] },
    ],
  });
  expect(report).toMatchObject({ pages: 3, whole: 3 });
});

const INSTANCES = `export default {
  title: "Many",
  presets: [["classic", PRESET]],
  plugins: [
    ["@docusaurus/plugin-content-docs", { id: "api", path: "reference", routeBasePath: "api", sidebarPath: "./sidebarsApi.js" }],
    ["content-docs", { id: "help", path: "help", routeBasePath: "help", sidebarPath: false }],
    ["@docusaurus/plugin-ideal-image", {}],
  ],
  themeConfig: { navbar: { items: [
    { type: "docSidebar", sidebarId: "docs", label: "Guides" },
    { to: "/help/start", label: "Help desk" },
    { type: "docSidebar", sidebarId: "calls", docsPluginId: "api", label: "API" },
  ] } },
};`;

test.each([
  ["beside a preset", '{ docs: { sidebarPath: "./sidebars.js" } }', true],
  ["alone", "{ docs: false }", false],
])("every folder of pages of Docusaurus is read, with its sidebar and addresses: %s", async (_, preset, hasDocs) => {
  const { ordered, navigation, report } = await read({
    "package.json": needs("@docusaurus/core"),
    "docusaurus.config.js": INSTANCES.replace("PRESET", preset),
    ...(hasDocs ? { "sidebars.js": 'export default { docs: ["a"] };', ...pages(["a"], "docs/") } : {}),
    "sidebarsApi.js": 'export default { calls: [{ type: "category", label: "Calls", items: ["two", "one"] }] };',
    ...pages(["one", "two"], "reference/"),
    ...pages(["start", "more"], "help/"),
  });
  const others = ["help/more", "help/start", "api/two", "api/one"];
  expect(ordered).toEqual([...(hasDocs ? ["a"] : []), ...others].map((name) => `/docs/${name}`));
  expect(navigation.tabs.map(({ tab }: { tab: string }) => tab)).toEqual([...(hasDocs ? ["Guides"] : []), "Help desk", "API"]);
  expect(report).toMatchObject({ pages: hasDocs ? 5 : 4, whole: hasDocs ? 5 : 4 });
});
