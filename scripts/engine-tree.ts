import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isForkPath } from "./owners.ts";

const SITE = "e2e/site";
/** Holds what the build in the folder was made from. */
const BUILT_FROM = ".built-from";
/** What a folder with a build keeps when its files are written again. */
const KEPT = [BUILT_FROM, ".next", ".snapshot", "node_modules"];
/** Files that no build reads. */
const TESTS = /^bench\/|^e2e\/(?!site\/|canaries\.ts)|\.test\.tsx?$/;

export interface EngineTree {
  readonly folder: string;
  /** The folder holds a whole build of what is in it. */
  readonly isBuilt: boolean;
  /** To be called once it does. */
  readonly noteBuilt: () => void;
}

/**
 * Writes a folder with the engine of this working tree and the test site in place of what the fork owns, so that the
 * engine's stories are the same in every fork. The same folder for the same project; a build in it stays while nothing
 * that it was made from has changed.
 */
export function writeEngineTree(): EngineTree {
  const root = process.cwd();
  const folder = path.join(os.tmpdir(), `docent-engine-${sha256(root).slice(0, 12)}`);
  const files = listEngineFiles();
  const state = toState(files.filter((file) => !TESTS.test(file)));
  const built = path.join(folder, BUILT_FROM);
  const isBuilt = existsSync(built) && readFileSync(built, "utf8") === state;
  empty(folder, isBuilt ? KEPT : []);
  for (const file of files) copyInto(folder, file, file);
  for (const file of files) if (file.startsWith(`${SITE}/`)) copyInto(folder, file, file.slice(SITE.length + 1));
  linkPackages(folder);
  return { folder, isBuilt, noteBuilt: () => writeFileSync(built, state) };
}

function empty(folder: string, kept: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!kept.includes(name)) rmSync(path.join(folder, name), { recursive: true });
  // What an ended `next dev` leaves may be broken.
  rmSync(path.join(folder, ".next/dev"), { recursive: true, force: true });
}

function toState(files: readonly string[]): string {
  return sha256([process.version, ...files.map((file) => `${file} ${sha256(readFileSync(file))}`)].join("\n"));
}

/** Files of the engine, tracked or new, without those that are ignored. */
function listEngineFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split("\0"))].filter((file) => file && existsSync(file) && !isForkPath(file)).sort();
}

function copyInto(folder: string, from: string, to: string): void {
  const target = path.join(folder, to);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(from, target);
}

/** The installed packages, as hard links where the disk allows it: the bundler follows no link that leads out of its root. */
function linkPackages(folder: string): void {
  for (const packages of ["node_modules", "e2e/v4-client/node_modules"]) {
    const target = path.join(folder, packages);
    if (existsSync(target)) continue;
    if (spawnSync("cp", ["-al", packages, target]).status === 0) continue;
    rmSync(target, { recursive: true, force: true });
    cpSync(packages, target, { recursive: true, verbatimSymlinks: true });
  }
}

function sha256(value: string | Buffer): string {
  return createHash("sha256").update(value).digest("hex");
}
