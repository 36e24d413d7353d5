import { spawnSync } from "node:child_process";
import { readArguments, runCommand } from "./command-line.ts";
import { isForkPath, isSite } from "./owners.ts";
import { listProjectFiles } from "./project-files.ts";

const help = `npm run lint

Checks style, import rules and messages that nothing uses. The engine's files must be as the formatter writes them, and are
looked at only in the repository that it is worked on in. In files that a fork owns only mistakes count, however they are
formatted (npm run format puts both right).`;

const LINTED = /\.(?:[cm]?[jt]sx?|jsonc?)$/;

await runCommand(help, (args) => {
  readArguments(args, { options: {} });
  const files = listProjectFiles().filter((file) => LINTED.test(file));
  const own = files.filter((file) => isForkPath(file));
  if (own.length > 0) check("biome", "lint", "--diagnostic-level=error", "--no-errors-on-unmatched", ...own);
  if (isSite()) return;
  check("biome", "check", "--error-on-warnings", ...files.filter((file) => !isForkPath(file)));
  for (const script of ["lint-messages", "lint-imports"]) check(process.execPath, `scripts/${script}.ts`);
});

function check(program: string, ...args: string[]): void {
  if (spawnSync(program, args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
}
