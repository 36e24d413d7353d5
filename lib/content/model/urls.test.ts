import { describe, expect, test } from "vitest";
import {
  fromNamedPath,
  keyAtRoot,
  landingPath,
  localeOf,
  markdownPath,
  pagePath,
  sitePathOf,
  splitPath,
  toAbsoluteUrl,
  toNamedPath,
  withoutBasePath,
} from "./urls.ts";

const structure = {
  languages: [{ id: "en" }, { id: "es" }],
  versions: [{ id: "v2" }, { id: "v1" }],
  defaultLanguage: "en",
  defaultVersion: "v2",
};
const plain = { languages: [{ id: "en" }], versions: [], defaultLanguage: "en", defaultVersion: null };

test.each([
  ["en", "v2", "quickstart", "/docs/quickstart"],
  ["es", "v1", "guides/first", "/es/docs/v1/guides/first"],
  ["es", "v2", "", "/es/docs"],
  ["en", "v2", "a b/ü", "/docs/a%20b/%C3%BC"],
])("%s %s %j has the path %s", (language, version, slug, path) => {
  expect(pagePath(structure, { language, version, slug })).toBe(path);
  expect(localeOf(structure, path)).toEqual({ language, version });
});

test.each([
  ["en", "v2", "quickstart", "/quickstart", "/docs/quickstart"],
  ["es", "v1", "guides/first", "/es/v1/guides/first", "/es/docs/v1/guides/first"],
  ["es", "v2", "", "/es", "/es/docs"],
  ["en", "v2", "", "/", "/docs"],
])("at the root, %s %s %j has the path %s, and below /docs it would have %s", (language, version, slug, path, below) => {
  const atRoot = { ...structure, pagesAt: "root" as const };
  const key = { language, version, slug };
  expect(pagePath(atRoot, key)).toBe(path);
  expect(localeOf(atRoot, path)).toEqual({ language, version });
  expect(keyAtRoot(atRoot, below)).toEqual(key);
});

test("a suffix of a page's path does not become part of the host at the root", () => {
  expect([markdownPath("/"), markdownPath("/es"), toNamedPath("/docs")]).toEqual(["/index.md", "/es.md", "/docs"]);
  expect([fromNamedPath("/index"), fromNamedPath("/es/index")]).toEqual(["/", "/es/index"]);
});

test("a project without versions and with one language needs neither in its paths", () => {
  const key = { language: "en", version: null, slug: "v1/intro" };
  expect(pagePath(plain, key)).toBe("/docs/v1/intro");
  expect(localeOf(plain, "/docs/v1/intro")).toEqual({ language: "en", version: null });
});

test.each([
  ["/", "en"],
  ["/es", "es"],
])("%s is the landing page of %s", (path, language) => expect(landingPath(structure, language)).toBe(path));

test.each([
  ["/es/docs/v1/errors", "es", "v1"],
  ["/en/docs", "en", "v2"],
  ["/es/nothing", "es", "v2"],
  ["/docs/v1", "en", "v1"],
  ["/%", "en", "v2"],
])("%s is in %s and %s", (path, language, version) => expect(localeOf(structure, path)).toEqual({ language, version }));

describe("paths of the site in URLs", () => {
  const origin = { siteUrl: "https://docs.example.com", basePath: "/help" };
  test.each([
    ["https://docs.example.com/help/docs/x#part", "/docs/x"],
    ["/help/docs/x/?q=1", "/docs/x"],
    ["/docs/x", "/docs/x"],
    ["/helpful", "/helpful"],
    ["https://docs.example.com/help", "/"],
    ["https://evil.example/help/docs/x", undefined],
    ["//evil.example/docs/x", undefined],
    ["https://docs.example.com.evil.example/docs/x", undefined],
    ["http://[", undefined],
  ])("%s names %s", (url, path) => expect(sitePathOf(origin, url)).toBe(path));

  test("an absolute address has the base path in it", () => {
    expect(toAbsoluteUrl(origin, "/docs/x")).toBe("https://docs.example.com/help/docs/x");
    expect(toAbsoluteUrl(origin, "/")).toBe("https://docs.example.com/help");
    expect(withoutBasePath("", "/docs")).toBe("/docs");
  });
});

test("a path ends where its query or anchor begins", () => {
  expect(splitPath("/docs/x?a#b")).toEqual({ path: "/docs/x", suffix: "?a#b" });
  expect(splitPath("/docs/x#b?c")).toEqual({ path: "/docs/x", suffix: "#b?c" });
});
