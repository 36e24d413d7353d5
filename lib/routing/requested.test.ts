import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { pagesBuiltAhead, paramsOfBuild } from "./requested.ts";

const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };
let restore: () => void = () => {};
afterEach(() => restore());

test.each([
  ["production", [{ slug: ["a"] }]],
  ["development", []],
])("in %s a list of pages to make is %j", async (mode, expected) => {
  restore = replaceSettings(settings, { NODE_ENV: mode });
  const asked: string[] = [];
  const found = await paramsOfBuild(async () => {
    asked.push(mode);
    return [{ slug: ["a"] }];
  });
  expect(found).toEqual(expected);
  // Reading the content for a list that nobody uses is what costs.
  expect(asked).toHaveLength(expected.length);
});

test.each([
  [1_000, "en", 999],
  [1_000, "fr", 1],
  [1_001, "en", 999],
  [1_001, "fr", 0],
])("of %i pages a build makes in %s %i", (count, language, expected) => {
  const other = { language: "fr", version: "v2" };
  const old = { language: "en", version: "v1" };
  const pages = Array.from({ length: count }, (_, index) => [other, old][index] ?? { language: "en", version: "v2" });
  const project = { addresses: "paths", defaultLanguage: "en", defaultVersion: "v2" };
  const site = { project, pages, docs: { settings: {} } } as unknown as Parameters<typeof pagesBuiltAhead>[0];
  expect(pagesBuiltAhead(site, language)).toHaveLength(expected);
});
