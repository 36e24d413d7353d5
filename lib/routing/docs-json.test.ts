import { describe, expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { DOCS_ASSETS, DOCS_REPOSITORY } from "../../internal/testing/content-docs-json.ts";
import { buildSite } from "../content/content.ts";
import { findPageAt, type Site } from "../content/site/site.ts";
import { routePath } from "./routing.ts";

const files = { ...createFiles(DOCS_REPOSITORY), assets: DOCS_ASSETS };
const sites = {
  docs: await buildSite(createProject(), files),
  root: await buildSite(createProject({ pagesAt: "root" }), files),
};

/** Returns the answer to a path as one word: the page's file, the file's name or the path it leads to. */
function answer(form: keyof typeof sites, path: string): string {
  return answerOf(sites[form], path);
}

function answerOf(site: Site, path: string): string {
  const route = routePath(site, path, { redirects: [] });
  if (route.kind === "page") return `page ${route.found.page.file ?? route.found.page.path}`;
  if (route.kind === "redirect") return `${route.permanent ? 308 : 307} ${route.to}`;
  if (route.kind === "text") return `text ${route.to}`;
  return route.kind === "file" ? `file ${route.name}` : route.kind;
}

describe("pages of a docs.json below /docs", () => {
  test.each([
    ["/docs", "page index.mdx"],
    ["/docs/guides/first", "page guides/first.mdx"],
    ["/docs/guides", "page guides/index.mdx"],
    ["/docs/unlisted", "page unlisted.mdx"],
    ["/guides/first", "308 /docs/guides/first"],
    ["/guides/first.mdx", "308 /docs/guides/first"],
    ["/old/first", "308 /docs/guides/first"],
    ["/gone", "308 /docs/guides/first#part"],
    ["/docs/images/cat.png", "file images/cat.png"],
    ["/images/cat.png", "file images/cat.png"],
    ["/docs/guides/first.md", "text /api/text/page/docs/guides/first"],
    ["/docs/snippets/part", "missing"],
    ["/docs/drafts/later", "missing"],
    ["/docs/README", "missing"],
    ["/docs/api-reference", "307 /docs/api-reference/pets/list-pets"],
    ["/docs/v1", "307 /docs/v1/intro"],
    ["/pets", "307 /docs/pets/add"],
    ["/docs/drafts", "missing"],
    ["/docs/api-reference/pets/list_pets", "308 /docs/api-reference/pets/list-pets"],
    ["/api-reference/pets/List%20Pets/", "308 /docs/api-reference/pets/list-pets"],
  ])("%s answers %s", (path, expected) => expect(answer("docs", path)).toBe(expected));
});

describe("pages of a docs.json at the root", () => {
  test.each([
    ["/", "page index.mdx"],
    ["/guides/first", "page guides/first.mdx"],
    ["/es/quickstart", "page es/quickstart.mdx"],
    ["/api-reference/pets/list-pets", "page /api-reference/pets/list-pets"],
    ["/docs/guides/first", "308 /guides/first"],
    ["/docs", "308 /"],
    ["/old/first", "308 /guides/first"],
    ["/images/cat.png", "file images/cat.png"],
    ["/guides/first.md", "text /api/text/page/guides/first"],
    ["/v1/intro", "missing"],
    ["/snippets/part", "missing"],
    ["/api-reference", "307 /api-reference/pets/list-pets"],
    ["/docs/pets", "307 /pets/add"],
  ])("%s answers %s", (path, expected) => expect(answer("root", path)).toBe(expected));

  test("links and pictures lead there too", () => {
    expect(findPageAt(sites.root, "/")?.page.links).toEqual({ "/docs/quickstart": "/quickstart" });
    expect(findPageAt(sites.root, "/guides/first")?.page.links).toEqual({ "dog.png": "/guides/dog.png" });
  });
});

describe("redirects of a docs.json", () => {
  const sources = [
    "/robots.txt",
    "/sitemap.xml",
    "/favicon.ico",
    "/logo.svg",
    "/pricing",
    "/.well-known/security.txt",
    "/v1/health",
  ];
  const redirects = [...sources, "/:slug*"].map((source) => ({ source, destination: "https://evil.example/" }));
  const texts = { "docs.json": JSON.stringify({ navigation: { pages: ["here"] }, redirects }), "here.mdx": "Here." };

  test.each([
    ...["/v1/health", "/errors/internal", "/insights", "/robots.txt/x"],
    ...["/robots.txt", "/sitemap.xml", "/favicon.ico", "/.well-known/security.txt"],
  ])("never take %s from the engine", async (path) => {
    for (const pagesAt of ["docs", "root"] as const) {
      const site = await buildSite(createProject({ pagesAt }), createFiles(texts));
      expect(routePath(site, path, { redirects: [] }).kind).toMatch(
        path === "/robots.txt" ? /^text$/ : /^(?:missing|engine-page)$/,
      );
    }
  });
});

describe("redirects of a docs.json that lead in circles", () => {
  const redirects = [
    { source: "/docs/:slug*", destination: "/:slug*" },
    { source: "/one", destination: "/two" },
    { source: "/two", destination: "/one#part" },
    { source: "/deeper/:slug*", destination: "/deeper/x/:slug*" },
    { source: "/three", destination: "/four" },
    { source: "/four", destination: "/here" },
  ];
  const settings = JSON.stringify({ navigation: { pages: ["here"] }, redirects });
  const build = (pagesAt: "docs" | "root") =>
    buildSite(createProject({ pagesAt }), createFiles({ "docs.json": settings, "here.mdx": "Here." }));

  test.each([
    ["/docs/nothing", "missing", "308 /nothing"],
    ["/docs/nothing/at/all", "missing", "308 /nothing/at/all"],
    ["/nothing", "missing", "missing"],
    ["/one", "missing", "missing"],
    ["/deeper/a", "missing", "missing"],
    ["/three", "308 /docs/four", "308 /four"],
    ["/docs/three", "308 /docs/four", "308 /three"],
    ["/docs/docs/here", "308 /docs/here", "308 /here"],
  ])("%s answers %s below /docs and %s at the root", async (path, docs, root) => {
    expect([answerOf(await build("docs"), path), answerOf(await build("root"), path)]).toEqual([docs, root]);
  });
});
