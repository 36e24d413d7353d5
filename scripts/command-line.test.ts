import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const known = [
  ["keys", "scripts/keys.ts"],
  ["update", "scripts/update.ts"],
  ["threads", "scripts/threads.ts"],
  ["openapi", "internal/scripts/openapi.ts"],
  ["check", "scripts/check.ts"],
  ["bench", "internal/bench/bench.ts"],
] as const;
/** `npm run init` removes those that only work on the engine needs. */
const commands = known.filter(([name]) => name in scripts);

function run(file: string, ...args: string[]): Promise<{ code: unknown; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (failure, output, errors) =>
      resolve({ code: failure ? failure.code : 0, output, errors }),
    );
  });
}

describe.each(commands)("npm run %s", (name, file) => {
  test("tells what it does and what it takes", async () => {
    const { code, output, errors } = await run(file, "--help");
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain(`npm run ${name}`);
  });

  test("refuses an unknown option with a message, and does nothing", async () => {
    const { code, output, errors } = await run(file, "--no-such-option");
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^(Unknown option '|There is no (command|bench) ")--no-such-option/);
    expect(errors).toContain(`npm run ${name}`);
    expect(errors).not.toMatch(/^\s+at /m);
  });
});
