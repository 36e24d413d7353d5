import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { UsageError } from "./command-line.ts";
import { openEngineStore } from "./engine-store.ts";
import { isForkPath, isWorkshopPath } from "./owners.ts";
import { listProjectFiles } from "./project-files.ts";
import { run } from "./run.ts";
import { findEngineCommit, findRemote, readOrigin } from "./upgrade/base.ts";

/** The engine's repository at the commit that this site has, with what `npm run init` has removed. Git ignores it. */
const FOLDER = ".docent/engine";
/** Says which commit is in the folder, once all of it is. */
const COMMIT = ".commit";

/**
 * Writes the repository of this site's engine into a folder, as `npm run init` found it, and returns the folder. A second call needs
 * no network.
 * @param from address of the engine's repository; without it, the one in package.json.
 * @param flag the option of the command that gives it.
 * @throws UsageError where the repository is not known or cannot be read.
 */
export function openWorkshop({ from, flag }: { readonly from?: string | undefined; readonly flag: string }): string {
  const { upstream = findRemote("upstream"), engine } = readOrigin();
  const stored = path.join(FOLDER, COMMIT);
  if (!from && engine && existsSync(stored) && readFileSync(stored, "utf8") === engine) return FOLDER;
  const address = from ?? upstream;
  if (!address)
    throw new UsageError(
      `This part of the engine is in its repository, and package.json does not say where that is. Name it, or a folder with a clone of it: -- ${flag} ../docent.`,
    );
  console.log(`Fetching the engine's repository from ${address} into ${FOLDER}.`);
  const store = openEngineStore(address, flag);
  const commit = engine ?? findEngineCommit(store);
  if (!commit)
    throw new UsageError(
      "It is not known which commit of the engine this site has: run npm run upgrade once, which writes it down.",
    );
  store.fetch(commit);
  store.writeFolder(commit, FOLDER);
  writeFileSync(stored, commit);
  return FOLDER;
}

/** Installs packages of the engine's repository into its folder, beside those of this site, which it finds above. */
export async function installInWorkshop(folder: string, names: readonly string[]): Promise<void> {
  const target = path.join(folder, "node_modules");
  if (names.every((name) => existsSync(path.join(target, name)))) return;
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<string, Record<string, string>>;
  const versions = { ...manifest.devDependencies, ...manifest.dependencies };
  const dependencies = Object.fromEntries(names.map((name) => [name, versions[name]]));
  const aside = `${folder}.packages`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  writeFileSync(path.join(aside, "package.json"), JSON.stringify({ private: true, dependencies }));
  await requireNpm(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"], aside);
  rmSync(target, { recursive: true, force: true });
  renameSync(path.join(aside, "node_modules"), target);
  rmSync(aside, { recursive: true });
}

/** Installs everything that the engine's tests need, beginning with hard links to the packages of this site. */
export async function installWorkshop(folder: string): Promise<void> {
  const target = path.join(folder, "node_modules");
  const lock = path.join(folder, "package-lock.json");
  const installed = path.join(folder, ".installed");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lock, "utf8")) return;
  rmSync(target, { recursive: true, force: true });
  if (spawnSync("cp", ["-al", "node_modules", target]).status !== 0) rmSync(target, { recursive: true, force: true });
  await requireNpm(["install", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  writeFileSync(installed, readFileSync(lock));
}

/** Puts the engine's files of this site over those of the folder, so that what the owner has changed is what is tested. */
export function copyEngineInto(folder: string): void {
  const own = listProjectFiles().filter(
    (file) => !isForkPath(file) && !isWorkshopPath(file) && !/^(?:manual\/|package(?:-lock)?\.json$)/.test(file),
  );
  for (const file of own) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(file, path.join(folder, file));
  }
}

async function requireNpm(args: readonly string[], folder: string): Promise<void> {
  const code = await run("npm", args, {}, folder);
  if (code !== 0)
    throw new UsageError(`npm could not install in ${folder}, which needs the npm registry once. Try again with a network.`);
}
