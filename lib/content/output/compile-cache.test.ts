import { expect, test, vi } from "vitest";
import { createPage } from "../model/page.ts";
import { compilePage } from "./compile.ts";

// A page of 100,000 texts, which takes seconds to read.
vi.mock("./shown.ts", async () => ({
  toShown: async () => {
    const children = Array.from({ length: 100_000 }, () => ({ type: "text", value: "a" }));
    return { body: { type: "root", children }, side: null, toc: [], tags: [], hasPictures: false, hasSide: false };
  },
}));

test("compiled pages are cached while their parts fit the budget", async () => {
  const pages = Array.from({ length: 11 }, (_, i) =>
    createPage(
      {
        ...{ kind: "guide", path: `/docs/${i}`, slug: `${i}`, language: "en", version: null, title: "Page", source: "" },
      },
      { tree: "" },
    ),
  );
  const [first, ...others] = pages as [(typeof pages)[0], ...typeof pages];
  const compiled = compilePage(first);
  await compiled;
  expect(compilePage(first)).toBe(compiled);
  for (const page of others) await compilePage(page);
  expect(compilePage(first)).not.toBe(compiled);
});
