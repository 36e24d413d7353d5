import { expect, test } from "vitest";
import { createFiles, createLargeProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { listEntries } from "./contents.ts";

const site = await buildSite(
  createLargeProject(),
  createFiles({
    "en/v2/meta.json": JSON.stringify({ pages: ["---Start---", "index", "guides", "---More---", "last"] }),
    "en/v2/index.mdx": "# Home",
    "en/v2/guides/meta.json": JSON.stringify({ title: "Guides" }),
    "en/v2/guides/one.mdx": "# One",
    "en/v2/guides/two.mdx": "# Two",
    "en/v2/last.mdx": "# Last",
    "en/v1/old.mdx": "# Old",
  }),
);
const list = (section?: string) =>
  listEntries(site, { language: "en", version: "v2" }, { section, withApi: true }).map(
    ({ title, level, path }) => `${" ".repeat(level)}${title}${path === undefined ? "" : ` ${path}`}`,
  );

test("the pages are in the order of the sidebar, below the titles of their groups", () => {
  expect(list()).toEqual([
    "Start",
    " Home /docs",
    " Guides",
    "  One /docs/guides/one",
    "  Two /docs/guides/two",
    "More",
    " Last /docs/last",
  ]);
});

test("a section is a page and those below it, with no title that nothing is below", () => {
  expect(list("/docs/guides/")).toEqual(["Start", " Guides", "  One /docs/guides/one", "  Two /docs/guides/two"]);
  expect(list("/docs/gui")).toEqual([]);
});
