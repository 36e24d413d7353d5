import { existsSync } from "node:fs";
import { readArguments, runCommand } from "./command-line.ts";
import { run } from "./run.ts";

const help = `npm run types

Checks the types of everything; of internal/bench/ where its packages are installed too (npm ci --prefix internal/bench).`;

await runCommand(help, async (args) => {
  readArguments(args, { options: {} });
  const projects = ["tsconfig.json", ...(existsSync("internal/bench/node_modules") ? ["internal/bench/tsconfig.json"] : [])];
  for (const [program, ...rest] of [
    ["next", "typegen"],
    ...projects.map((project) => ["tsc", "--noEmit", "--project", project]),
  ]) {
    const code = await run(program as string, rest);
    if (code !== 0) process.exit(code);
  }
});
