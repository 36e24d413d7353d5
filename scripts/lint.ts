import { spawnSync } from "node:child_process";
import { readArguments, runCommand } from "./command-line.ts";
import { isForkPath } from "./owners.ts";
import { listProjectFiles } from "./project-files.ts";

const help = `npm run lint

Checks style and import rules. The engine's files must be as the formatter writes them; in files that a fork owns only
mistakes count, however they are formatted (npm run format puts both right).`;

const LINTED = /\.(?:[cm]?[jt]sx?|jsonc?)$/;

await runCommand(help, (args) => {
  readArguments(args, { options: {} });
  const files = listProjectFiles().filter((file) => LINTED.test(file));
  const engine = files.filter((file) => !isForkPath(file));
  const own = files.filter((file) => isForkPath(file));
  biome("check", "--error-on-warnings", ...engine);
  if (own.length > 0) biome("lint", "--diagnostic-level=error", "--no-errors-on-unmatched", ...own);
});

function biome(...args: string[]): void {
  if (spawnSync("biome", args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
}
