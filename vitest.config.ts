import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Read by the processes that run the tests, and by those that tests start: compiled code of an earlier one is used again.
process.env.NODE_COMPILE_CACHE ??= at("node_modules/.cache/compiled");

const shared = { setupFiles: ["vitest.setup.ts"], testTimeout: 30_000, hookTimeout: 60_000 };
// The engine's tests see the test site, and nothing of what a fork owns.
const onTestSite = {
  resolve: {
    alias: [
      { find: /^(?:\.\.\/)+site\/(index\.ts|ui\.tsx)$/, replacement: `${at("e2e/site/site/")}$1` },
      { find: /^@\//, replacement: at("./") },
    ],
  },
};
const engine = { exclude: ["**/node_modules/**", "e2e/site/**"], env: { DOCENT_CONFIG: at("e2e/site.config.ts") }, ...shared };

/** Tests that put something in the place of modules or of the process, which no test after them may see: each in a process of its own. */
const alone = globSync("{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}", { cwd: at("./") }).filter(
  (file) => !file.includes("node_modules") && /\bvi\.(?:mock\(|doMock\(|spyOn\(process,)/.test(readFileSync(at(file), "utf8")),
);
/** Names of files are patterns here, and routes have brackets in theirs. */
const toPattern = (file: string) => file.replaceAll("\\", "/").replace(/[[\]()]/g, "\\$&");

export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a machine with two: many tests wait for processes and stores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ["default", at("scripts/slow-tests.ts")],
    projects: [
      {
        ...onTestSite,
        // Files take turns in the same processes, which saves starting one and importing everything for each.
        test: {
          name: "engine",
          isolate: false,
          include: ["proxy.test.ts", "{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}"],
          ...engine,
          exclude: [...engine.exclude, ...alone.map(toPattern)],
        },
      },
      { ...onTestSite, test: { name: "alone", include: alone.map(toPattern), ...engine } },
      {
        // Tests about this site's own pages and parts.
        resolve: { alias: [{ find: /^@\//, replacement: at("./") }] },
        test: { name: "own", include: ["{manual,site}/**/*.test.{ts,tsx}"], ...shared },
      },
    ],
  },
});
