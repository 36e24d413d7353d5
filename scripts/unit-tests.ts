import { readFileSync } from "node:fs";
import { runCommand } from "./command-line.ts";
import { isSite } from "./owners.ts";
import { run } from "./run.ts";

const help = `npm run test:unit -- [part of a file's name …] [options of vitest run]

Runs the tests of *.test.ts files with Vitest, which a site has once its owner installs it: npm install --save-dev vitest.`;

await runCommand(help, async (args) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object>;
  if (!("vitest" in { ...dependencies, ...devDependencies }))
    return console.log("No unit tests: Vitest is not among the packages of this site.");
  // Vitest would take the browser tests of a site for its own.
  const without = isSite() ? ["--exclude", "e2e/**"] : [];
  process.exitCode = await run("vitest", ["run", "--passWithNoTests", ...without, ...args]);
});
