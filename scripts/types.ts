import { readArguments, runCommand } from "./command-line.ts";
import { run } from "./run.ts";
import { hasTestPackages } from "./test-packages.ts";

const help = `npm run types

Checks the types of everything; of the engine's tests only where the packages that they need are installed (npm run setup).`;

await runCommand(help, async (args) => {
  readArguments(args, { options: {} });
  const project = hasTestPackages() ? "tsconfig.json" : "scripts/tsconfig.site.json";
  for (const [program, ...rest] of [
    ["next", "typegen"],
    ["tsc", "--noEmit", "--project", project],
  ] as const) {
    const code = await run(program, rest);
    if (code !== 0) process.exit(code);
  }
});
