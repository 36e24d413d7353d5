import { expect, test } from "vitest";
import { buildFiles } from "../../lib/content/fixtures/project.ts";
import { findStart } from "./landing.tsx";

test("a site of docs.json begins at its first page, and one of folders has a landing page", async () => {
  const pages = { "guide/b.mdx": "# B", "a.mdx": "# A" };
  const listed = await buildFiles({ ...pages, "docs.json": '{ "name": "Acme", "navigation": { "pages": ["guide/b", "a"] } }' });
  expect(findStart(listed, "en")).toBe("/docs/guide/b");
  expect(findStart(await buildFiles(pages), "en")).toBeUndefined();
});
