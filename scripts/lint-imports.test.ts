import { expect, test } from "vitest";
import { BASE_PARTS, IMPORT_RULES } from "./import-rules.ts";
import { findForbidden } from "./lint-imports.ts";

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
