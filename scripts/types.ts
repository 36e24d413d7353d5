import { existsSync } from "node:fs";
import { readArguments, runCommand } from "./command-line.ts";
import { run } from "./run.ts";

const help = `npm run types -- [--build]

Checks the types of everything; of internal/bench/ where its packages are installed too (npm ci --prefix internal/bench).

  --build  only of what a build holds, and faster where little changed since the last one`;

await runCommand(help, async (args) => {
  const { values } = readArguments(args, { options: { build: { type: "boolean" } } });
  const everything = ["tsconfig.json", ...(existsSync("internal/bench/node_modules") ? ["internal/bench/tsconfig.json"] : [])];
  const checks = values.build
    ? [["--project", "scripts/tsconfig.build.json", "--incremental", "--tsBuildInfoFile", ".next/cache/.tsbuildinfo"]]
    : everything.map((project) => ["--project", project]);
  for (const [program, ...rest] of [["next", "typegen"], ...checks.map((check) => ["tsc", "--noEmit", ...check])]) {
    const code = await run(program as string, rest);
    if (code !== 0) process.exit(code);
  }
});
