import { expect, test } from "vitest";
import { resolveLink } from "./links.ts";

const page = { language: "es", path: "/es/docs/v1/guides/first", slug: "guides/first", file: "es/v1/guides/first.mdx" };
const index = { language: "en", path: "/docs/guides", slug: "guides", file: "guides/index.mdx" };
const home = { language: "en", path: "/docs", slug: "", file: "index.mdx" };

test.each([
  [page, "./second", "/es/docs/v1/guides/second"],
  [page, "second.mdx#part", "/es/docs/v1/guides/second#part"],
  [page, "../errors.md?x=1#y", "/es/docs/v1/errors?x=1#y"],
  [page, "../index", "/es/docs/v1"],
  [page, "..", "/es/docs/v1"],
  [page, "./", "/es/docs/v1/guides"],
  [index, "./first", "/docs/guides/first"],
  [home, "guides/first.mdx", "/docs/guides/first"],
  [page, "/docs/errors#part", "/es/docs/errors#part"],
  [page, "/docs", "/es/docs"],
  [page, "/docsify", "/docsify"],
  [page, "/es/docs/errors", "/es/docs/errors"],
  [page, "/v1/openapi.json", "/v1/openapi.json"],
  [index, "/docs/errors", "/docs/errors"],
  [page, "#part", "#part"],
  [page, "https://example.com/a.md", "https://example.com/a.md"],
  [page, "//example.com/a", "//example.com/a"],
  [page, "mailto:a@b.c", "mailto:a@b.c"],
  [page, "javascript:alert(1)", "javascript:alert(1)"],
  [page, "", ""],
])("from $path the link %s leads to %s", (from, url, expected) => {
  expect(resolveLink({ ...from, links: {} }, url)).toBe(expected);
});
