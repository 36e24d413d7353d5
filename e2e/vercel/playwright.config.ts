import { defineConfig } from "playwright/test";

/** For `npm run test:vercel`. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  workers: 1,
  // The build alone takes minutes.
  timeout: 1_800_000,
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
