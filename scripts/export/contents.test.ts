import { expect, test } from "vitest";
import { createFiles, createLargeProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { chooseLocale, listEntries, requireEntries } from "./contents.ts";

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

test("a content folder without the configured versions has the pages of its own", async () => {
  const replaced = { ...createLargeProject(), isReplaced: true };
  const plain = await buildSite(replaced, createFiles({ "index.mdx": "# Home", "guide.mdx": "# Guide" }));
  const locale = chooseLocale(plain, {});
  expect(locale).toEqual({ language: "en", version: null });
  expect(requireEntries(plain, locale, { withApi: true }).map(({ path }) => path)).toEqual(["/docs", "/docs/guide"]);
  expect(() => chooseLocale(plain, { version: "v1" })).toThrow("this content has no versions");
});

test.each([
  [
    { section: "/docs/gui" },
    "No page to write is at /docs/gui or below it. Name the address of a page or folder, such as /docs.",
  ],
  [
    { language: "es" },
    "There is no page to write in es, version v2. Languages of the site: en, es. Versions: v2, v1. " +
      "Pages are in: content/en/v2; content/en/v1. Choose by --language and --version, or move pages into content/es/v2.",
  ],
])("a copy without pages says why, and what to do: %o", ({ section, ...named }: Record<string, string>, message) => {
  expect(() => requireEntries(site, chooseLocale(site, named), { section, withApi: true })).toThrow(message);
});

test("pages outside of every folder of a version are left to check, which names them", async () => {
  const lost = await buildSite(createLargeProject(), createFiles({ "en/guide.mdx": "# Guide" }));
  expect(() => requireEntries(lost, chooseLocale(lost, {}), { withApi: true })).toThrow(
    "There is no page to write in en, version v2. Languages of the site: en, es. Versions: v2, v1. No page is in any of them; npm run check says why.",
  );
});
