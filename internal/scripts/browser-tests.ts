import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { canaryEnvironment } from "../../e2e/canaries.ts";
import { BUILD_NETWORK, watchNetwork } from "../../e2e/network-log.ts";
import site from "../../e2e/site/docent.config.ts";
import { findFreePort } from "../../lib/free-port.ts";
import { FLAKY_TESTS, findBrowser, HOW_TO_GET_A_BROWSER, requireBrowser } from "../../scripts/find-browser.ts";
import { run } from "../../scripts/run.ts";
import { IN_TREE, inEngineTree, writeEngineTree } from "./engine-tree.ts";

const RESULTS = "test-results";

/** Runs the engine's browser tests on the test site, in a separate folder. Arguments go to `playwright test`. */
async function main(): Promise<number> {
  if (process.env[IN_TREE]) return runTests();
  // Before the build, which takes minutes.
  if (!findBrowser()) {
    console.error(`The browser tests need a Chromium, and this machine has none. ${HOW_TO_GET_A_BROWSER}`);
    return 1;
  }
  const { folder, isBuilt, noteBuilt } = writeEngineTree();
  if (!isBuilt) {
    console.log(`Building the engine with the test site in ${folder}.`);
    // With recognisable secrets, which the tests look for in the build, and in production mode.
    const variables = {
      ...canaryEnvironment,
      DOCENT_STANDALONE: "1",
      NODE_OPTIONS: watchNetwork(path.join(folder, BUILD_NETWORK)),
    };
    const code = await run("npm", ["run", "--silent", "build"], variables, folder);
    if (code !== 0) return code;
    noteBuilt();
  }
  const variables = { ...inEngineTree(folder), BUILT_WITH_CANARIES: "1" };
  const code = await run(process.execPath, ["internal/scripts/browser-tests.ts", ...process.argv.slice(2)], variables, folder);
  const isWorthKeeping = code !== 0 || existsSync(path.join(folder, FLAKY_TESTS));
  if (isWorthKeeping && existsSync(path.join(folder, RESULTS))) cpSync(path.join(folder, RESULTS), RESULTS, { recursive: true });
  return code;
}

/** Runs them with a browser, free ports and folders for what they write. */
async function runTests(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
  writeDevSite(folder);
  try {
    const code = await run("playwright", ["test", "--config", "e2e/playwright.config.ts", ...process.argv.slice(2)], {
      CHROMIUM_PATH: requireBrowser(),
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

/** Writes a copy of the test site's pages for the development server, in which tests write. */
function writeDevSite(folder: string): void {
  const content = path.join(folder, "dev-content");
  cpSync("content", content, { recursive: true });
  const config = { ...site, projects: site.projects.map((project) => ({ ...project, content })) };
  writeFileSync(path.join(folder, "dev.config.json"), JSON.stringify(config));
}

/** Copies the output of the servers beside the pages of the tests that failed. */
function keepLogs(folder: string): void {
  const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
  mkdirSync(RESULTS, { recursive: true });
  for (const name of logs) cpSync(path.join(folder, name), path.join(RESULTS, name));
  if (logs.length > 0) console.error(`What the servers wrote: ${logs.map((name) => `${RESULTS}/${name}`).join(", ")}`);
}

process.exitCode = await main();
