import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { composeName } from "../../decode-text.ts";
import { DATES_FILE } from "./file-kinds.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

const Dates = z.record(z.string(), z.iso.datetime({ offset: true }));

/**
 * Returns the ISO date-time of the last change of each file below a folder, by path below it: of its last commit, or where git does
 * not know it, the one in the folder's `dates.json`. Empty without both.
 */
export async function readLastModified(folder: string): Promise<Record<string, string>> {
  const [written, committed] = await Promise.all([readDatesFile(folder), readCommitDates(folder)]);
  return { ...written, ...committed };
}

async function readDatesFile(folder: string): Promise<Record<string, string>> {
  try {
    return Dates.parse(JSON.parse(await readFile(path.join(/* turbopackIgnore: true */ folder, DATES_FILE), "utf8")));
  } catch {
    // As without git: no dates, and no fault.
    return {};
  }
}

/**
 * Returns the date of the last commit that touched each file below a folder. Empty outside a git checkout and without git. In a
 * shallow clone, files that have not changed since its oldest commit are left out, since their date is not known.
 */
export async function readCommitDates(folder: string): Promise<Record<string, string>> {
  const log = await git(folder, ["log", "--relative", "--name-only", "--no-renames", "--format=%x01%H %cI", "--", "."]);
  if (log === undefined) return {};
  const boundary = await readShallowBoundary(folder);
  const dates: Record<string, string> = {};
  for (const commit of log.split("\u0001").slice(1)) {
    const [head = "", ...names] = commit.split("\n").filter(Boolean);
    const [hash = "", date = ""] = head.split(" ");
    // The newest commit of a file comes first. Git lists all files at the boundary of a shallow clone, changed or not.
    if (!boundary.has(hash)) for (const name of names) dates[composeName(name)] ??= date;
  }
  return dates;
}

async function readShallowBoundary(folder: string): Promise<ReadonlySet<string>> {
  const name = (await git(folder, ["rev-parse", "--git-path", "shallow"]))?.trim();
  if (!name) return new Set();
  // Only a shallow clone has this file.
  const text = await readFile(path.resolve(/* turbopackIgnore: true */ folder, name), "utf8").catch(() => "");
  return new Set(text.split("\n").filter(Boolean));
}

/** Returns the output of a git command; undefined when there is no git, or the folder is in no checkout. */
async function git(folder: string, command: readonly string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await run("git", ["-c", "core.quotepath=off", ...command], options);
    return stdout;
  } catch {
    // Dates are an addition: a folder without them is a plain folder, not a fault.
    return undefined;
  }
}
