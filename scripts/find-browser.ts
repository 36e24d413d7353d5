import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

/** Path of a Chromium: the system's, else Playwright's own, else one installed now. @throws Error saying what to install. */
export function findBrowser(): string {
  const found = systemBrowser() ?? playwrightBrowser();
  if (found) return found;
  console.log("No Chromium here; asking Playwright for its own.");
  spawnSync("playwright", ["install", "chromium"], { stdio: "inherit" });
  if (playwrightBrowser()) return chromium.executablePath();
  console.log("Playwright could not get one; asking Debian's packages.");
  if (spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { stdio: "inherit" }).status !== 0) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { stdio: "inherit" });
  }
  const installed = systemBrowser();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium, and none could be installed. Install it (Debian: apt-get install chromium; " +
      "elsewhere: npx playwright install chromium), or name one in CHROMIUM_PATH.",
  );
}

function systemBrowser(): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = [process.env.CHROMIUM_PATH, ...names.flatMap((name) => folders.map((folder) => path.join(folder, name)))];
  return candidates.find((file) => file && isExecutable(file)) ?? undefined;
}

function playwrightBrowser(): string | undefined {
  const file = chromium.executablePath();
  return file && isExecutable(file) ? file : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
