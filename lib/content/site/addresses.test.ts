import fc from "fast-check";
import { expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../content.ts";
import { pagePath } from "../model/urls.ts";
import { findAddress, findRouted, listOf, namesOf, routeOf } from "./addresses.ts";

const project = createLargeProject();

test("every page has an address that shows it and no other page, and the router finds it again", async () => {
  const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/\0]|^\.{1,2}$|^index$/.test(text) && text !== "v1");
  const slug = fc.array(name, { maxLength: 4 }).map((names) => names.join("/"));
  const own = await buildSite(project, createFiles({ "en/v2/index.mdx": "# A" }));
  fc.assert(
    fc.property(fc.constantFrom("en", "es"), fc.constantFrom("v2", "v1"), slug, (language, version, text) => {
      fc.pre(text.isWellFormed() && !/^(?:v1|v2)(?:\/|$)/.test(text));
      const key = { language, version, slug: text };
      const page = { ...own.pages[0]!, ...key, path: pagePath(project, key) };
      const site = { ...own, pages: [page] };
      expect(findAddress(site, page.path)).toMatchObject({ kind: "page", found: { page, fallback: false } });
      expect(findRouted(site, language, namesOf(project, page).map(decodeURIComponent))?.page).toBe(page);
    }),
  );
});

test.each([
  ["/docs/start", "en", "/docs/start"],
  ["/es/docs/v1", "es", "/es/~/docs/v1"],
])("the router has %s of %s at %s", (path, language, route) => expect(routeOf(project, { path, language })).toBe(route));

test.each(["/docs/%", "/docs/a%2Fb", "/docs/a%00", "/blog", "/fr/docs/x"])("%s is not a page", async (path) => {
  const site = await buildSite(project, createFiles({ "en/v2/index.mdx": "# A" }));
  expect(["missing", "folder"]).toContain(findAddress(site, path).kind);
});

test.each(["/en".repeat(2_700), `/docs${"/v2".repeat(2_600)}`, "/docs".repeat(101), `/docs/${"index/".repeat(1_300)}`])(
  "an address that nobody writes is answered without trying each form of it",
  async (path) => {
    const site = await buildSite(project, createFiles({ "en/v2/index.mdx": "# A" }));
    expect(findAddress(site, path)).toEqual({ kind: "missing" });
  },
);

test("a path with the default language written twice loses one", async () => {
  const site = await buildSite(project, createFiles({ "en/v2/index.mdx": "# A" }));
  expect(findAddress(site, "/en/en/about")).toEqual({ kind: "redirect", to: "/en/about", permanent: false });
});

const LABELS = ["Version 2026-07-28 (latest)", "Version 2025-06-18", "v1", "Draft & next"];
const named = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));
const site = await buildSite(project, createFiles({}));
const docs = {
  ...site,
  project: { ...project, addresses: "paths" as const, versions: named(LABELS), defaultVersion: LABELS[0] ?? null },
};

test.each([
  ["en", LABELS[0], "/llms.txt"],
  ["es", LABELS[0], "/docs/es/llms.txt"],
  ["en", LABELS[1], "/docs/2025-06-18/llms.txt"],
  ["es", "v1", "/docs/es/v1/llms.txt"],
  ["en", "Draft & next", "/docs/Draft-next/llms.txt"],
])("the list of %s, %s of a docs.json site is at an address that leads back to it", (language, version = "", path) => {
  expect(listOf(docs.project, { language, version })).toBe(path);
  expect(findAddress(docs, path)).toEqual({ kind: "text", to: `llms.txt/${language}/${encodeURIComponent(version)}` });
});

test("versions of the same number are named by their whole label", () => {
  const twins = { ...docs.project, versions: named(["Cloud 2.0", "Server 2.0"]), defaultVersion: "Cloud 2.0" };
  expect(listOf(twins, { language: "en", version: "Server 2.0" })).toBe("/docs/Server-2.0/llms.txt");
});

test("a path that names neither a language nor a version has no list", () => {
  const lists = ["/docs/guides/llms.txt", "/docs/en/v1/more/llms.txt"];
  expect(lists.map((path) => findAddress(docs, path).kind)).toEqual(["missing", "missing"]);
});

const BRAZIL = createProject({ languages: named(["en", "es", "pt-BR", "zh-Hans", "zh-Hant"]) });
const BRAZILIAN = await buildSite(
  BRAZIL,
  createFiles(
    Object.fromEntries(
      ["en", "es", "pt-BR", "zh-Hans", "zh-Hant"]
        .flatMap((id) => [`${id}/index.mdx`, `${id}/a/b.mdx`])
        .map((name) => [name, "# A"]),
    ),
  ),
);

test.each([
  ["/es-MX", "/es"],
  ["/ES/docs/a/b", "/es/docs/a/b"],
  ["/es_419/docs/a/b", "/es/docs/a/b"],
  ["/es-MX/docs/a/b.md", "/es/docs/a/b.md"],
  ["/pt-br/docs/a/b", "/pt-BR/docs/a/b"],
  ["/pt/docs/a/b", "/pt-BR/docs/a/b"],
  ["/zh-TW/docs/a/b", "/zh-Hant/docs/a/b"],
  ["/zh-CN/docs/a/b", "/zh-Hans/docs/a/b"],
  ["/en-GB/docs/a/b", "/docs/a/b"],
  ["/EN/docs/a/b", "/docs/a/b"],
])("%s leads to the page in the language that the site has: %s", (path, to) =>
  expect(findAddress(BRAZILIAN, path)).toEqual({ kind: "redirect", to, permanent: false }),
);

test.each(["/fr/docs/a/b", "/es-MX/docs/gone", "/it", "/go/docs/a/b", "/es-guide/docs/a/b", "/esperanto/docs/a/b"])(
  "%s stays without a page",
  (path) => expect(findAddress(BRAZILIAN, path).kind).toBe("missing"),
);

test("a page of the name of a tag is that page", async () => {
  const own = await buildSite(BRAZIL, createFiles({ "en/es-mx.mdx": "# A", "es/index.mdx": "# B" }));
  expect(findAddress(own, "/docs/es-mx")).toMatchObject({ kind: "page", found: { page: { file: "en/es-mx.mdx" } } });
});
