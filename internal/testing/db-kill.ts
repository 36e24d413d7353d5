import { spawn } from "node:child_process";

/**
 * Runs a script in a separate process, kills it without warning a while after its first word, and gives the lines that it had
 * written by then. Rejects when it ends by itself, with what it said on stderr.
 */
export function runAndKill(args: readonly string[], afterMs: number, env?: NodeJS.ProcessEnv): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env });
    let [output, errors] = ["", ""];
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdout.on("data", (chunk) => {
      if (output === "") setTimeout(() => child.kill("SIGKILL"), afterMs);
      output += chunk;
    });
    child.on("close", (code, signal) => {
      if (signal !== "SIGKILL") reject(new Error(`The writer ended by itself (${code}): ${errors}`));
      // The last line may be cut off.
      else resolve(output.split("\n").slice(0, -1));
    });
  });
}
