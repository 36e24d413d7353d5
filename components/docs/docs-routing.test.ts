import { describe, expect, test } from "vitest";
import { DOCS_ASSETS, DOCS_REPOSITORY } from "../../lib/content/fixtures/docs-json.ts";
import { createFiles, createProject } from "../../lib/content/fixtures/project.ts";
import { buildSite, findPageAt } from "../../lib/content/site.ts";
import { routePath } from "./routing.ts";

const files = { ...createFiles(DOCS_REPOSITORY), assets: DOCS_ASSETS };
const sites = {
  docs: await buildSite(createProject(), files),
  root: await buildSite(createProject({ pagesAt: "root" }), files),
};

/** What a path answers, in a word: the page's file, the file's name or where it leads. */
function answer(form: keyof typeof sites, path: string): string {
  const route = routePath(sites[form], path, []);
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
