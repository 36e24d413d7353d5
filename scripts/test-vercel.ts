import { findBrowser } from "./find-browser.ts";
import { run } from "./run.ts";

/** Builds with the Vercel CLI and runs what it made as Vercel would. Not part of `npm test`: it takes some ten minutes. */
const args = ["test", "--config", "e2e/vercel/playwright.config.ts", ...process.argv.slice(2)];
process.exitCode = await run("playwright", args, { CHROMIUM_PATH: findBrowser() });
