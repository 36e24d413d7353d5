import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Returns the CPU time of processes so far, all their threads together, in seconds. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // Behind the name, which is in brackets and may hold anything, field 3 comes first; 14 and 15 are the times.
    const fields = readProc(`${pid}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Returns the resident memory of processes, in MiB. */
export function residentMiB(pids: readonly number[]): number {
  const kibibytes = pids.map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readProc(`${pid}/status`))?.[1] ?? 0));
  return Math.round(kibibytes.reduce((sum, one) => sum + one, 0) / 1_024);
}

/** Lists a process and all that it has started. */
export function withChildren(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter(
      (name) =>
        /^\d+$/.test(name) &&
        readProc(`${name}/stat`)
          .replace(/^.*\) /s, "")
          .split(" ")[1] === String(pid),
    )
    .map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

/** Empty for a process that has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, "utf8");
  } catch {
    return "";
  }
}
