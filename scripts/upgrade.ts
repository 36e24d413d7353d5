import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { type EngineStore, type Files, openEngineStore, STORE, toFiles, type Who } from "./engine-store.ts";
import { isSite } from "./owners.ts";
import { run } from "./run.ts";
import { findEngineCommit, findRemote, readOrigin } from "./upgrade/base.ts";
import { mergePackage } from "./upgrade/package.ts";
import { newEntries, toSummary } from "./upgrade/summary.ts";
import { type Owners, toEngineTrees } from "./upgrade/trees.ts";

const help = `npm run upgrade -- [--to TAG] [--from ADDRESS] [--base COMMIT] [--no-install]
npm run upgrade -- --check
npm run upgrade -- --abort

Takes a release of the engine as one commit of your own. Your files stay as they are; what you have changed in the engine's files is
merged. package.json keeps your name, your version and the packages that you have added. Works in a clone, a fork, a repository made
by "Use this template" and one made from an archive.

  --to          a release such as v1.2.0, a branch such as main, or a whole commit hash; without it, the newest release
  --from        address of the engine's repository; without it, the one in package.json${describeKnown()}
  --base        the engine's commit or release that this site is on, where package.json does not have it and the history does not tell
  --no-install  leave node_modules as they are
  --check       only say whether there is a newer release; exits with 3 if there is
  --abort       abort an unfinished upgrade: everything is as it was before`;

const options = {
  to: { type: "string" },
  from: { type: "string" },
  base: { type: "string" },
  "no-install": { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  abort: { type: "boolean", default: false },
} as const;
const SUBJECT = "chore: upgrade the engine to";
const NEWER = 3;
const DONE = "Committed. Next: npm test. To go back: git revert --no-edit HEAD && npm ci";
const HASH = /^[0-9a-f]{40}$/;
const SETTINGS = "lib/config/settings.txt";
const CODE = /\.[cm]?[jt]sx?$/;
/** Settings of Vitest for a site with tests of its own, which its owner may change. */
const TEST_SETTINGS = `import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: /^@\\//, replacement: \`\${import.meta.dirname}/\` }] },
  test: { exclude: [...configDefaults.exclude, "e2e/**"], testTimeout: 60_000 },
});
`;

await runCommand(help, async (args) => {
  const { to, from, base: named, "no-install": noInstall, check, abort } = readArguments(args, { options }).values;
  if (tryGit("rev-parse", "--git-dir") === undefined)
    throw new UsageError(
      "This folder is not a git repository, so nothing that an upgrade changes could be restored. Install git if it is missing, run `git init`, commit, and try again.",
    );
  if (abort) return abortUpgrade({ noInstall });
  const store = openEngineStore(requireUpstream(from));
  const release = requireRelease(store, to);
  const base = requireBase(store, named);
  if (check) {
    console.log(describeNewer({ release, base, store }));
    process.exitCode = base.commit === release.commit ? 0 : NEWER;
    return;
  }
  requireReady();
  if (base.commit === release.commit && readOrigin().engine === base.commit)
    return console.log(`${release.name} is installed already; nothing was changed. The engine comes from ${store.upstream}.`);

  const owners = await readOwners(store, release.commit);
  const sides = {
    base: store.files(base.commit),
    release: store.files(release.commit),
    own: toFiles(git("ls-tree", "-r", "-z", "HEAD")),
  };
  const imported = listImported([...sides.own.keys()].filter((file) => owners.isForkPath(file) || !sides.base.has(file)));
  const engineTrees = toEngineTrees({ ...sides, owners, isSite: isSite() });
  const keepsTests = isSite() && imported.includes("vitest");
  const trees = keepsTests ? withTestSettings(engineTrees, store.writeFile(TEST_SETTINGS)) : engineTrees;
  const { text, notes } = mergeManifest({ store, owners, base: base.commit, release: release.commit, imported });
  const picked = pick({ store, trees, manifest: text, name: release.name });
  const conflicts = git("diff", "--name-only", "--diff-filter=U").split("\n").filter(Boolean);
  await writeLock({ store, commit: release.commit, noInstall });
  if (picked) git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--amend", "--no-edit");
  else process.exitCode = 1;
  const readText = (commit: string, file: string) => String(store.read(commit, file) ?? "");
  const readLines = (commit: string) => readText(commit, SETTINGS).split("\n").filter(Boolean);
  const before = new Set(readLines(base.commit));
  console.log(
    toSummary({
      from: base.commit === release.commit ? `${base.name} with the engine's tests` : base.name,
      to: release.name,
      changed: listChanged(trees.before, trees.after),
      deleted: trees.deleted,
      conflicts,
      notes,
      settings: before.size > 0 ? readLines(release.commit).filter((setting) => !before.has(setting)) : [],
      changelog: { base: readText(base.commit, "CHANGELOG.md"), release: readText(release.commit, "CHANGELOG.md") },
      next: picked ? DONE : describeConflict(conflicts),
    }),
  );
});

function describeConflict(conflicts: readonly string[]): string {
  // With conflict markers in its sources, no command runs.
  const isBroken = conflicts.some((file) => /^(?:scripts|lib)\//.test(file));
  const back = isBroken ? "git cherry-pick --abort && npm ci" : "npm run upgrade -- --abort";
  return `Next: resolve them, then: git add --all && git cherry-pick --continue && npm test. To go back: ${back}`;
}

async function abortUpgrade({ noInstall }: { noInstall: boolean }): Promise<void> {
  if (!isUnderWay())
    throw new UsageError("No upgrade is unfinished. Undo a committed one with: git revert --no-edit HEAD && npm ci");
  git("cherry-pick", "--abort");
  if (!noInstall) await run("npm", ["ci", "--no-audit", "--no-fund"]);
  console.log("The upgrade is aborted; everything is as it was before.");
}

/** Returns true while an upgrade has conflicts that nobody has resolved or committed. */
function isUnderWay(): boolean {
  return tryGit("log", "-1", "--format=%s", "CHERRY_PICK_HEAD")?.startsWith(SUBJECT) ?? false;
}

/** @throws UsageError where an upgrade could not be made or taken back. */
function requireReady(): void {
  if (isUnderWay())
    throw new UsageError(
      "An upgrade is not finished. Finish it with git cherry-pick --continue, or abort it: npm run upgrade -- --abort.",
    );
  if (git("status", "--porcelain")) throw new UsageError("There are uncommitted changes. Commit or stash them first.");
  if (tryGit("var", "GIT_COMMITTER_IDENT") === undefined)
    throw new UsageError(
      'git does not know who commits. Set it once: git config user.name "Your name" && git config user.email you@example.com',
    );
}

function describeKnown(): string {
  const known = readOrigin().upstream;
  return known ? `:\n                ${known}` : "";
}

function requireUpstream(from: string | undefined): string {
  const address = from ?? readOrigin().upstream ?? findRemote("upstream", ...(isSite() ? [] : ["origin"]));
  if (!address)
    throw new UsageError(
      "The engine's repository is not known. Name the one that this repository was copied from: npm run upgrade -- --from https://….",
    );
  return address;
}

/** A commit of the engine, and what to call it. */
interface Release {
  readonly name: string;
  readonly commit: string;
}

function requireRelease(store: EngineStore, to: string | undefined): Release {
  const { tags, branches } = store.list();
  const releases = [...tags.keys()].filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const newest = releases.sort((left, right) => left.localeCompare(right, "en", { numeric: true })).at(-1);
  const name = to?.replace(/^(?:upstream|origin)\//, "") ?? newest;
  if (!name) throw new UsageError("The engine's repository has no release yet. Name a branch: --to main.");
  const commit = tags.get(name) ?? branches.get(name) ?? (HASH.test(name) ? name : undefined);
  if (!commit)
    throw new UsageError(
      `There is no release, branch or whole commit hash ${name}. Releases: ${releases.slice(-10).join(", ") || "none"}.`,
    );
  store.fetch(commit);
  return { name: tags.has(name) ? name : nameCommit(store, commit), commit };
}

/** Returns the engine's commit that this site is on. */
function requireBase(store: EngineStore, named: string | undefined): Release {
  const recorded = named ?? readOrigin().engine;
  const { tags, branches } = store.list();
  const commit = recorded ? (tags.get(recorded) ?? branches.get(recorded) ?? recorded) : findEngineCommit(store);
  if (!commit || !HASH.test(commit))
    throw new UsageError(
      `It is not known with which commit of the engine this site began. Name it, or the release: npm run upgrade -- --base ${[...tags.keys()].at(-1) ?? "COMMIT"}.`,
    );
  store.fetch(commit);
  const tag = [...tags].find(([name, tagged]) => tagged === commit && name.startsWith("v"))?.[0];
  return { name: tag ?? nameCommit(store, commit), commit };
}

function nameCommit(store: EngineStore, commit: string): string {
  const { version } = JSON.parse(String(store.read(commit, "package.json") ?? "{}")) as { version?: string };
  return `v${version} (${commit.slice(0, 8)})`;
}

function describeNewer({ release, base, store }: { release: Release; base: Release; store: EngineStore }): string {
  if (base.commit === release.commit) return `${base.name} is the newest release.`;
  const changelog = (commit: string) => String(store.read(commit, "CHANGELOG.md") ?? "");
  const { breaking, others } = newEntries({ base: changelog(base.commit), release: changelog(release.commit) });
  const first = `${release.name} is available; this site is on ${base.name}. Take it: npm run upgrade`;
  return [first, ...breaking, ...others].join("\n");
}

/** Forms that a package.json can have. */
type Manifest = Record<string, unknown>;

/** Reads the release's own list of owners: it may have folders that this version does not know. */
async function readOwners(
  store: EngineStore,
  commit: string,
): Promise<Owners & { toForkPackage?: (file: Manifest) => Manifest }> {
  const source = store.read(commit, "scripts/owners.ts");
  if (!source) throw new UsageError("This release is older than `npm run upgrade`. Choose a newer one.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-owners-"));
  try {
    const file = path.join(folder, "owners.mts");
    writeFileSync(file, source);
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lists the names of packages that files of the site import. */
function listImported(files: readonly string[]): string[] {
  const texts = files.filter((file) => CODE.test(file) && existsSync(file)).map((file) => readFileSync(file, "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(/\b(?:from|import)[\s(]*["']([^"'.][^"']*)["']/g)]);
  return [...new Set(names.map(([, name = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}

/** Has the settings of the engine's tests, as the site began with them, replaced by those of its own tests. */
function withTestSettings<Trees extends { readonly before: Files; readonly after: Files }>(trees: Trees, id: string): Trees {
  const file = "vitest.config.ts";
  return trees.before.has(file) ? { ...trees, after: new Map([...trees.after, [file, { mode: "100644", id }]]) } : trees;
}

interface Manifests {
  readonly store: EngineStore;
  readonly owners: { readonly toForkPackage?: (file: Manifest) => Manifest };
  readonly base: string;
  readonly release: string;
  /** Names of packages that files of the site import. */
  readonly imported: readonly string[];
}

/** Returns the text of the site's package.json after the upgrade, and lines about versions of packages. */
function mergeManifest({ store, owners, base, release, imported }: Manifests): { text: string; notes: readonly string[] } {
  const { toForkPackage = (file: Manifest) => file } = owners;
  const read = (commit: string) => JSON.parse(String(store.read(commit, "package.json") ?? "{}")) as Manifest;
  const toOwn = (file: Manifest) => (isSite() ? toForkPackage(file) : file);
  const { merged, notes } = mergePackage({
    base: read(base),
    forkBase: toOwn(read(base)),
    own: JSON.parse(readFileSync("package.json", "utf8")) as Manifest,
    release: toOwn(read(release)),
    imported,
  });
  const docent = { ...(merged.docent as object | undefined), upstream: store.upstream, engine: release };
  return { text: `${JSON.stringify({ ...merged, docent }, null, 2)}\n`, notes };
}

interface Picked {
  readonly store: EngineStore;
  readonly trees: { readonly before: Files; readonly after: Files };
  readonly manifest: string;
  readonly name: string;
}

/**
 * Commits what lies between the two trees onto HEAD, as `git cherry-pick` does it: a merge of three trees that needs no common
 * history. Returns false where it left conflicts.
 */
function pick({ store, trees, manifest, name }: Picked): boolean {
  const who = readWho();
  const withManifest = (files: Files, text: Buffer | string): Files =>
    new Map([...files, ["package.json", { mode: "100644", id: store.writeFile(text) }]]);
  const before = store.commit(withManifest(trees.before, readFileSync("package.json")), { message: "The engine before", who });
  const message = `${SUBJECT} ${name}`;
  const after = store.commit(withManifest(trees.after, manifest), { message, parent: before, who });
  store.name("refs/docent/next", after);
  git("fetch", "--quiet", "--no-tags", STORE, "refs/docent/next");
  // A folder that the engine renames does not take the owner's new files with it, and no hook of the site runs on the engine's commit.
  const settings = ["merge.directoryRenames=false", "merge.renames=true", "merge.renameLimit=10000", "rerere.enabled=false"];
  const flags = [...settings, "core.hooksPath=/dev/null"].flatMap((setting) => ["-c", setting]);
  const { status, stderr } = spawnSync("git", [...flags, "cherry-pick", "--allow-empty", "FETCH_HEAD"], { encoding: "utf8" });
  if (status === 0) return true;
  if (!isUnderWay()) throw new UsageError(`git could not apply the release, and nothing was changed: ${stderr.trim()}`);
  return false;
}

/** Returns the author and committer that git knows here, for the commits of the store. */
function readWho(): Who {
  return Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => {
      const [, name = "", email = ""] = /^(.*) <(.*)> /.exec(git("var", `GIT_${role}_IDENT`)) ?? [];
      return [
        [`GIT_${role}_NAME`, name],
        [`GIT_${role}_EMAIL`, email],
      ];
    }),
  );
}

/** Has npm write the lock file again from package.json, beginning with what the release has locked. */
async function writeLock({
  store,
  commit,
  noInstall,
}: {
  store: EngineStore;
  commit: string;
  noInstall: boolean;
}): Promise<void> {
  const lock = store.read(commit, "package-lock.json");
  if (!lock) return;
  const { name } = JSON.parse(readFileSync("package.json", "utf8")) as { name?: string };
  writeFileSync("package-lock.json", `${JSON.stringify({ ...JSON.parse(String(lock)), name }, null, 2)}\n`);
  const only = noInstall ? ["--package-lock-only", "--ignore-scripts", "--prefer-offline"] : [];
  const code = await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...only]);
  if (code !== 0) console.log("npm install failed. Fix the cause, run it again, and commit package-lock.json.");
  git("add", "package-lock.json");
}

function listChanged(before: Files, after: Files): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((file) => before.get(file)?.id !== after.get(file)?.id).sort();
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
