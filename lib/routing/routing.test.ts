import { describe, expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../internal/testing/content.ts";
import { checkConfig } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import type { Site } from "../content/site/site.ts";
import { findPageBehindApi, routePath } from "./routing.ts";

const config = checkConfig(
  {
    organisation: { id: "acme", name: "Acme" },
    projects: [
      {
        id: "acme",
        domain: "acme",
        name: "Acme",
        languages: [
          { id: "en", label: "English" },
          { id: "es", label: "Español" },
        ],
        versions: [
          { id: "v2", label: "v2" },
          { id: "v1", label: "v1" },
        ],
      },
    ],
    redirects: [
      { from: "/old", to: "/docs/start" },
      { from: "/guides/:path*", to: "/docs/:path*", permanent: false },
    ],
  },
  "test",
);
const names = ["en/v2/index", "en/v2/start", "en/v1/index", "es/v2/index"];
const files = names.map((name) => ({ path: `${name}.mdx`, text: `# ${name}`, hash: name }));
const site = await buildSite(config.projects[0]!, { files, description: null, lastModified: {}, findings: [] });
const route = (path: string) => routePath(site, path, config);

describe("routePath", () => {
  test.each([
    ["/", "en"],
    ["/es", "es"],
  ])("shows the landing page at %s in %s", (path, language) => expect(route(path)).toEqual({ kind: "landing", language }));

  test.each([
    ["/docs", "en/v2/index.mdx", false],
    ["/docs/start", "en/v2/start.mdx", false],
    ["/docs/v1", "en/v1/index.mdx", false],
    ["/es/docs", "es/v2/index.mdx", false],
    ["/es/docs/start", "en/v2/start.mdx", true],
  ])("shows at %s the page of %s, as a fallback: %s", (path, file, fallback) =>
    expect(route(path)).toMatchObject({ kind: "page", found: { page: { file }, fallback, path } }),
  );

  test("a redirect of the configuration takes any address but the engine's own", () => {
    const redirects = ["/docs/start", "/pricing", "/robots.txt"].map((from) => ({ from, to: "/docs", permanent: true }));
    expect(routePath(site, "/docs/start", { redirects })).toMatchObject({ kind: "redirect" });
    expect(routePath(site, "/pricing", { redirects })).toMatchObject({ kind: "redirect" });
    expect(routePath(site, "/robots.txt", { redirects })).toEqual({ kind: "text", to: "/api/robots" });
  });

  test.each([
    ["/blog/first", "/docs/posts/first"],
    ["/blog/first/more", undefined],
    ["/2024/may", "/docs/may-of-2024"],
    ["/blog/welcome", "/docs/start"],
    ["/shop", "https://shop.test"],
    ["/shop/bowls/blue", "https://shop.test/bowls/blue"],
  ])("redirects of the configuration may have patterns: %s leads to %s", (path, to) => {
    const { redirects } = checkConfig(
      {
        organisation: { id: "acme", name: "Acme" },
        projects: [{ id: "acme", domain: "acme", name: "Acme" }],
        redirects: [
          { from: "/blog/:slug", to: "/docs/posts/:slug" },
          { from: "/:year/may", to: "/docs/may-of-:year" },
          { from: "/blog/welcome", to: "/docs/start" },
          { from: "/shop/:rest*", to: "https://shop.test/:rest*" },
        ],
      },
      "test",
    );
    const found = routePath(site, path, { redirects });
    expect(found.kind === "redirect" ? found.to : undefined).toBe(to);
  });

  test.each([
    [{ from: "/blog/(.*)", to: "/docs" }, "from: may hold"],
    [{ from: "/blog/:slug?", to: "/docs" }, "from: may hold"],
    [{ from: "/blog/*", to: "/docs" }, "from: may hold"],
    [{ from: "/:a/:b/:c", to: "/docs" }, "from: may hold at most two"],
    [{ from: "/go/:path*", to: ":path*" }, "to: must start with / or with a whole host"],
    [{ from: "/go/:host", to: "https://:host/docs" }, "to: must start with / or with a whole host"],
    [{ from: "/go/:rest", to: "https://docs.test:rest" }, "to: must start with / or with a whole host"],
    [{ from: "/go", to: "docs" }, "to: must start with / or with a whole host"],
    [{ from: "/blog/:slug", to: "/docs/:name" }, "to: uses :name, which is not in from"],
  ])("refuses a redirect that could not work: %j", (redirect, message) => {
    const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "acme", domain: "acme", name: "Acme" }] };
    expect(() => checkConfig({ ...settings, redirects: [redirect] }, "test")).toThrow(message);
  });

  test("leads to the first page where content has no index", async () => {
    const file = { path: "en/v2/start.mdx", text: "# Start", hash: "start" };
    const bare = await buildSite(config.projects[0]!, { files: [file], description: null, lastModified: {}, findings: [] });
    expect(routePath(bare, "/docs", { redirects: [] })).toEqual({ kind: "redirect", to: "/docs/start", permanent: false });
    expect(routePath(bare, "/docs/v1", { redirects: [] })).toEqual({ kind: "missing", language: "en" });
  });

  test("leads to the first page of the sidebar, whatever its path", async () => {
    const texts = {
      "en/v2/advanced/cache.mdx": "# Cache",
      "en/v2/start.mdx": "# Start",
      "en/v2/meta.json": '{"pages":["start","..."]}',
    };
    const ordered = await buildSite(config.projects[0]!, createFiles(texts));
    expect(routePath(ordered, "/docs", { redirects: [] })).toMatchObject({ to: "/docs/start" });
    expect(routePath(ordered, "/docs/advanced", { redirects: [] })).toEqual({
      kind: "redirect",
      to: "/docs/advanced/cache",
      permanent: false,
    });
    expect(routePath(ordered, "/docs/adv", { redirects: [] })).toMatchObject({ kind: "missing" });
    // A folder that this language lacks, such as that of the API pages.
    expect(routePath(ordered, "/es/docs/advanced", { redirects: [] })).toMatchObject({ to: "/es/docs/advanced/cache" });
  });

  test.each([
    ["/docs/nowhere", "en"],
    ["/es/docs/nowhere", "es"],
    ["/docs/v1/start", "en"],
    ["/nowhere", "en"],
    ["/es/nowhere", "es"],
    ["/docs/%", "en"],
    ["/docs/a%2Fb", "en"],
  ])("finds nothing at %s", (path, language) => expect(route(path)).toEqual({ kind: "missing", language }));

  test.each([
    ["/docs.md", "/api/text/page/docs"],
    ["/docs/start.md", "/api/text/page/docs/start"],
    ["/es/docs/start.md", "/api/text/page/es/docs/start"],
    ["/es/docs.md", "/api/text/page/es/docs"],
    ["/llms.txt", "/api/text/llms.txt/en/v2"],
    ["/es/llms-full.txt", "/api/text/llms-full.txt/es/v2"],
    ["/docs/v1/llms.txt", "/api/text/llms.txt/en/v1"],
    ["/es/docs/v1/llms.txt", "/api/text/llms.txt/es/v1"],
  ])("answers %s from %s", (path, to) => expect(route(path)).toEqual({ kind: "text", to }));

  test.each(["/docs/nowhere.md", "/docs/start/llms.txt", "/fr/llms.txt"])("has no text at %s", (path) =>
    expect(route(path).kind).toBe("missing"),
  );

  test.each([
    ["/en", "/", false],
    ["/en/docs/start", "/docs/start", false],
    ["/docs/v2", "/docs", false],
    ["/docs/v2/start", "/docs/start", false],
    ["/docs/v2/index", "/docs", false],
    ["/en/index", "/", false],
    ["/index", "/", true],
    ["/es/docs/start.mdx", "/es/docs/start", true],
    ["/docs/start/index", "/docs/start", true],
    ["/docs/start/index.md", "/docs/start.md", true],
    ["/es/docs/v2/start", "/es/docs/start", false],
    ["/old", "/docs/start", true],
    ["/guides/start", "/docs/start", false],
    ["/guides", "/docs", false],
  ])("sends %s on to %s", (path, to, permanent) => expect(route(path)).toEqual({ kind: "redirect", to, permanent }));
});

describe("routePath where pages are at the root", async () => {
  const versions = ["2.x", "1.x"].map((id) => ({ id, label: id }));
  const own = [...names, "en/2.x/guides/a b"].map((name) => name.replace(/v(\d)/, "$1.x"));
  const texts = Object.fromEntries(own.map((name) => [`${name}.mdx`, `# ${name}`]));
  const paths = { "/pets": { get: { operationId: "listPets", tags: ["Pets"], responses: {} } } };
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths });
  const atRoot = await buildSite(createLargeProject({ pagesAt: "root", versions }), createFiles(texts, description));

  test.each([
    ["/", "page en/2.x/index.mdx"],
    ["/start", "page en/2.x/start.mdx"],
    ["/1.x", "page en/1.x/index.mdx"],
    ["/es", "page es/2.x/index.mdx"],
    ["/es/start", "page en/2.x/start.mdx"],
    ["/guides/a%20b", "page en/2.x/guides/a b.mdx"],
    ["/api-reference/pets/list-pets", "page /api-reference/pets/list-pets"],
    ["/api-reference", "page /api-reference"],
    ["/guides", "307 /guides/a%20b"],
    ["/2.x/start", "307 /start"],
    ["/en/2.x", "307 /"],
    ["/docs", "308 /"],
    ["/es/docs/start", "308 /es/start"],
    ["/docs/api/pets/list-pets", "308 /api-reference/pets/list-pets"],
    ["/docs/api/pets/list-pets.md", "308 /api-reference/pets/list-pets.md"],
    ["/es/docs/1.x/api/pets/list-pets", "308 /es/1.x/api-reference/pets/list-pets"],
    ["/docs/api/pets", "308 /api-reference/pets"],
    ["/docs/api", "308 /api-reference"],
    ["/docs/guides", "307 /guides/a%20b"],
    ["/docs/start.md", "308 /start.md"],
    ["/docs/1.x/llms.txt", "308 /1.x/llms.txt"],
    ["/docs/nothing", "missing"],
    ["/fr", "missing"],
    ["/index.md", "text /api/text/page/index"],
    ["/es/start.md", "text /api/text/page/es/start"],
    ["/llms.txt", "text /api/text/llms.txt/en/2.x"],
    ["/1.x/llms.txt", "text /api/text/llms.txt/en/1.x"],
    ["/es/1.x/llms-full.txt", "text /api/text/llms-full.txt/es/1.x"],
    ["/errors/internal", "engine-page"],
    ["/mcp", "missing"],
    ["/v1/start", "missing"],
  ])("%s answers %s", (path, expected) => expect(answerOf(atRoot, path)).toBe(expected));

  test("a picture in the folder of the default language has its address", async () => {
    const files = { ...createFiles({ "en/2.x/index.mdx": "# A" }), assets: ["en/2.x/map.png"] };
    const site = await buildSite(createLargeProject({ pagesAt: "root", versions }), files);
    expect(routePath(site, "/en/2.x/map.png", { redirects: [] })).toEqual({ kind: "file", name: "en/2.x/map.png" });
  });

  test("a language without a first page has the landing page there", async () => {
    const site = await buildSite(
      createLargeProject({ pagesAt: "root", versions }),
      createFiles({ "en/2.x/start.mdx": "# Start" }),
    );
    expect([answerOf(site, "/"), answerOf(site, "/es"), answerOf(site, "/1.x")]).toEqual(["landing", "landing", "missing"]);
  });
});

/** Returns the answer to a path in words. */
function answerOf(site: Site, path: string): string {
  const answer = routePath(site, path, { redirects: [] });
  if (answer.kind === "page") return `page ${answer.found.page.file ?? answer.found.page.path}`;
  if (answer.kind === "redirect") return `${answer.permanent ? 308 : 307} ${answer.to}`;
  return answer.kind === "text" ? `text ${answer.to}` : answer.kind;
}

test("a page whose address is the service's own is neither redirected to nor found behind the API", async () => {
  const settings = JSON.stringify({ name: "Acme", navigation: { pages: ["index", "v1/intro"] } });
  const texts = { "docs.json": settings, "index.mdx": "A.", "v1/intro.mdx": "B." };
  const below = await buildSite(createProject(), createFiles(texts));
  expect(findPageBehindApi(below, "/v1/intro")).toBe("/docs/v1/intro");
  const atRoot = await buildSite(createProject({ pagesAt: "root" }), createFiles(texts));
  expect(findPageBehindApi(atRoot, "/v1/intro")).toBeUndefined();
  expect(["/docs/v1/intro", "/docs/v1"].map((path) => answerOf(atRoot, path))).toEqual(["missing", "missing"]);
});

describe("addresses that front matter gives pages which have text", () => {
  const texts = {
    "a/two.md":
      "---\ntitle: Two\naliases: [/old/two/, older, /fünf]\npermalink: /:year/two\nslug: zwei\nurl: docs/url-of-two\n---\nText.",
    "a/three.md": "---\nredirect_from: /old/three.html\nurl: https://example.com\n---\nText.",
    "a/four.md": "---\naliases: /docs/a/two\n---\nText.",
  };
  test.each([
    ["/old/two", "/docs/a/two"],
    ["/docs/old/two", "/docs/a/two"],
    ["/docs/a/older", "/docs/a/two"],
    ["/docs/a/zwei", "/docs/a/two"],
    ["/f%C3%BCnf", "/docs/a/two"],
    ["/docs/url-of-two", "/docs/a/two"],
    ["/old/three.html", "/docs/a/three"],
  ])("%s leads to %s", async (path, to) => {
    const plain = await buildSite(createProject(), createFiles(texts));
    expect(routePath(plain, path, config)).toEqual({ kind: "redirect", to, permanent: true });
  });

  test("a page is never hidden by the old address of another", async () => {
    const plain = await buildSite(createProject(), createFiles(texts));
    expect(routePath(plain, "/docs/a/two", config)).toMatchObject({ kind: "page" });
  });
});
