import { defineConfig } from "playwright/test";
import { isSite } from "../scripts/owners.ts";

const { CHROMIUM_PATH, SITE_ORIGIN } = process.env;
if (!SITE_ORIGIN) throw new Error("Run the stories of the site with `npm run test:site`.");

/** The story of the engine that every site passes, and in a site of its own all that its owner adds to this folder. */
export default defineConfig({
  testDir: ".",
  testMatch: isSite() ? "**/*.spec.ts" : "site.spec.ts",
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: SITE_ORIGIN,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
