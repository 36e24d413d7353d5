import { spawnSync } from "node:child_process";
import { accessSync, constants, globSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

/** Draws no windows that nobody sees, and so takes half of the CPU that the whole browser does. */
const SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds a Chromium, the headless shell first: the system's, else Playwright's, else one installed now. CHROMIUM_PATH wins.
 * @throws Error saying what to install.
 */
export function findBrowser(): string {
  const found = firstBrowser();
  if (found) return found;
  console.log("No Chromium found; asking Playwright for one.");
  spawnSync("playwright", ["install", SHELL], { stdio: "inherit" });
  const fetched = firstBrowser();
  if (fetched) return fetched;
  console.log("Playwright could not get one; asking Debian's packages.");
  if (!install()) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" });
    install();
  }
  const installed = firstBrowser();
  if (installed) return installed;
  throw new Error(
    `The browser tests need Chromium, and none could be installed. Install it (Debian: apt-get install ${SHELL}; ` +
      `elsewhere: npx playwright install ${SHELL}), or name one in CHROMIUM_PATH.`,
  );
}

function install(): boolean {
  return spawnSync("apt-get", ["install", "-y", "--no-install-recommends", SHELL], { stdio: "inherit" }).status === 0;
}

function firstBrowser(): string | undefined {
  const own = chromium.executablePath();
  const candidates = [process.env.CHROMIUM_PATH, ...onPath([SHELL]), ...shellsBeside(own), ...onPath(BROWSERS), own];
  return candidates.find((file) => file && isExecutable(file));
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
