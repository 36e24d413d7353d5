import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shared = { setupFiles: ["vitest.setup.ts"], testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a machine with two: many tests wait for processes and stores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // The engine's tests see the test site, and nothing of what a fork owns.
        resolve: {
          alias: [
            { find: /^(?:\.\.\/)+site\/(index\.ts|ui\.tsx)$/, replacement: `${at("e2e/site/site/")}$1` },
            { find: /^@\//, replacement: at("./") },
          ],
        },
        test: {
          name: "engine",
          include: ["proxy.test.ts", "{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "e2e/site/**"],
          env: { DOCENT_CONFIG: at("e2e/site.config.ts") },
          ...shared,
        },
      },
      {
        // Tests about this site's own pages and parts.
        resolve: { alias: [{ find: /^@\//, replacement: at("./") }] },
        test: { name: "own", include: ["{manual,site}/**/*.test.{ts,tsx}"], ...shared },
      },
    ],
  },
});
