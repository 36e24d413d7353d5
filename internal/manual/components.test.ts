import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPONENTS } from "../../lib/content/components/components.ts";

test("the manual describes every component", () => {
  const manual = readFileSync("content/en/v2/components.mdx", "utf8");
  const missing = Object.keys(COMPONENTS).filter((name) => !manual.includes(`<${name}`) && !manual.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
