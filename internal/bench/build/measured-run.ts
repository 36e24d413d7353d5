import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** Reading what large processes hold takes time that the program measured needs too. */
const SAMPLE_MS = 2_000;

/** The time and memory that a program took. */
export interface Cost {
  readonly seconds: number;
  /** Peak memory of the program and all that it starts; undefined without /proc. */
  readonly megabytes: number | undefined;
}

/** Runs a program to its end. @throws Error with the end of what it printed when it fails. */
export async function measureRun(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Cost> {
  const begun = performance.now();
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output = (output + text).slice(-4_000)));
  const memory = watchMemory(child);
  const [code] = await once(child, "close");
  const cost = { seconds: (performance.now() - begun) / 1_000, megabytes: memory.end() };
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${options.cwd}:\n${output}`);
  return cost;
}

/** The memory of a program that is followed, in megabytes; undefined without /proc. */
export interface Watch {
  readonly now: () => number | undefined;
  /** Stops, and returns the most there was. */
  readonly end: () => number | undefined;
}

/** Follows the memory of a program and of all that it starts. */
export function watchMemory({ pid }: ChildProcess): Watch {
  let most: number | undefined;
  const read = () => {
    const kilobytes = pid === undefined ? 0 : sumTree(pid);
    if (kilobytes > 0) most = Math.max(most ?? 0, kilobytes / 1_024);
    return kilobytes > 0 ? kilobytes / 1_024 : undefined;
  };
  const timer = setInterval(read, SAMPLE_MS);
  return {
    now: read,
    end: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Returns the memory of a process and its descendants; pages that several share count once. */
function sumTree(root: number): number {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const sum = (pid: number): number =>
    readHeld(pid) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child.pid), 0);
  return sum(root);
}

function listProcesses(): { readonly pid: number; readonly parent: number }[] {
  return readdirIfThere("/proc").flatMap((name) => {
    const parent = /^PPid:\s+(\d+)/m.exec(/^\d+$/.test(name) ? readIfThere(`/proc/${name}/status`) : "")?.[1];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

function readHeld(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** A process may end while it is measured. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function readdirIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
