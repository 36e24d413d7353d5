import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Names in the first column of a page's tables. */
function listVariables(page: string): string[] {
  return [...readFileSync(page, "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => String(name));
}

const example = [...readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z_]+)=$/gm)].map(([, name]) => String(name));

test("the manual lists every variable of .env.example", () =>
  expect(listVariables("content/en/v2/environment.mdx").sort()).toEqual([...example].sort()));
