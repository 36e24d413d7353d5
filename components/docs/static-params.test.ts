import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../lib/config/testing.ts";
import { paramsOfBuild } from "./static-params.ts";

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
