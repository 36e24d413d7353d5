import { requireBrowser } from "../../scripts/find-browser.ts";
import { run } from "../../scripts/run.ts";
import { IN_TREE, inEngineTree, writeEngineTree } from "./engine-tree.ts";

/**
 * Builds the engine on the test site with the Vercel CLI and runs what it made as Vercel would, so that it is the same in every
 * fork. Not part of `npm test`: it takes some ten minutes.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (process.env[IN_TREE]) {
    return run("playwright", ["test", "--config", "e2e/vercel/playwright.config.ts", ...args], {
      CHROMIUM_PATH: requireBrowser(),
    });
  }
  const { folder } = writeEngineTree();
  return run(process.execPath, ["internal/scripts/test-vercel.ts", ...args], inEngineTree(folder), folder);
}

process.exitCode = await main();
