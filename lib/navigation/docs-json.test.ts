import { expect, test } from "vitest";
import { buildFiles, createFiles, createProject } from "../../internal/testing/content.ts";
import { DOCS_ASSETS, DOCS_REPOSITORY } from "../../internal/testing/content-docs-json.ts";
import { buildSite } from "../content/content.ts";
import type { NavNode } from "./model.ts";
import { pagesInOrder } from "./navigation.ts";
import { navigationView } from "./view.ts";

const site = await buildSite(createProject(), { ...createFiles(DOCS_REPOSITORY), assets: DOCS_ASSETS });
const viewOf = (path: string) => {
  const page = site.pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`There is no page ${path}.`);
  return navigationView(site, page);
};

function outline(nodes: readonly NavNode[]): unknown[] {
  return nodes.map((node) => {
    if (node.type === "group") return [node.index ? `${node.title} ${node.index.path}` : node.title, ...outline(node.children)];
    return node.title;
  });
}

test("the sidebar shows the groups of the tab that holds the page, in the order of docs.json", () => {
  expect(outline(viewOf("/docs/guides/first").nodes)).toEqual([["Start", "Welcome", "Quick", ["More /docs/guides", "First"]]]);
});

test("tabs show where the page is; one without pages is a link", () => {
  const { tabs } = viewOf("/docs/v1/intro");
  expect(tabs.map(({ title, url, isCurrent }) => [title, url, isCurrent])).toEqual([
    ["Guides", "/docs", false],
    ["Reference", "/docs/v2/intro", true],
    ["Everything", "/docs/api-reference/pets/list-pets", false],
    ["Blog", "https://blog.example.com", false],
  ]);
});

test("versions are offered only beside each other", () => {
  expect(viewOf("/docs/v1/intro").versions.map(({ title, isCurrent }) => [title, isCurrent])).toEqual([
    ["v2", false],
    ["v1", true],
  ]);
  expect(viewOf("/docs/quickstart").versions).toEqual([]);
});

test("global anchors are on every page", () => {
  expect(viewOf("/docs/es").anchors.map(({ title, url }) => [title, url])).toEqual([["Forum", "https://forum.example.com"]]);
});

test("breadcrumbs are the groups above a page; the page before and after are those of its section", () => {
  const { trail, previous, next } = viewOf("/docs/guides/first");
  expect(trail.map(({ title, path }) => [title, path])).toEqual([
    ["Start", undefined],
    ["More", "/docs/guides"],
    ["First", "/docs/guides/first"],
  ]);
  expect([previous?.path, next]).toEqual(["/docs/guides", undefined]);
});

test("operations of a description without pages are grouped by tag", () => {
  expect(outline(viewOf("/docs/api-reference/pets/add-a-pet").nodes)).toEqual([["Pets", "List pets", "Add a pet"]]);
});

test("a page in no navigation sees the first section, and is nowhere in it", () => {
  const { tabs, trail, nodes } = viewOf("/docs/unlisted");
  expect(tabs.some(({ isCurrent }) => isCurrent)).toBe(false);
  expect(trail).toEqual([]);
  expect(nodes.length).toBeGreaterThan(0);
});

test("reading order has the pages of the version and those outside of all versions, each once", () => {
  expect(pagesInOrder(site, { language: "en", version: "v1" }).map(({ path }) => path)).toEqual([
    "/docs",
    "/docs/quickstart",
    "/docs/guides",
    "/docs/guides/first",
    "/docs/v1/intro",
    "/docs/api-reference/pets/add-a-pet",
  ]);
});

test("products are a menu of which the sidebar shows one; menus of a tab follow below it", async () => {
  const group = (name: string, ...pages: string[]) => ({ group: name, pages });
  const navigation = {
    products: [
      { product: "Core", icon: "box", description: "The engine", groups: [group("Core", "core/a", "core/b")] },
      {
        product: "Cloud",
        tabs: [
          {
            tab: "Guides",
            menu: [
              { item: "Start", groups: [group("G", "cloud/a")] },
              { item: "More", pages: ["cloud/b"] },
            ],
          },
          { tab: "API", pages: ["cloud/c"] },
        ],
      },
      { product: "Shop", href: "https://shop.example.com" },
    ],
  };
  const names = ["core/a", "core/b", "cloud/a", "cloud/b", "cloud/c"];
  const texts = Object.fromEntries(names.map((name) => [`${name}.mdx`, `# ${name}`]));
  const products = await buildFiles({ "docs.json": JSON.stringify({ name: "P", navigation }), ...texts });
  const view = (path: string) => {
    const { menus, tabs, nodes } = navigationView(products, { path, language: "en", version: null });
    const titles = (list: typeof tabs) => list.map(({ title, url, isCurrent }) => `${isCurrent ? "*" : ""}${title} ${url}`);
    return { menus: menus.map(titles), tabs: titles(tabs), nodes: outline(nodes) };
  };
  const shop = "Shop https://shop.example.com";
  expect(view("/docs/core/b")).toEqual({
    menus: [["*Core /docs/core/a", "Cloud /docs/cloud/a", shop]],
    tabs: [],
    nodes: [["Core", "core/a", "core/b"]],
  });
  expect(view("/docs/cloud/b")).toEqual({
    menus: [
      ["Core /docs/core/a", "*Cloud /docs/cloud/a", shop],
      ["Start /docs/cloud/a", "*More /docs/cloud/b"],
    ],
    tabs: ["*Guides /docs/cloud/a", "API /docs/cloud/c"],
    nodes: ["cloud/b"],
  });
});

const buildNavigation = (navigation: object, names: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const texts = Object.fromEntries(names.map((name) => [`${name}.mdx`, `# ${name}`]));
  return buildFiles({ "docs.json": JSON.stringify({ name: "P", navigation }), ...texts, ...more });
};

test("an entry of a group that is named as a group and as something else is a group, with all of its pages", async () => {
  const entries = [
    "start",
    { anchor: "sdk-reference", group: "Reference", pages: ["ref/a", { tab: "More", pages: ["ref/b"] }] },
    { anchor: "Forum", href: "https://forum.example.com" },
  ];
  const built = await buildNavigation({ tabs: [{ tab: "Docs", groups: [{ group: "Guides", pages: entries }] }] }, [
    "start",
    "ref/a",
    "ref/b",
  ]);
  const { nodes, trail } = navigationView(built, { path: "/docs/ref/b", language: "en", version: null });
  expect(outline(nodes)).toEqual([["Guides", "start", ["Reference", "ref/a", ["More", "ref/b"]], "Forum"]]);
  expect(trail.map(({ title }) => title)).toEqual(["Guides", "Reference", "More", "ref/b"]);
});

test("tabs beside versions that have the same tabs are one row, in which one is current", async () => {
  const tabs = [
    {
      tab: "Guides",
      menu: [
        { item: "Start", pages: ["a"] },
        { item: "More", pages: ["b"] },
      ],
    },
    { tab: "API", pages: ["c"] },
  ];
  const built = await buildNavigation({ versions: [{ version: "v1", tabs }], tabs }, ["a", "b", "c"]);
  const view = navigationView(built, { path: "/docs/b", language: "en", version: "v1" });
  expect(view.tabs.map(({ title, isCurrent }) => [title, isCurrent])).toEqual([
    ["Guides", true],
    ["API", false],
  ]);
  expect(view.menus.map((menu) => menu.map(({ title, isCurrent }) => [title, isCurrent]))).toEqual([
    [
      ["Start", false],
      ["More", true],
    ],
  ]);
});

test("entries from a description elsewhere stay in the navigation, as links to it", async () => {
  const address = "https://api.example.com/openapi";
  const navigation = {
    tabs: [
      { tab: "Guides", pages: ["a"] },
      { tab: "Registry", openapi: address },
      {
        tab: "Reference",
        openapi: { source: address, directory: "ref" },
        pages: ["b", { group: "Pets", pages: ["c", "GET /pets", "POST /pets"] }, { group: "Toys", pages: ["GET /toys"] }],
      },
    ],
  };
  const built = await buildNavigation(navigation, ["a", "b", "c"]);
  const { tabs, nodes } = navigationView(built, { path: "/docs/b", language: "en", version: null });
  expect(tabs.map(({ title, url, isExternal }) => [title, url, isExternal])).toEqual([
    ["Guides", "/docs/a", false],
    ["Registry", address, true],
    ["Reference", "/docs/b", false],
  ]);
  const link = "api.example.com/openapi";
  expect(outline(nodes)).toEqual(["b", ["Pets", "c", link], ["Toys", link]]);
  expect(built.findings.map(({ message }) => message)).toEqual([
    `The API description at ${address} is not fetched: navigation has links to it in place of its operations.`,
  ]);
});
