import { accessSync, constants, globSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

/** Draws no windows that nobody sees, and so takes half of the CPU that the whole browser does. */
const SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The file that lists the browser tests which passed only when they were tried again, from the project's root. */
export const FLAKY_TESTS = "test-results/flaky.txt";

/** The ways to get a Chromium: nothing here installs one. */
export const HOW_TO_GET_A_BROWSER =
  `Install one (Debian and Ubuntu: apt-get install ${SHELL}, or chromium; elsewhere: npx playwright install ${SHELL}), ` +
  "or name one in CHROMIUM_PATH.";

/** Finds a Chromium, the headless shell first: CHROMIUM_PATH, else the system's, else Playwright's. */
export function findBrowser(): string | undefined {
  const own = chromium.executablePath();
  const candidates = [process.env.CHROMIUM_PATH, ...onPath([SHELL]), ...shellsBeside(own), ...onPath(BROWSERS), own];
  return candidates.find((file) => file && isExecutable(file));
}

/**
 * Returns the Chromium that `findBrowser` finds.
 * @throws Error saying how to get one.
 */
export function requireBrowser(): string {
  const found = findBrowser();
  if (!found) throw new Error(`No Chromium on this machine, which the browser tests need. ${HOW_TO_GET_A_BROWSER}`);
  return found;
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Finds Playwright's headless shell in the folder beside that of its Chromium. */
function shellsBeside(browser: string): string[] {
  const [, folder, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(browser) ?? [];
  return folder ? globSync(path.join(folder, `chromium_headless_shell-${revision}`, "*", "chrome-headless-shell*")) : [];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
