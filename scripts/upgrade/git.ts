import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Runs a git command and returns its output. @throws Error with the words of git. */
export function git(...args: string[]): string {
  return execFileSync("git", args, {
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();
}

/** Runs a git command and returns its output; undefined when it fails. */
export function tryGit(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", maxBuffer: 512 * 1024 * 1024 });
  return status === 0 ? stdout.trimEnd() : undefined;
}

/** Returns a file as a commit has it; undefined when it has none. */
export function readAt(commit: string, file: string): Buffer | undefined {
  const { status, stdout } = spawnSync("git", ["show", `${commit}:${file}`], { maxBuffer: 512 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}

/** Returns the files of a commit, with what identifies their content and mode. */
export function listAt(commit: string): Map<string, string> {
  const lines = git("ls-tree", "-r", "-z", "--full-tree", commit).split("\0").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, line.indexOf("\t"))]));
}

/** Returns the tree of a commit with copies of some of its folders, each given by its place and that of the copy. */
export function withCopies(commit: string, copies: readonly (readonly [from: string, to: string])[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-index-"));
  const env = { ...process.env, GIT_INDEX_FILE: path.join(folder, "index") };
  const run = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] }).trim();
  try {
    run("read-tree", commit);
    for (const [from, to] of copies)
      if (tryGit("rev-parse", "--verify", "--quiet", `${commit}:${from}`))
        run("read-tree", `--prefix=${to}/`, `${commit}:${from}`);
    return run("write-tree");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns for each of many names such as `COMMIT:folder` what identifies its content; undefined where there is none. */
export function identify(names: readonly string[]): (string | undefined)[] {
  const args = ["cat-file", "--batch-check=%(objectname)"];
  const lines = execFileSync("git", args, { encoding: "utf8", input: names.join("\n"), maxBuffer: 512 * 1024 * 1024 }).trimEnd();
  return lines.split("\n").map((line) => (/^[0-9a-f]{40,64}$/.test(line) ? line : undefined));
}

/** Names the commit that an upgrade began on, inside the folder of git. */
function marker(): string {
  return git("rev-parse", "--git-path", "docent-upgrade");
}

/** Notes that an upgrade begins on the present commit. */
export function begin(): void {
  writeFileSync(marker(), `${git("rev-parse", "HEAD")}\n`);
}

/** Forgets the note of a finished upgrade. */
export function forget(): void {
  rmSync(marker(), { force: true });
}

/** Tells of an upgrade that has begun and is neither committed nor given up. */
export function isUnderWay(): boolean {
  return existsSync(marker()) && tryGit("rev-parse", "--verify", "--quiet", "MERGE_HEAD") !== undefined;
}

/** Puts every file back as it was when the upgrade began. */
export function giveUp(): void {
  git("reset", "--quiet", "--hard", "HEAD");
  forget();
}
