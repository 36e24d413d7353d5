import os from "node:os";
import path from "node:path";
import { defineConfig } from "playwright/test";

const { CHROMIUM_PATH, E2E_FOLDER, E2E_PORT, E2E_DEV_PORT } = process.env;
if (!CHROMIUM_PATH || !E2E_FOLDER || !E2E_PORT || !E2E_DEV_PORT)
  throw new Error("Run the browser tests with `npm run test:e2e`.");

const server = (name: string, command: string, port: string, env: Record<string, string>) => ({
  name,
  // To a file, since one line for each request would bury what the tests say; browser-tests.ts keeps it when one fails.
  cwd: path.join(import.meta.dirname, ".."),
  command: `${command} >> ${JSON.stringify(path.join(E2E_FOLDER, `${name}.log`))} 2>&1`,
  // localhost, never 127.0.0.1: `next dev` refuses its live connection to the latter, and the page never hydrates.
  url: `http://localhost:${port}/v1/health`,
  timeout: 120_000,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  env: {
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    DOCENT_DATA_DIR: path.join(E2E_FOLDER, `${name}-data`),
    NEXT_TELEMETRY_DISABLED: "1",
    ...env,
  },
});

const launchOptions = {
  executablePath: CHROMIUM_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
};

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  testMatch: "*.spec.ts",
  // The first are run by `npm run test:vercel`.
  // The site's own story has a configuration of its own.
  testIgnore: ["vercel/**", "site.spec.ts"],
  // A browser and the server that it asks keep one core busy.
  workers: Math.min(4, Math.max(2, os.availableParallelism())),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On a machine that others use too, a browser may fall behind: what passes the second time is listed at the end.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./flaky-tests.ts"]],
  reportSlowTests: { max: 12, threshold: 10_000 },
  // Traces slow every step; `-- --trace retain-on-failure` keeps those of the tests that fail.
  use: { launchOptions, screenshot: "only-on-failure" },
  projects: [
    // First, since it takes one worker minutes, which the other would spend waiting at the end.
    {
      name: "dev",
      testMatch: ["dev.spec.ts", "routes.spec.ts"],
      fullyParallel: false,
      use: { baseURL: `http://localhost:${E2E_DEV_PORT}` },
    },
    { name: "site", testIgnore: ["dev.spec.ts", "vercel/**", "site.spec.ts"], use: { baseURL: `http://localhost:${E2E_PORT}` } },
  ],
  webServer: [
    server("site", "next start", E2E_PORT, {}),
    server("dev", "next dev", E2E_DEV_PORT, { DOCENT_CONFIG: path.join(E2E_FOLDER, "dev.config.json") }),
  ],
});
