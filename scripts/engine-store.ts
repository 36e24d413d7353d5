import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { UsageError } from "./command-line.ts";

/** The engine's commits that this site has asked for: a bare repository without history, which git ignores and which may be deleted. */
export const STORE = ".docent/engine.git";
const MAX_OUTPUT = 512 * 1024 * 1024;

/** A file of a commit: its mode, and the hash of its content. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
}

/** The files of a commit or of a tree, by path. */
export type Files = ReadonlyMap<string, Entry>;

/** What an engine's repository offers. */
export interface Offered {
  /** Commits of release tags such as `v1.2.0`, by tag. */
  readonly tags: ReadonlyMap<string, string>;
  readonly branches: ReadonlyMap<string, string>;
}

/** The engine's repository at `upstream`, and the part of it that is stored here. */
export interface EngineStore {
  readonly upstream: string;
  /** Asks the repository for its branches and tags. @throws UsageError where it cannot be read. */
  readonly list: () => Offered;
  /** Stores commits, each without its history, unless they are here. @throws UsageError for one that the repository lacks. */
  readonly fetch: (...commits: readonly string[]) => void;
  /** Lists the commits of all branches and tags with their trees, newest first, without their files. */
  readonly listCommits: () => readonly { readonly commit: string; readonly tree: string }[];
  readonly files: (commit: string) => Files;
  readonly read: (commit: string, file: string) => Buffer | undefined;
  readonly writeFile: (content: string | Buffer) => string;
  /** Stores a commit of these files and returns its hash. */
  readonly commit: (files: Files, how: { readonly message: string; readonly parent?: string; readonly who: Who }) => string;
  /** Points a name at a commit, by which this repository can be asked for it. */
  readonly name: (ref: string, commit: string) => void;
  /** Writes the files of a commit into a folder, which is emptied first. */
  readonly writeFolder: (commit: string, folder: string) => void;
}

/** Variables of git that name an author and a committer. */
export type Who = Readonly<Record<string, string>>;

/** Opens the store of this site, and makes it if it is not there. `flag` is the option that names another repository. */
export function openEngineStore(upstream: string, flag = "--from"): EngineStore {
  if (!existsSync(path.join(STORE, "HEAD"))) {
    mkdirSync(STORE, { recursive: true });
    execFileSync("git", ["init", "--quiet", "--bare", STORE], { stdio: "pipe" });
  }
  const spawn = (args: readonly string[], input?: string | Buffer, env: Who = {}): SpawnSyncReturns<Buffer> =>
    spawnSync("git", [`--git-dir=${STORE}`, ...args], { input, maxBuffer: MAX_OUTPUT, env: { ...process.env, ...env } });
  const git = (args: readonly string[], input?: string | Buffer, env?: Who): string => {
    const { status, stdout, stderr } = spawn(args, input, env);
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    return String(stdout).trimEnd();
  };
  const has = (commit: string) => spawn(["cat-file", "-e", `${commit}^{tree}`]).status === 0;
  const ask = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawn(args);
    if (status === 0) return String(stdout).trimEnd();
    throw new UsageError(
      `${upstream} cannot be read: ${String(stderr).trim()}\nIs it the repository that this site's engine comes from, and is there a network? Name a different one, or a folder with a clone of it: ${flag} ../docent.`,
    );
  };

  return {
    upstream,
    list: () => toOffered(ask("ls-remote", "--heads", "--tags", "--", upstream)),
    fetch: (...commits) => {
      const missing = [...new Set(commits)].filter((commit) => !has(commit));
      if (missing.length === 0) return;
      if (spawn(["fetch", "--quiet", "--no-tags", "--depth=1", "--", upstream, ...missing]).status === 0) return;
      // A server that gives no commit by its hash gives its branches.
      ask(
        "fetch",
        "--quiet",
        "--no-tags",
        "--",
        upstream,
        "+refs/heads/*:refs/docent/heads/*",
        "+refs/tags/*:refs/docent/tags/*",
      );
      const absent = missing.find((commit) => !has(commit));
      if (absent) throw new UsageError(`${upstream} has no commit ${absent}.`);
    },
    listCommits: () => {
      const refs = ["+refs/heads/*:refs/docent/heads/*", "+refs/tags/*:refs/docent/tags/*"];
      const folder = `${STORE}.commits`;
      rmSync(folder, { recursive: true, force: true });
      try {
        execFileSync("git", ["init", "--quiet", "--bare", folder], { stdio: "pipe" });
        ask(`--git-dir=${folder}`, "fetch", "--quiet", "--no-tags", "--filter=tree:0", "--", upstream, ...refs);
        const lines = git([`--git-dir=${folder}`, "log", "--all", "--date-order", "--format=%H %T"])
          .split("\n")
          .filter(Boolean);
        return lines.map((line) => ({ commit: line.slice(0, 40), tree: line.slice(41) }));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    files: (commit) => toFiles(git(["ls-tree", "-r", "-z", commit])),
    read: (commit, file) => {
      const { status, stdout } = spawn(["cat-file", "blob", `${commit}:${file}`]);
      return status === 0 ? stdout : undefined;
    },
    writeFile: (content) => git(["hash-object", "-w", "--stdin"], content),
    commit: (files, { message, parent, who }) => {
      const index = { GIT_INDEX_FILE: path.resolve(STORE, "docent-index") };
      const lines = [...files].map(([file, { mode, id }]) => `${mode} ${id}\t${file}\0`);
      git(["read-tree", "--empty"], undefined, index);
      git(["update-index", "-z", "--index-info"], lines.join(""), index);
      const tree = git(["write-tree"], undefined, index);
      return git(["commit-tree", tree, ...(parent ? ["-p", parent] : []), "-m", message], undefined, who);
    },
    name: (ref, commit) => void git(["update-ref", ref, commit]),
    writeFolder: (commit, folder) => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const index = { GIT_INDEX_FILE: path.resolve(STORE, "folder-index") };
      git(["read-tree", "--empty"], undefined, index);
      git([`--work-tree=${path.resolve(folder)}`, "checkout", "--force", commit, "--", "."], undefined, index);
    },
  };
}

function toOffered(output: string): Offered {
  const tags = new Map<string, string>();
  const branches = new Map<string, string>();
  for (const line of output.split("\n").filter(Boolean)) {
    const [commit = "", ref = ""] = line.split("\t");
    const [, kind, name, isPeeled] = /^refs\/(heads|tags)\/(.+?)(\^\{\})?$/.exec(ref) ?? [];
    if (kind === "heads" && name) branches.set(name, commit);
    // The commit of a tag with a message comes after the tag itself.
    if (kind === "tags" && name && (isPeeled || !tags.has(name))) tags.set(name, commit);
  }
  return { tags, branches };
}

/** Returns the files of what `git ls-tree -r -z` prints. */
export function toFiles(output: string): Files {
  const entries = output.split("\0").filter(Boolean);
  return new Map(
    entries.map((entry): [string, Entry] => {
      const tab = entry.indexOf("\t");
      const [mode = "", , id = ""] = entry.slice(0, tab).split(" ");
      return [entry.slice(tab + 1), { mode, id }];
    }),
  );
}
