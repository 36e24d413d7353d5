import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "../e2e/server.ts";
import { findBrowser } from "./find-browser.ts";
import { run } from "./run.ts";

const BUILD_ID = ".next/BUILD_ID";

/** Runs the browser tests with a browser, free ports and folders of their own. Arguments go to `playwright test`. */
async function main(): Promise<number> {
  if (!existsSync(BUILD_ID)) {
    console.error("The browser tests read the production build; run `npm run build` first.");
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
  cpSync("content", path.join(folder, "dev-content"), { recursive: true });
  try {
    const code = await run("playwright", ["test", ...process.argv.slice(2)], {
      CHROMIUM_PATH: findBrowser(),
      E2E_FOLDER: folder,
      E2E_PORT: String(await findFreePort()),
      E2E_DEV_PORT: String(await findFreePort()),
    });
    if (code !== 0) keepLogs(folder);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts what the servers wrote beside the traces of the tests that failed. */
function keepLogs(folder: string): void {
  const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
  mkdirSync("test-results", { recursive: true });
  for (const name of logs) cpSync(path.join(folder, name), path.join("test-results", name));
  if (logs.length > 0) console.error(`What the servers wrote: ${logs.map((name) => `test-results/${name}`).join(", ")}`);
}

process.exitCode = await main();
