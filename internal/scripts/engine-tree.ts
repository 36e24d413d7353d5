import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cloneToken } from "../../e2e/canaries.ts";
import { isForkPath } from "../../scripts/owners.ts";
import { listProjectFiles } from "../../scripts/project-files.ts";

/** Says, in the folder of the engine, that the tests run there. */
export const IN_TREE = "DOCENT_ENGINE_TREE";
const SITE = "e2e/site";
/** Holds what the build in the folder was made from. */
const BUILT_FROM = ".built-from";
/** Files that no build reads. */
const TESTS = /^internal\/(?:bench\/|scripts\/reader-mutants)|^e2e\/(?!site\/|canaries\.ts)|\.test\.tsx?$/;

interface EngineTree {
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
 * @param variant names a separate folder, for an engine that is changed before it is built.
 */
export function writeEngineTree(variant?: string): EngineTree {
  const folder = [engineTreePath(process.cwd()), ...(variant ? [variant] : [])].join("-");
  const files = listProjectFiles().filter((file) => !isForkPath(file) && !/^(?:internal\/)?manual\//.test(file));
  const state = toState(files.filter((file) => !TESTS.test(file)));
  const built = path.join(folder, BUILT_FROM);
  const isBuilt = readIfThere(built) === state;
  if (!isBuilt) rmSync(built, { force: true });
  empty(folder, { isBuilt });
  for (const file of files) copyInto(folder, file, file);
  for (const file of files) if (file.startsWith(`${SITE}/`)) copyInto(folder, file, file.slice(SITE.length + 1));
  linkPackages(folder);
  makeClone(folder);
  return { folder, isBuilt, noteBuilt: () => writeFileSync(built, state) };
}

/** Variables of a program that runs in the engine's folder. Its programs come first: two copies of Playwright refuse each other. */
export function inEngineTree(folder: string): Record<string, string> {
  return { [IN_TREE]: "1", PATH: `${path.join(folder, "node_modules/.bin")}${path.delimiter}${process.env.PATH}` };
}

/** Returns the folder of the engine in a project. */
export function engineTreePath(project: string): string {
  return path.join(os.tmpdir(), `docent-engine-${sha256(project).slice(0, 12)}`);
}

/** Removes what is written again: all but the packages, when they are the same, and the build or at least its cache. */
function empty(folder: string, { isBuilt }: { isBuilt: boolean }): void {
  mkdirSync(path.join(folder, ".next"), { recursive: true });
  const hasPackages = readIfThere(path.join(folder, "package-lock.json")) === readFileSync("package-lock.json", "utf8");
  const kept = [BUILT_FROM, ".next", ".snapshot", ...(hasPackages ? ["node_modules"] : [])];
  // What an ended `next dev` leaves may be broken.
  const stale = readdirSync(path.join(folder, ".next")).filter((name) => name === "dev" || !(isBuilt || name === "cache"));
  const others = readdirSync(folder).filter((name) => !kept.includes(name));
  for (const name of [...others, ...stale.map((name) => `.next/${name}`)]) rmSync(path.join(folder, name), { recursive: true });
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function toState(files: readonly string[]): string {
  return sha256([process.version, ...files.map((file) => `${file} ${sha256(readFileSync(file))}`)].join("\n"));
}

function copyInto(folder: string, from: string, to: string): void {
  const target = path.join(folder, to);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(from, target);
}

/** Links the installed packages as hard links where the disk allows it: the bundler follows no link that leads out of its root. */
function linkPackages(folder: string): void {
  for (const packages of ["node_modules", "e2e/v4-client/node_modules"]) {
    const target = path.join(folder, packages);
    if (existsSync(target)) continue;
    if (spawnSync("cp", ["-al", packages, target]).status === 0) continue;
    rmSync(target, { recursive: true, force: true });
    cpSync(packages, target, { recursive: true, verbatimSymlinks: true });
  }
}

/** Makes the folder a clone, as a host's is: with its history, and with a token in the address that it came from. */
function makeClone(folder: string): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@docent.test", "-c", "commit.gpgsign=false"];
  const date = "2026-01-01T12:00:00Z";
  const run = (...command: string[]) => {
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const { status, stderr } = spawnSync("git", [...who, ...command], { cwd: folder, encoding: "utf8", env });
    if (status !== 0) throw new Error(`The engine's folder cannot be made a clone: git ${command[0]} says ${stderr}`);
  };
  run("init", "--quiet");
  run("remote", "add", "origin", `https://ci:${cloneToken}@git.docent.test/docs.git`);
  run("add", "--all");
  run("commit", "--quiet", "--message", "The engine on the test site");
}

function sha256(value: string | Buffer): string {
  return createHash("sha256").update(value).digest("hex");
}
