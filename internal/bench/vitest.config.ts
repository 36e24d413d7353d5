import { defineConfig } from "vitest/config";
import { onTestSite } from "../../vitest.config.ts";

export default defineConfig({
  resolve: onTestSite.resolve,
  test: { ...onTestSite.test, include: ["internal/bench/**/*.test.ts"], exclude: ["**/node_modules/**"] },
});
