import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describeMissingAddress } from "../lib/config/config.ts";
import { runCommand } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";
import { createNoiseFilter } from "./next-output.ts";

const help = `npm run dev -- [options of next dev] [--verbose]
npm run build -- [options of next build] [--verbose]

Runs Next, and leaves out what it prints about itself: its experiments, its table of routes, and its steps. Every other line is
shown, and every line with --verbose.`;

const VERBOSE = "--verbose";

await runCommand(help, async (args) => {
  process.exitCode = await runNext(args);
  if (args[0] === "build" && process.exitCode === 0) reportMissingAddress();
});

/** Says at the end of a build what its owner would otherwise learn from readers. */
function reportMissingAddress(): void {
  loadEnv();
  const missing = describeMissingAddress();
  if (missing) console.log(`\n${missing}.`);
}

/** Resolves to Next's exit code. A signal is passed on, so that Ctrl-C ends both. */
function runNext(args: readonly string[]): Promise<number> {
  const isVerbose = args.includes(VERBOSE);
  const given = args.filter((arg) => arg !== VERBOSE);
  const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: process.env.FORCE_COLOR ?? "1" } : {};
  const child = spawn("next", given, {
    stdio: ["inherit", isVerbose ? "inherit" : "pipe", "inherit"],
    env: { ...process.env, ...colours },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    const keep = createNoiseFilter();
    const lines = child.stdout && createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
    lines?.on("line", (line) => {
      if (keep(line)) process.stdout.write(`${line}\n`);
    });
    const isRead = lines ? new Promise<void>((done) => lines.once("close", done)) : Promise.resolve();
    child.once("error", reject);
    child.once("exit", (code, signal) => void isRead.then(() => resolve(code ?? (signal === "SIGINT" ? 130 : 1))));
  });
}
