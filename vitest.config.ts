import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { readDrawnNames } from "./lib/content/components/drawn-names.ts";
import { isSite } from "./scripts/owners.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Read by the processes that run the tests, and by those that tests start: compiled code of an earlier one is used again.
process.env.NODE_COMPILE_CACHE ??= at("node_modules/.cache/compiled");

const shared = { testTimeout: 60_000, hookTimeout: 120_000 };

/** The test files of this configuration. Those of internal/bench/ need packages of its own: `npm test --prefix internal/bench` runs them. */
export const testFiles = {
  own: ["{internal/manual,site}/**/*.test.{ts,tsx}"],
  engine: ["{app,components,e2e,lib,scripts,internal/import,internal/scripts,internal/init}/**/*.test.{ts,tsx}"],
  exclude: ["**/node_modules/**", "e2e/site/**"],
};

/** Tests about this site's own pages and parts. */
const own: TestProjectConfiguration = {
  resolve: { alias: [{ find: /^@\//, replacement: at("./") }] },
  test: { name: "own", include: testFiles.own, ...shared },
};

/** The settings of the engine's tests: they see the test site, and nothing of what a fork owns. */
export const onTestSite = {
  resolve: {
    alias: [
      { find: /^(?:\.\.\/)+site\/(index\.ts|ui\.tsx)$/, replacement: `${at("e2e/site/site/")}$1` },
      { find: /^@\//, replacement: at("./") },
    ],
  },
  test: {
    setupFiles: [at("e2e/vitest.setup.ts")],
    env: { DOCENT_CONFIG: at("e2e/site.config.ts"), DOCENT_DRAWN_NAMES: readDrawnNames(at("e2e/site")).join(" ") },
    ...shared,
  },
};

function engineProjects(): TestProjectConfiguration[] {
  const { resolve, test } = onTestSite;
  const { engine: all, exclude } = testFiles;
  const alone = globSync(all, { cwd: at("./"), exclude })
    .filter(replacesModules)
    .map((file) => file.replaceAll("\\", "/").replace(/[[\]()]/g, "\\$&"));
  return [
    // Files take turns in the same processes, which saves starting one and importing everything for each.
    { resolve, test: { name: "engine", isolate: false, include: all, exclude: [...exclude, ...alone], ...test } },
    { resolve, test: { name: "alone", include: alone, ...test } },
  ];
}

/** Tells of a test that replaces modules or parts of the process, or listens to all of its servers, which no test after it may see. */
function replacesModules(file: string): boolean {
  return /\bvi\.(?:mock\(|doMock\(|spyOn\(process,)|\blistenToServer\b/.test(readFileSync(at(file), "utf8"));
}

export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a machine with two: many tests wait for processes, stores and clocks.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    reporters: ["default", at("internal/scripts/slow-tests.ts")],
    // A site runs its own tests; `npm run test:engine` runs the engine's in a folder without what the site owns.
    projects: isSite() && !process.env.DOCENT_ENGINE_TESTS ? [own] : [own, ...engineProjects()],
  },
});
