import { spawnSync } from "node:child_process";
import { readArguments, runCommand } from "../../scripts/command-line.ts";
import { isForkPath, isSite } from "../../scripts/owners.ts";
import { listProjectFiles } from "../../scripts/project-files.ts";

const help = `npm run lint

Checks style, import rules and unused messages. The engine's files must be formatted, and are checked only in the
repository of the engine. In files that a fork owns only mistakes count, not their format (npm run format fixes both).`;

const LINTED = /\.(?:[cm]?[jt]sx?|jsonc?)$/;

await runCommand(help, (args) => {
  readArguments(args, { options: {} });
  const files = listProjectFiles().filter((file) => LINTED.test(file));
  const own = files.filter((file) => isForkPath(file));
  if (own.length > 0) check("biome", "lint", "--diagnostic-level=error", "--no-errors-on-unmatched", ...own);
  if (isSite()) return;
  check("biome", "check", "--error-on-warnings", ...files.filter((file) => !isForkPath(file)));
  for (const script of ["lint-messages", "lint-imports"]) check(process.execPath, `internal/scripts/${script}.ts`);
});

function check(program: string, ...args: string[]): void {
  if (spawnSync(program, args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
}
