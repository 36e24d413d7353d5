import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { EngineStore } from "../engine-store.ts";

const HASH = /^[0-9a-f]{40}$/;

/** The part of package.json that says where the engine comes from. */
export interface EngineOrigin {
  /** The address of the engine's repository. */
  readonly upstream?: string;
  /** The engine's commit that this site is on. */
  readonly engine?: string;
}

/** Returns where the engine of this site comes from, as package.json says. */
export function readOrigin(): EngineOrigin {
  if (!existsSync("package.json")) return {};
  return (JSON.parse(readFileSync("package.json", "utf8")) as { docent?: EngineOrigin }).docent ?? {};
}

/**
 * Returns the engine's commit that this copy was made from: the newest of its history that the engine's repository has, the one that
 * an archive was made from, or the one with the files of the first commit here, as "Use this template" makes it. Undefined where
 * none is known.
 */
export function findEngineCommit(store: EngineStore): string | undefined {
  const commits = store.listCommits();
  const known = new Set(commits.map(({ commit }) => commit));
  const history = git("rev-list", "--topo-order", "HEAD").split("\n");
  const shared = history.find((commit) => known.has(commit));
  if (shared) return shared;
  const archived = readArchiveCommit();
  if (archived && known.has(archived)) return archived;
  const roots = git("log", "--max-parents=0", "--format=%T", "HEAD").split("\n");
  // Two commits may have one tree: the newest is first.
  return commits.find(({ tree }) => roots.includes(tree))?.commit;
}

/** Returns the commit that an archive of the repository was made from: git writes it into this file. */
export function readArchiveCommit(): string | undefined {
  const file = "internal/engine-commit.txt";
  const commit = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return HASH.test(commit) ? commit : undefined;
}

function git(...args: string[]): string {
  return execFileSync("git", args, {
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  }).trimEnd();
}

/** Returns the address of a remote of this repository, without a name or a password in it; undefined where there is none. */
export function findRemote(...names: readonly string[]): string | undefined {
  const addresses = names.map((name) => spawnSync("git", ["remote", "get-url", name], { encoding: "utf8" }).stdout.trim());
  return addresses.find(Boolean)?.replace(/^(https?:\/\/)[^/@]*@/, "$1");
}
