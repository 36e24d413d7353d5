import { expect, test, vi } from "vitest";
import { buildFiles, createFiles, createProject } from "../../../internal/testing/content.ts";
import { DOCS_ASSETS, DOCS_REPOSITORY } from "../../../internal/testing/content-docs-json.ts";
import { buildSite } from "../content.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "../output/compile.ts";
import { leadsOn } from "../site/addresses.ts";
import type { Site } from "../site/site.ts";
import { readDocsJson } from "./docs-json.ts";

const build = (texts: Readonly<Record<string, string>> = DOCS_REPOSITORY) =>
  buildSite({ ...createProject(), isReplaced: true }, { ...createFiles(texts), assets: DOCS_ASSETS });
const site = await build();
const pageAt = (path: string) => site.pages.find((page) => page.path === path);

test("an operation has its summary as its address, in which a word in camel case stays one", async () => {
  const get = { summary: "Get filterableAttributes", tags: ["API keys"], responses: { 200: { description: "All." } } };
  const site = await buildFiles({
    "docs.json": JSON.stringify({
      navigation: { pages: [{ group: "API", openapi: { source: "api.json", directory: "ref" }, pages: ["GET /a"] }] },
    }),
    "api.json": JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { get } } }),
  });
  expect(site.pages.map(({ path }) => path)).toEqual(["/docs/ref/api-keys/get-filterableattributes"]);
});

test("a description may say where the page of an operation is and what it is called, and which ones are hidden or left out", async () => {
  const toOperation = (summary: string, more: object) => ({ get: { summary, tags: ["T"], ...more } });
  const metadata = { title: "All pets", sidebarTitle: "Pets", description: "Lists them.", tag: "NEW" };
  const paths = {
    "/a": toOperation("List", { "x-mint": { href: "/es/reference/list-pets/", metadata } }),
    "/b": toOperation("Climb", { "x-mint": { href: "/../../etc/x", metadata: { title: 5 } } }),
    "/c": toOperation("Hidden", { "x-hidden": true }),
    "/d": toOperation("Gone", { "x-excluded": true }),
  };
  const site = await buildFiles({
    "docs.json": JSON.stringify({ navigation: { tabs: [{ tab: "API", openapi: { source: "api.json", directory: "ref" } }] } }),
    "api.json": JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths }),
  });
  expect(site.pages.map(({ path, title, listed }) => [path, title, listed])).toEqual([
    ["/docs/es/reference/list-pets", "All pets", true],
    ["/docs/ref/t/climb", "Climb", true],
    ["/docs/ref/t/hidden", "Hidden", false],
  ]);
  expect(site.pages[0]).toMatchObject({ sidebarTitle: "Pets", description: "Lists them.", tag: "NEW" });
});

test("a path in the repository is the address of its page; what is not a page has none", () => {
  expect(site.pages.map(({ path }) => path)).toEqual([
    "/docs",
    "/docs/api-reference/pets/add-a-pet",
    "/docs/api-reference/pets/list-pets",
    "/docs/es",
    "/docs/es/quickstart",
    "/docs/guides",
    "/docs/guides/first",
    "/docs/pets/add",
    "/docs/quickstart",
    "/docs/secret",
    "/docs/unlisted",
    "/docs/v1/intro",
    "/docs/v2/intro",
  ]);
});

test("a file that the navigation names is a page, whatever it is called and whichever pages include it", async () => {
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { pages: ["index", "modules/bank/README", "shared/part", "CHANGELOG"] } }),
    "index.mdx": 'import Part from "/shared/part.mdx"\n\n# Home\n\n<Part />',
    "modules/bank/README.mdx": "# Bank",
    "modules/auth/README.mdx": "# Auth",
    "shared/part.mdx": "# Part",
    "CHANGELOG.md": "# Changes",
    "README.md": "# About the repository",
  });
  const { pages, findings } = await buildSite(createProject(), files);
  expect(findings).toEqual([]);
  expect(pages.map(({ path, title, listed }) => [path, title, listed])).toEqual([
    ["/docs", "Home", true],
    ["/docs/CHANGELOG", "Changes", true],
    ["/docs/modules/auth/README", "Auth", false],
    ["/docs/modules/bank/README", "Bank", true],
    ["/docs/shared/part", "Part", true],
  ]);
});

test("language and version come from the navigation alone", () => {
  expect(pageAt("/docs/es/quickstart")).toMatchObject({ language: "es", version: null, slug: "quickstart" });
  expect(pageAt("/docs/v1/intro")).toMatchObject({ language: "en", version: "v1", slug: "intro" });
  expect(pageAt("/docs/quickstart")).toMatchObject({ language: "en", version: null });
  expect(site.project).toMatchObject({ name: "Pets", defaultLanguage: "en", defaultVersion: "v2" });
  expect(site.project.languages.map(({ label }) => label)).toEqual(["English", "Español"]);
});

test("a page that is hidden or in no navigation is reachable and not listed, nor searched", () => {
  for (const path of ["/docs/secret", "/docs/unlisted"]) {
    expect(pageAt(path)).toMatchObject({ listed: false, noindex: false });
    expect(site.passages.some((passage) => passage.path === path)).toBe(false);
  }
});

test("links lead to pages and files of the repository by their addresses here", () => {
  expect(pageAt("/docs")?.links).toEqual({
    "/guides/first": "/docs/guides/first",
    "/images/cat.png": "/docs/images/cat.png",
    "/old/first": "/docs/old/first",
  });
  expect(pageAt("/docs/quickstart")?.links).toEqual({ "./guides/first.mdx#part": "/docs/guides/first#part" });
  expect(pageAt("/docs/guides/first")?.links).toEqual({ "dog.png": "/docs/guides/dog.png" });
});

test("an operation named in the front matter gives the page its title, its words and its reference", async () => {
  expect(pageAt("/docs/pets/add")).toMatchObject({
    title: "Add a pet",
    kind: "guide",
    operation: { method: "POST", path: "/pets", description: "specs/pets.json" },
  });
  expect(site.passages.some(({ path, text }) => path === "/docs/pets/add" && text.includes("Added."))).toBe(true);
  expect(await toMarkdown(pageAt("/docs/pets/add") as Page)).toMatch(/POST \/pets[\s\S]*Added\./);
});

test("a webhook that a page names is its reference, in its words", async () => {
  const pets = JSON.parse(DOCS_REPOSITORY["specs/pets.json"] ?? "");
  const content = { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } };
  const webhooks = { "/new-pet": { post: { summary: "New pet", description: "Sent for each pet.", requestBody: { content } } } };
  const texts = {
    ...DOCS_REPOSITORY,
    "specs/pets.json": JSON.stringify({ ...pets, webhooks }),
    "hook.mdx": "---\nopenapi: WEBHOOK /new-pet\n---\n",
  };
  const hooked = await buildFiles(texts);
  const page = hooked.pages.find(({ path }) => path === "/docs/hook");
  expect(page).toMatchObject({ title: "New pet", operation: { method: "WEBHOOK", path: "/new-pet" } });
  expect(page?.operation?.markdown).toContain("`name`");
});

test("a page that the navigation names and nobody wrote is a warning", () => {
  const message = expect.stringContaining("there is no page missing");
  expect(site.findings).toEqual([expect.objectContaining({ severity: "warning", message })]);
});

test("unknown and wrong fields are listed with file and line, and cost only themselves", async () => {
  const docs = {
    name: "Pets",
    colours: "red",
    colors: { primary: "green" },
    navigation: { groups: [{ group: "A", icn: "x", pages: ["index", 5, { group: "B", hidden: "yes", pages: ["quickstart"] }] }] },
  };
  const { findings, pages } = await build({ ...DOCS_REPOSITORY, "docs.json": JSON.stringify(docs, null, 2) });
  expect(findings.map(({ file, line, message }) => [file, line, message.split(":")[0]])).toEqual([
    ["docs.json", 5, "colors.primary"],
    ["docs.json", 14, "navigation.groups[0].pages[1]"],
    ["docs.json", 17, "navigation.groups[0].pages[2].hidden"],
    ["docs.json", 11, "navigation.groups[0].icn"],
    ["docs.json", 3, "colours"],
  ]);
  expect(pages.filter(({ listed }) => listed).map(({ path }) => path)).toEqual(["/docs", "/docs/quickstart"]);
});

test("a hundred of a hundred thousand unknown fields are reported with their lines, and the others counted", () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 1]));
  const locating = vi.spyOn(String.prototype, "lastIndexOf");
  const read = readDocsJson(createFiles({ "docs.json": JSON.stringify({ ...fields, navigation: { pages: ["a"] } }) }).files);
  // Each is looked up from the beginning of a megabyte.
  expect(locating.mock.calls.length).toBeLessThan(200);
  locating.mockRestore();
  expect(read?.findings.map(({ message }) => message).slice(-2)).toEqual([
    "field99: this field is not known; it is left out.",
    "99900 more fields are unknown or wrong, and left out.",
  ]);
  expect(read?.docs.tree.children).toHaveLength(1);
});

test("a docs.json that is not JSON is named with its line, and every page is still there", async () => {
  const { findings, pages } = await build({ ...DOCS_REPOSITORY, "docs.json": '{\n  "name": "Pets",\n  oops\n}' });
  expect(findings[0]).toMatchObject({ file: "docs.json", line: 3 });
  expect(pages.map(({ path }) => path)).toContain("/docs/guides/first");
});

test("a docs.json that is nested without end is named, and every page is still there", async () => {
  const deep = `{"name": "Pets", "navigation": ${'{"global":'.repeat(30_000)}{}${"}".repeat(30_000)}}`;
  const { findings, pages } = await build({ ...DOCS_REPOSITORY, "docs.json": deep });
  expect(findings).toContainEqual(
    expect.objectContaining({ file: "docs.json", message: expect.stringContaining("nested too deeply") }),
  );
  expect(pages.length).toBeGreaterThan(5);
});

test.each([
  ["a circle", { "config/navigation.json": '{"$ref": "./navigation.json"}' }, /leads back to itself/],
  ["a file that is not there", { "config/navigation.json": '{"groups": {"$ref": "./none.json"}}' }, /no file config\/none\.json/],
  ["a file outside", { "config/navigation.json": '{"groups": {"$ref": "../../etc/passwd"}}' }, /no file \.\.\/etc\/passwd/],
])("a $ref to %s is named and left out", async (_, texts, message) => {
  const { findings, pages } = await build({ ...DOCS_REPOSITORY, ...texts });
  expect(findings).toContainEqual(
    expect.objectContaining({ file: "config/navigation.json", line: 1, message: expect.stringMatching(message) }),
  );
  expect(pages.length).toBeGreaterThan(5);
});

test("a path out of the folder is left out", async () => {
  const docs = JSON.stringify({ navigation: { groups: [{ group: "A", pages: ["../secret", "index"] }] } });
  const { findings } = await build({ ...DOCS_REPOSITORY, "docs.json": docs });
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining("navigation.groups[0].pages[0]: must stay inside"),
  ]);
});

test("two files of one address: the one without index wins, and the other is named", async () => {
  const { findings } = await build({ ...DOCS_REPOSITORY, "guides/first/index.mdx": "# Other" });
  expect(findings).toContainEqual(
    expect.objectContaining({ file: "guides/first/index.mdx", message: expect.stringContaining("guides/first.mdx") }),
  );
});

test("a mint.json is not read, and the remedy is named", async () => {
  const { "docs.json": settings = "", ...texts } = DOCS_REPOSITORY;
  const { settings: read, findings } = await build({ ...texts, "mint.json": settings });
  expect(read).toBeNull();
  expect(findings).toContainEqual(
    expect.objectContaining({ file: "mint.json", message: expect.stringContaining("npm run import") }),
  );
});

const HOSTILE_ADDRESSES = ["javascript:alert(1)", "java\tscript:x", "/\t/evil.example", "/\\evil.example", "data:text/html,x"];
test.each(HOSTILE_ADDRESSES)("%j is not an address of settings, wherever it is", async (href) => {
  const places: Readonly<Record<string, (href: string) => object>> = {
    "navigation.global.anchors": (to) => ({
      navigation: { pages: ["quickstart"], global: { anchors: [{ anchor: "x", href: to }] } },
    }),
    "navigation.global.tabs": (to) => ({ navigation: { pages: ["quickstart"], global: { tabs: [{ tab: "x", href: to }] } } }),
    "navigation.tabs": (to) => ({ navigation: { tabs: [{ tab: "x", href: to }] } }),
    navbar: (to) => ({ navbar: { links: [{ label: "x", href: to }], primary: { label: "x", href: to } } }),
    footer: (to) => ({ footer: { socials: { x: to }, links: [{ items: [{ label: "x", href: to }] }] } }),
    logo: (to) => ({ logo: { light: "/x.png", href: to } }),
    redirects: (to) => ({ redirects: [{ source: "/x", destination: to }] }),
  };
  for (const [place, toSettings] of Object.entries(places)) {
    const settingsWith = (to: string) => ({ ...DOCS_REPOSITORY, "docs.json": JSON.stringify({ name: "x", ...toSettings(to) }) });
    const given = ({ tree, redirects, appearance }: Site) => JSON.stringify([tree, redirects, appearance]);
    const built = await build(settingsWith(href));
    const { findings } = built;
    expect([place, given(built)]).toEqual([place, expect.not.stringContaining(JSON.stringify(href).slice(1, -1))]);
    expect([place, findings.map(({ message }) => message).join()]).toEqual([
      place,
      expect.stringContaining("must be a path or begin with"),
    ]);
    // The same place takes an address that is one.
    expect(given(await build(settingsWith("https://fine.example")))).toContain("https://fine.example");
  }
});

test("variables stand for their values in pages and snippets; one that is not defined stays as it is", async () => {
  const docs = { ...JSON.parse(DOCS_REPOSITORY["docs.json"] ?? ""), variables: { product: "Acme *Pets*" } };
  const texts = { "docs.json": JSON.stringify(docs), "quickstart.mdx": "Use {{ product }} in `{{product}}`, `{{other}}`." };
  const { passages } = await build({ ...DOCS_REPOSITORY, ...texts });
  const [passage] = passages.filter(({ path }) => path === "/docs/quickstart");
  expect(passage?.text).toContain("Use Acme Pets in Acme *Pets*, {{other}}.");
});

test.each(["javascript:alert(1)", "data:text/html,x", "//\\evil"])("front matter with the url %s is not a link", async (url) => {
  const texts = { ...DOCS_REPOSITORY, "quickstart.mdx": `---\ntitle: Q\nurl: ${JSON.stringify(url)}\n---\n` };
  expect((await build(texts)).pages.find(({ path }) => path === "/docs/quickstart")?.href ?? "").not.toMatch(
    /^(?:javascript|data):/,
  );
});

test("front matter of more than 64 KB is named and not read", async () => {
  const texts = { ...DOCS_REPOSITORY, "quickstart.mdx": `---\ntitle: Q\nx: ${"a".repeat(70_000)}\n---\nText.` };
  const { findings, pages } = await build(texts);
  expect(findings).toContainEqual(
    expect.objectContaining({ file: "quickstart.mdx", message: expect.stringContaining("at most 65536") }),
  );
  expect(pages.some(({ path }) => path === "/docs/quickstart")).toBe(true);
});

test("a version most of whose pages are left out is in no menu, and its entries are not faults", async () => {
  const version = (name: string) => ({ version: name, pages: ["index", `${name}/a`, `${name}/b`] });
  const old = ["v1", "v1.1", "v1.2"].map(version);
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { languages: [{ language: "en", versions: [version("v2"), ...old] }] } }),
    "index.mdx": "Home.",
    "v2/a.mdx": "A.",
    "v2/b.mdx": "B.",
  });
  const all = await buildSite(createProject(), files);
  expect([all.project.versions.length, all.findings.length]).toEqual([4, 6]);
  const part = await buildSite({ ...createProject(), exclude: ["v1*"] }, files);
  expect([part.project.versions.map(({ id }) => id), part.findings]).toEqual([["v2"], []]);
});

test("an icon of the bar may be written with its library", async () => {
  const icon = { library: "lucide", name: "github" };
  const navbar = {
    links: [{ label: "Code", href: "https://code.example.com", icon }],
    primary: { label: "Go", href: "/a", icon },
  };
  const texts = { "docs.json": JSON.stringify({ navbar, navigation: { pages: ["a"] } }), "a.mdx": "# A" };
  expect((await build(texts)).findings).toEqual([]);
  const { navbar: read } = readDocsJson(createFiles(texts).files)?.docs.settings ?? {};
  expect(read?.links?.[0]).toMatchObject({ label: "Code", icon: "github" });
  expect(read?.primary?.icon).toBe("github");
});

test("a link that names the place of the site once or twice leads to the page", async () => {
  const links = ["/docs/b", "/docs/docs/b", "/docs/docs"].map((url) => `[x](${url})`).join(" ");
  const settings = JSON.stringify({ navigation: { pages: ["index", "b"] } });
  const { pages } = await build({ "docs.json": settings, "index.mdx": links, "b.mdx": "# B" });
  expect(pages[0]?.links).toMatchObject({ "/docs/docs/b": "/docs/b", "/docs/docs": "/docs" });
});

test("a link with the place of the site leads on by a redirect, which is written without", async () => {
  const redirects = [{ source: "/old/:slug*", destination: "/new/:slug*" }];
  const settings = JSON.stringify({ navigation: { pages: ["index", "new/b"] }, redirects });
  const site = await build({ "docs.json": settings, "index.mdx": "[x](/docs/old/b)", "new/b.mdx": "# B" });
  expect(site.pages[0]?.links).toEqual({});
  expect(leadsOn(site, "/docs/old/b")).toBe(true);
});

test("fields beside a $ref win over those of its file, and the others of its file stay", async () => {
  const site = await buildFiles({
    "docs.json": JSON.stringify({ $ref: "./base.json", navigation: { $ref: "./nav.json", pages: ["b"] } }),
    "base.json": JSON.stringify({ footer: { socials: { x: "https://x.com/base" } }, navigation: { pages: ["a", "b"] } }),
    "nav.json": JSON.stringify({ pages: ["a"] }),
    "a.mdx": "# A",
    "b.mdx": "# B",
  });
  expect(site.appearance?.socials?.map(({ href }) => href)).toEqual(["https://x.com/base"]);
  expect(site.pages.filter(({ listed }) => listed).map(({ path }) => path)).toEqual(["/docs/b"]);
});
