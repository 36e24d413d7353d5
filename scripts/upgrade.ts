import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { counted } from "../lib/counted.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { isSite } from "./owners.ts";
import { run } from "./run.ts";
import { breakingChanges, mergePackage, newestRelease, type Plan, planUpgrade } from "./upgrade/plan.ts";

const help = `npm run upgrade -- [--from ADDRESS] [--to TAG] [--no-install]
npm run upgrade -- --abort

Merges a release of the engine. Your files stay as they are, the engine's files become the release's, and package.json
keeps your name and the packages that you have added. Also works for a repository made by "Use this template".

  --from        address of the engine's repository; without it, the remote "upstream", or the address in package.json${describeKnown()}
  --to          a release such as v1.2.0, or a name of a commit such as upstream/main; without it, the newest release, which is
                a tag or a commit of the engine's main branch that changed "version" in package.json
  --no-install  leave node_modules as they are
  --abort       abort an unfinished upgrade: everything is as it was before`;

const options = {
  from: { type: "string" },
  to: { type: "string" },
  "no-install": { type: "boolean", default: false },
  abort: { type: "boolean", default: false },
} as const;
const SHARED = new Set(["package.json", "package-lock.json"]);

await runCommand(help, async (args) => {
  const { from, to, "no-install": noInstall, abort } = readArguments(args, { options }).values;
  if (tryGit("rev-parse", "--git-dir") === undefined)
    throw new UsageError(
      "This folder is not a git repository, so nothing that an upgrade changes could be restored. Install git if it is missing, run `git init`, commit, and try again.",
    );
  if (abort) return giveUpUpgrade({ noInstall });
  if (isUnderWay())
    throw new UsageError("An upgrade is not finished. Finish it with git commit, or abort it: npm run upgrade -- --abort.");
  if (git("status", "--porcelain")) throw new UsageError("There are uncommitted changes. Commit or stash them first.");
  fetchUpstream(from);
  const release = requireRelease(to);
  if (tryGit("merge-base", "--is-ancestor", release.commit, "HEAD") !== undefined)
    return console.log(
      `${release.name} is installed already; nothing was changed. Releases are those of ${git("remote", "get-url", "upstream")}; for later changes: --to upstream/main.`,
    );
  const baseCommit = findBase(release.commit);
  const { isForkPath, isWorkshopPath = () => false, MANUAL_SOURCES = [] } = await readOwners(release.commit);
  const toSiteTree = (commit: string) => withCopies(commit, isSite() ? MANUAL_SOURCES : []);
  const [theirs, base] = [toSiteTree(release.commit), baseCommit && toSiteTree(baseCommit)];
  const isOurs = (file: string) => SHARED.has(file) || isForkPath(file);
  const plan = planUpgrade({
    base: base ? listAt(base) : undefined,
    ours: listAt("HEAD"),
    theirs: listAt(theirs),
    isOurs,
    isWorkshop: isWorkshopPath,
  });
  const version = JSON.parse(readFileSync("package.json", "utf8")).version as string | undefined;
  begin();
  // Begins a merge that keeps every file; what is the engine's is put in its place below.
  git("merge", "--strategy=ours", "--no-commit", "--no-ff", "--allow-unrelated-histories", release.commit);
  const conflicts = apply(plan, { base, theirs });
  const notes = mergePackages(base, theirs);
  if (!noInstall) await install();
  finish({ release, tree: theirs, plan, conflicts, base, notes });
  const [next = "", before] = [theirs, base].map((commit) => commit && readAt(commit, "CHANGELOG.md")?.toString());
  const breaking = breakingChanges({ next, base: before, from: version });
  if (breaking) console.log(`\nChanges that may need action:\n\n${breaking}`);
});

async function giveUpUpgrade({ noInstall }: { noInstall: boolean }): Promise<void> {
  if (!isUnderWay()) throw new UsageError("No upgrade is under way. Undo a committed one with: git reset --hard HEAD~1");
  giveUp();
  if (!noInstall) await run("npm", ["install", "--no-audit", "--no-fund"]);
  console.log("The upgrade is aborted; everything is as it was before.");
}

/** Returns the address of the engine that `npm run init` wrote down. */
function readUpstream(): string | undefined {
  if (!existsSync("package.json")) return undefined;
  return (JSON.parse(readFileSync("package.json", "utf8")) as { docent?: { upstream?: string } }).docent?.upstream;
}

function describeKnown(): string {
  const known = tryGit("remote", "get-url", "upstream") ?? readUpstream();
  return known ? `:\n                ${known}` : "";
}

function fetchUpstream(from: string | undefined): void {
  const known = tryGit("remote", "get-url", "upstream");
  const address = from ?? known ?? readUpstream();
  if (!address)
    throw new UsageError(
      "The engine's repository is not known. Name the one that this repository was copied from: npm run upgrade -- --from https://….",
    );
  if (!known) git("remote", "add", "upstream", "--", address);
  else if (from) git("remote", "set-url", "upstream", "--", from);
  // Its tags get different names, so that they never meet yours.
  const refs = ["+refs/heads/*:refs/remotes/upstream/*", "+refs/tags/*:refs/upstream-tags/*"];
  const { status, stderr } = spawnSync("git", ["fetch", "--quiet", "--no-tags", "upstream", ...refs], { encoding: "utf8" });
  if (status === 0) return;
  if (!known) git("remote", "remove", "upstream");
  throw new UsageError(
    `${address} cannot be read: ${stderr.trim()}\nIs it the repository that this one was copied from? To name a different one: npm run upgrade -- --from https://….`,
  );
}

function requireRelease(to: string | undefined): { name: string; commit: string } {
  const releases = { ...listVersions(), ...listTags() };
  const names = Object.keys(releases);
  const name = to ?? newestRelease(names);
  if (!name) throw new UsageError("The engine's repository has no release yet. Name a commit or branch: --to upstream/main.");
  const commit = releases[name] ?? tryGit("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  if (!commit) throw new UsageError(`There is no ${name}. Releases: ${names.join(", ") || "none"}.`);
  return { name, commit };
}

function listTags(): Record<string, string> {
  const format = "--format=%(refname:lstrip=2) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)";
  const lines = git("for-each-ref", format, "refs/upstream-tags").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(" ") as [string, string]));
}

/** Lists the commits of the engine's main branch that changed its version, by that version: releases without a tag. */
function listVersions(): Record<string, string> {
  const isThere = (branch: string) => tryGit("rev-parse", "--verify", "--quiet", branch) !== undefined;
  const main = ["upstream/main", "upstream/master"].find(isThere);
  if (!main) return {};
  const commits = git("log", "--first-parent", "--reverse", "--format=%H", "-G", '"version":', main, "--", "package.json");
  const versions = commits
    .split("\n")
    .filter(Boolean)
    .map((commit): [string, string] => {
      const { version } = JSON.parse(String(readAt(commit, "package.json") ?? "{}")) as { version?: string };
      return [`v${version}`, commit];
    });
  return Object.fromEntries(versions);
}

/**
 * Returns the commit of the engine that this site is based on: the one of the shared history, else the one with which the first
 * commit of this repository has most folders and files at the top in common. That is all of them where it was made from the
 * template, and those of the engine where its history begins after `npm run init`.
 */
function findBase(theirs: string): string | undefined {
  const shared = tryGit("merge-base", "HEAD", theirs);
  if (shared) return shared;
  const [root = "HEAD"] = git("rev-list", "--max-parents=0", "HEAD").split("\n");
  const top = new Map(
    git("ls-tree", root)
      .split("\n")
      .map((line) => [line.slice(line.indexOf("\t") + 1), line.split(/\s/)[2]]),
  );
  const commits = git("rev-list", "--remotes=upstream", "--glob=refs/upstream-tags").split("\n");
  const names = commits.flatMap((commit) => [...top.keys()].map((name) => `${commit}:${name}`));
  const found = identify(names);
  const ours = [...top.values()];
  const counts = commits.map((_, at) => ours.filter((id, index) => found[at * ours.length + index] === id).length);
  const most = Math.max(...counts);
  // A single folder in common proves nothing.
  return most > 1 || most === top.size ? commits[counts.indexOf(most)] : undefined;
}

/** The part of a release's scripts/owners.ts that an upgrade asks. */
interface Owners {
  readonly isForkPath: (file: string) => boolean;
  readonly isWorkshopPath?: (file: string) => boolean;
  readonly MANUAL_SOURCES?: readonly (readonly [from: string, to: string])[];
}

/** Reads the release's own list of owners: it may have folders that this version does not know. */
async function readOwners(theirs: string): Promise<Owners> {
  const source = readAt(theirs, "scripts/owners.ts");
  if (!source) throw new UsageError("This release is older than `npm run upgrade`. Choose a newer one.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-owners-"));
  try {
    const file = path.join(folder, "owners.mts");
    writeFileSync(file, source);
    return (await import(pathToFileURL(file).href)) as Owners;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Brings the engine's files to the release. Returns those that were changed on both sides and need hands. */
function apply({ take, remove, merge }: Plan, sides: { base: string | undefined; theirs: string }): string[] {
  inChunks(take, (files) => git("checkout", sides.theirs, "--", ...files));
  inChunks(remove, (files) => git("rm", "--quiet", "--force", "--", ...files));
  return merge.filter((file) => !mergeFile(file, sides));
}

function inChunks(files: readonly string[], step: (files: readonly string[]) => void): void {
  for (let start = 0; start < files.length; start += 200) step(files.slice(start, start + 200));
}

/** Merges the lines of a file. False when both sides changed the same ones, or the release has no such file any more. */
function mergeFile(file: string, { base, theirs }: { base: string | undefined; theirs: string }): boolean {
  const next = readAt(theirs, file);
  if (!next) return false;
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-merge-"));
  try {
    const [was, now] = ["base", "release"].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(was, (base && readAt(base, file)) ?? "");
    writeFileSync(now, next);
    const { status } = spawnSync("git", ["merge-file", "-L", "yours", "-L", "before", "-L", "release", file, was, now]);
    if (status === 0) git("add", "--", file);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns lines for the terminal about versions of packages. */
function mergePackages(base: string | undefined, theirs: string): readonly string[] {
  const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const was = base && readAt(base, "package.json");
  const { merged, notes } = mergePackage({
    base: was ? parse(String(was)) : undefined,
    ours: parse(readFileSync("package.json", "utf8")),
    theirs: parse(String(readAt(theirs, "package.json"))),
  });
  writeFileSync("package.json", `${JSON.stringify(merged, null, 2)}\n`);
  // npm writes it again from package.json, beginning with what the release has locked.
  const lock = parse(String(readAt(theirs, "package-lock.json")));
  writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, name: merged.name }, null, 2)}\n`);
  git("add", "package.json", "package-lock.json");
  return notes;
}

async function install(): Promise<void> {
  const code = await run("npm", ["install", "--no-audit", "--no-fund"]);
  if (code !== 0) console.log("npm install failed; fix the cause, run it again, and add package-lock.json to the merge.");
  git("add", "package.json", "package-lock.json");
}

interface Result {
  readonly release: { readonly name: string; readonly commit: string };
  /** The release as a site has it. */
  readonly tree: string;
  readonly plan: Plan;
  readonly conflicts: readonly string[];
  readonly base: string | undefined;
  readonly notes: readonly string[];
}

function finish({ release, tree, plan, conflicts, base, notes }: Result): void {
  const { take, remove, merge, deleted, strange } = plan;
  console.log(
    `${release.name}: ${counted(take.length, "file")} taken, ${remove.length} removed, ${merge.length - conflicts.length} merged.`,
  );
  if (!base)
    console.log(
      "It is not known with which release this site began, so engine files that you have changed were replaced by the release's.",
    );
  if (notes.length > 0) console.log(`\nPackages:\n${toList(notes)}`);
  if (deleted.length > 0)
    console.log(
      `\nDeleted by you and changed by the release; they stay deleted (git checkout ${tree.slice(0, 12)} -- FILE brings one back):\n${toList(deleted)}`,
    );
  if (strange.length > 0) console.log(`\nNot part of this release; delete what is not yours:\n${toList(strange)}`);
  if (conflicts.length > 0) {
    console.log(
      `\nChanged by you and by the release. Resolve the conflicts, then: git add --all && git commit\n${toList(conflicts)}`,
    );
    // With conflict markers in its sources, no command runs.
    const isLame = conflicts.some((file) => /^(?:scripts|lib)\/|^package(?:-lock)?\.json$/.test(file));
    console.log(`\nTo go back to where you were: ${isLame ? "git reset --hard HEAD && npm ci" : "npm run upgrade -- --abort"}`);
    process.exitCode = 1;
    return;
  }
  git("commit", "--quiet", "--no-verify", "--message", `chore: upgrade the engine to ${release.name}`);
  forget();
  console.log("\nCommitted. Next: npm test. To go back to where you were: git reset --hard HEAD~1 && npm ci");
}

function toList(files: readonly string[]): string {
  return files.map((file) => `  ${file}`).join("\n");
}

/** Runs a git command and returns its output. @throws Error with the words of git. */
function git(...args: string[]): string {
  return execFileSync("git", args, {
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();
}

/** Runs a git command and returns its output; undefined when it fails. */
function tryGit(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", maxBuffer: 512 * 1024 * 1024 });
  return status === 0 ? stdout.trimEnd() : undefined;
}

/** Returns a file as a commit has it; undefined when it has none. */
function readAt(commit: string, file: string): Buffer | undefined {
  const { status, stdout } = spawnSync("git", ["show", `${commit}:${file}`], { maxBuffer: 512 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}

/** Returns the files of a commit, with what identifies their content and mode. */
function listAt(commit: string): Map<string, string> {
  const lines = git("ls-tree", "-r", "-z", "--full-tree", commit).split("\0").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, line.indexOf("\t"))]));
}

/** Returns the tree of a commit with copies of some of its folders, each given by its place and that of the copy. */
function withCopies(commit: string, copies: readonly (readonly [from: string, to: string])[]): string {
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

/** Returns for each of many names such as `COMMIT:folder` what identifies its content; undefined when there is none. */
function identify(names: readonly string[]): (string | undefined)[] {
  const args = ["cat-file", "--batch-check=%(objectname)"];
  const lines = execFileSync("git", args, { encoding: "utf8", input: names.join("\n"), maxBuffer: 512 * 1024 * 1024 }).trimEnd();
  return lines.split("\n").map((line) => (/^[0-9a-f]{40,64}$/.test(line) ? line : undefined));
}

/** Returns the path, in git's folder, of the file that stores the commit on which an upgrade began. */
function marker(): string {
  return git("rev-parse", "--git-path", "docent-upgrade");
}

/** Notes that an upgrade begins on the present commit. */
function begin(): void {
  writeFileSync(marker(), `${git("rev-parse", "HEAD")}\n`);
}

/** Forgets the note of a finished upgrade. */
function forget(): void {
  rmSync(marker(), { force: true });
}

/** Reports an upgrade that has begun and is neither committed nor aborted. */
function isUnderWay(): boolean {
  return existsSync(marker()) && tryGit("rev-parse", "--verify", "--quiet", "MERGE_HEAD") !== undefined;
}

/** Restores every file as it was when the upgrade began. */
function giveUp(): void {
  git("reset", "--quiet", "--hard", "HEAD");
  forget();
}
