import { expect, test } from "vitest";
import { createFiles, createLargeProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { listEntries } from "./contents.ts";
import { readPageNumbers } from "./page-numbers.ts";

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

test("the sheets of destinations are read from a tree of sheets", () => {
  const pdf = `%PDF-1.4
2 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
3 0 obj
<</Type /Page
/Parent 9 0 R>>
endobj
4 0 obj
<</Type /Page
/Parent 8 0 R>>
endobj
8 0 obj
<</Type /Pages
/Count 3
/Kids [9 0 R 4 0 R]>>
endobj
9 0 obj
<</Type /Pages
/Count 2
/Kids [2 0 R 3 0 R]>>
endobj
14 0 obj
<</p1 [3 0 R /XYZ 6 728.25 0]
/p2--x [4 0 R /XYZ 6 720 0]>>
endobj
15 0 obj
<</Type /Catalog
/Pages 8 0 R
/Dests 14 0 R>>
endobj`;
  const { numbers, sheets } = readPageNumbers(Buffer.from(pdf, "latin1"));
  expect([Object.fromEntries(numbers), sheets]).toEqual([{ p1: 2, "p2--x": 3 }, 3]);
});
