/* Made-up sites for the golden file of addresses: one for each way in which the addresses of a site can differ. */

import { checkConfig } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import { createFiles, createProject } from "./content.ts";
import { DOCS_ASSETS, DOCS_REPOSITORY } from "./content-docs-json.ts";
import type { AskedSite } from "./routing-addresses.ts";

type PagesAt = "docs" | "root";

const ASSETS = ["img/a b.png", "docs/f.txt", "en/img/c.png"];
const PETS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  tags: [{ name: "Pets" }],
  paths: {
    "/pets": {
      get: { operationId: "listPets", tags: ["Pets"], responses: { 200: { description: "x" } } },
      post: { tags: ["Pets"], responses: {} },
    },
    "/x": { get: { operationId: "loose", responses: {} } },
  },
});
const BODY =
  "[a](/docs/guides/first) [b](./guides/first) [c](../index) [d](/guides/first.md#x) ![p](/img/a b.png) [e](/docs/docs/inner) [f](/docs/api/pets) [g](/docs/gone)";

/** Pages by their names, with the front matter of each. */
const FOLDER_PAGES: Readonly<Record<string, string>> = {
  index: "title: A",
  "guides/index": "title: C",
  "guides/first": "title: B\naliases: [/old/first, older]",
  "bare/deep/one": "title: Below folders without an index",
  "(start)/quick start": "title: D",
  "100%": "title: E",
  "Ünïcode/データ": "title: F",
  "UPPER/Case": "title: G",
  changelog: "title: H\nrss: true\nslug: /news",
  "docs/inner": "title: I",
  "api/own": "title: J",
  draft: "title: K\ndraft: true",
  elsewhere: "title: L\nurl: https://example.com",
};

const CONFIGURED = checkConfig(
  {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "acme", domain: "acme", name: "Acme" }],
    redirects: [
      { from: "/legacy/:path*", to: "/docs/:path*" },
      { from: "/shop", to: "https://shop.example", permanent: false },
      { from: "/en/docs/renamed", to: "/docs/guides/first" },
    ],
  },
  "test",
).redirects;

function textOf(name: string, frontMatter: string): string {
  return `---\n${frontMatter}\n---\n\n${name === "changelog" ? '<Update label="1">x</Update>' : BODY}`;
}

interface Folders {
  readonly languages: readonly string[];
  readonly versions: readonly string[];
  readonly pagesAt: PagesAt;
  /** Pages that the site does not have, such as its index. */
  readonly without?: readonly string[];
}

/** Makes a site of folders. Its second language and version lack some of the pages. */
async function inFolders({ languages, versions, pagesAt, without = [] }: Folders): Promise<AskedSite> {
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));
  const project = createProject({ languages: named(languages), versions: named(versions), pagesAt });
  const texts: Record<string, string> = {};
  for (const [second, language] of languages.entries())
    for (const [old, version] of (versions.length > 0 ? versions : [""]).entries())
      for (const [name, frontMatter] of Object.entries(FOLDER_PAGES)) {
        if (without.includes(name) || (second > 0 && name.length % 3 === 0) || (old > 0 && name.length % 4 === 0)) continue;
        const folders = [languages.length > 1 ? language : "", version].filter(Boolean);
        texts[[...folders, `${name}.mdx`].join("/")] = textOf(name, frontMatter);
      }
  const files = createFiles(texts, PETS);
  const [other] = createFiles({ "other.json": PETS.replace('"title":"Pets"', '"title":"Other"') }).files;
  const site = await buildSite(project, { ...files, assets: ASSETS, named: other ? { other } : {} });
  return { site, redirects: CONFIGURED };
}

interface Repository {
  readonly navigation: unknown;
  readonly pages: readonly string[];
  readonly pagesAt: PagesAt;
  readonly redirects?: readonly { source: string; destination: string }[];
  readonly isReplaced?: boolean;
}

const REDIRECTS = [
  { source: "/old/:a*", destination: "/guides/:a*" },
  { source: "/o", destination: "/p" },
  { source: "/p", destination: "/o" },
];

/** Makes a site of a repository with a docs.json. */
async function inDocsJson({
  navigation,
  pages,
  pagesAt,
  redirects = REDIRECTS,
  isReplaced = false,
}: Repository): Promise<AskedSite> {
  const settings = { name: "N", theme: "mint", colors: { primary: "#000000" }, navigation, redirects };
  const texts = Object.fromEntries(pages.map((name) => [`${name}.mdx`, textOf(name, `title: ${name}`)]));
  const files = createFiles({ "docs.json": JSON.stringify(settings), "openapi.json": PETS, ...texts });
  const site = await buildSite(
    { ...createProject({ pagesAt }), isReplaced },
    { ...files, assets: ["img/a b.png", "docs/f.txt"] },
  );
  return { site, redirects: CONFIGURED };
}

const VERSIONS = {
  versions: [
    { version: "2025-06-18 (latest)", groups: [{ group: "A", pages: ["index", "guides/first"] }] },
    { version: "v1", groups: [{ group: "A", pages: ["v1/index", "v1/guides/first"] }] },
  ],
};
const VERSION_PAGES = ["index", "guides/first", "v1/index", "v1/guides/first", "lost", "docs/inner", "UPPER/Case"];
const PLAIN_PAGES = ["guides/first", "Ünïcode/データ", "100%", "docs/inner"];
const TRANSLATED = {
  languages: [
    { language: "en", groups: [{ group: "A", pages: ["start", "guides/first"] }] },
    { language: "fr", groups: [{ group: "A", pages: ["fr/start"] }] },
  ],
};
/** Folders with the same name at both places, none of which has an index. */
const TWICE_PAGES = ["start", "guides/first", "docs/guides/second", "docs/only/third", "hidden/one"];
const TWICE = {
  openapi: "openapi.json",
  groups: [
    { group: "A", pages: TWICE_PAGES.slice(0, 4) },
    { group: "B", pages: ["hidden/one"], hidden: true },
  ],
};
const CIRCLES = [
  { source: "/docs/:slug*", destination: "/:slug*" },
  { source: "/one", destination: "/two" },
  { source: "/two", destination: "/one#part" },
  { source: "/deeper/:slug*", destination: "/deeper/x/:slug*" },
  { source: "/three", destination: "/four" },
  { source: "/four", destination: "/start" },
];

/** Makes the sites, by their names. */
export const SITES: Readonly<Record<string, () => Promise<AskedSite>>> = Object.fromEntries(
  (["docs", "root"] as const).flatMap((pagesAt) => [
    ...[["en"], ["en", "es"]].flatMap((languages) =>
      [[], ["3.x", "2.x"]].map((versions) => [
        [...languages, ...versions, pagesAt].join("-"),
        () => inFolders({ languages, versions, pagesAt }),
      ]),
    ),
    [
      `no-index-${pagesAt}`,
      () => inFolders({ languages: ["en", "es"], versions: [], pagesAt, without: ["index", "guides/index", "UPPER/Case"] }),
    ],
    [`json-everything-${pagesAt}`, () => everything(pagesAt)],
    [`json-versions-${pagesAt}`, () => inDocsJson({ navigation: VERSIONS, pages: VERSION_PAGES, pagesAt })],
    [
      `json-languages-${pagesAt}`,
      () => inDocsJson({ navigation: TRANSLATED, pages: ["start", "guides/first", "fr/start"], pagesAt }),
    ],
    [
      `json-plain-${pagesAt}`,
      () =>
        inDocsJson({ navigation: { groups: [{ group: "A", pages: PLAIN_PAGES }] }, pages: [...PLAIN_PAGES, "lost"], pagesAt }),
    ],
    [`json-twice-${pagesAt}`, () => inDocsJson({ navigation: TWICE, pages: TWICE_PAGES, pagesAt })],
    [
      `json-circles-${pagesAt}`,
      () => inDocsJson({ navigation: { pages: ["start"] }, pages: ["start"], pagesAt, redirects: CIRCLES }),
    ],
    [
      `json-replaced-${pagesAt}`,
      () => inDocsJson({ navigation: { pages: ["start"] }, pages: ["start", "v1/intro"], pagesAt, isReplaced: true }),
    ],
  ]),
);

async function everything(pagesAt: PagesAt): Promise<AskedSite> {
  const site = await buildSite(createProject({ pagesAt }), { ...createFiles(DOCS_REPOSITORY), assets: DOCS_ASSETS });
  return { site, redirects: [] };
}
