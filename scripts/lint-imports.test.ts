import { expect, test } from "vitest";
import { BASE_PARTS, IMPORT_RULES } from "./import-rules.ts";
import { findCycles, findForbidden } from "./lint-imports.ts";

test("an import against the direction is found, however it is written", () => {
  const text = `import { a } from "../search/search.ts";
import type { B } from "@/lib/assistant/answer.ts";
const c = await import("../http/http.ts");
import "../openapi/openapi.ts";
import { d } from "./page.ts";
import { e } from "../log.ts";`;
  expect(findForbidden("lib/content/site.ts", text)).toEqual([
    "lib/search/search.ts",
    "lib/assistant/answer.ts",
    "lib/http/http.ts",
  ]);
});

test("the live site and the fork's folder are told apart", () => {
  expect(findForbidden("lib/content/components.ts", 'import own from "../../site/index.ts";')).toEqual([]);
  expect(findForbidden("lib/content/components.ts", 'import own from "../../site/ui.tsx";')).toEqual(["site/ui.tsx"]);
  expect(findForbidden("lib/content/components.ts", 'import { live } from "../site/live.ts";')).toEqual(["lib/site/live.ts"]);
});

test("a circle of imports is found, also of types, and files that lead to it are not in it", () => {
  const texts = new Map([
    ["lib/a/a.ts", 'import { b } from "./b.ts";'],
    ["lib/a/b.ts", 'import type { C } from "@/lib/c/c.ts";'],
    ["lib/c/c.ts", 'const a = await import("../a/a.ts");\nimport { d } from "./d.ts";'],
    ["lib/c/d.ts", 'import { e } from "node:fs";'],
    ["lib/c/start.ts", 'import { c } from "./c.ts";'],
  ]);
  expect(findCycles(texts)).toEqual([["lib/a/a.ts", "lib/a/b.ts", "lib/c/c.ts"]]);
});

test("the rules have no cycle", () => {
  const visit = (part: string, trail: readonly string[]): void => {
    expect(trail).not.toContain(part);
    for (const next of IMPORT_RULES[part] ?? []) if (!TYPES_ONLY.includes(next)) visit(next, [...trail, part]);
  };
  for (const part of Object.keys(IMPORT_RULES)) visit(part, []);
  for (const part of BASE_PARTS) expect((IMPORT_RULES[part] ?? []).filter((next) => next in IMPORT_RULES)).toEqual([]);
});

/** What a fork defines is typed by those who read it. */
const TYPES_ONLY = ["site-definition"];
