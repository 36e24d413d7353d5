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
  ["lib/site/current.ts", false],
  ["internal/import/import.ts", false],
  [".env.local", true],
  [".env.example", false],
  ["package.json", false],
])("%s belongs to the fork: %s", (file, expected) => expect(isForkPath(file)).toBe(expected));
