import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isForkPath, isWorkshopPath } from "../../scripts/owners.ts";
import { listProjectFiles } from "../../scripts/project-files.ts";

test("every route that this repository has is known as the engine's, so that forks get it by an upgrade", () => {
  const files = listProjectFiles().filter((file) => file.startsWith("app/"));
  expect(files.filter(isForkPath)).toEqual([]);
});

test("a site has at most 26 entries at its top", () => {
  const kept = listProjectFiles().filter((file) => !isForkPath(file) && !isWorkshopPath(file));
  const written = ["docent.config.ts", "README.md", "content", "site", ".github"];
  const top = new Set([...kept.map((file) => file.split("/")[0]), ...written]);
  expect([...top].sort().length).toBeLessThanOrEqual(26);
});

test.each([
  ["app/(default)/pricing/page.tsx", true],
  ["app/[lang]/pricing/page.tsx", true],
  ["app/manifest.ts", true],
  ["app/api/card/[...path]/route.tsx", false],
  ["site/ui.tsx", true],
  ["lib/site/served/current.ts", false],
  ["internal/import/import.ts", false],
  [".env.local", true],
  [".env.example", false],
  ["package.json", false],
])("%s belongs to the fork: %s", (file, expected) => expect(isForkPath(file)).toBe(expected));

test.each([
  ["internal/import/import.ts", true],
  ["lib/likeness.test.ts", true],
  ["internal/testing/assistant-provider.ts", true],
  ["lib/search/dense/dot-kernel.wat", true],
  ["e2e/search.spec.ts", true],
  ["e2e/site.spec.ts", false],
  ["docs/screenshot.png", true],
  ["vitest.config.ts", true],
  ["scripts/upgrade.ts", false],
  ["lib/search/dense/dense.ts", false],
  // An owner's own, wherever the rule would reach.
  ["site/own.test.ts", false],
  ["app/(default)/pricing/page.test.tsx", false],
  ["content/fixtures/index.mdx", false],
  ["public/testing.html", false],
  ["manual/pages/v2/testing.mdx", false],
])("%s leaves a site: %s", (file, expected) => expect(isWorkshopPath(file)).toBe(expected));

test("an upgrade can read the list of owners alone: it imports nothing of the repository, and has what earlier releases ask", async () => {
  const text = readFileSync("scripts/owners.ts", "utf8");
  expect([...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, name]) => name).filter((name) => !name?.startsWith("node:"))).toEqual(
    [],
  );
  const { isForkPath, isWorkshopPath, MANUAL_SOURCES, toForkPackage } = await import("../../scripts/owners.ts");
  expect([isForkPath, isWorkshopPath, toForkPackage].map((each) => typeof each)).toEqual(["function", "function", "function"]);
  expect(MANUAL_SOURCES.every((pair) => pair.length === 2)).toBe(true);
});
