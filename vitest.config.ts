import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: ["proxy.test.ts", "{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}"],
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
