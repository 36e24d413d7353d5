import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { engineTreePath } from "../scripts/engine-tree.ts";

/** Folders of packages. */
const PACKAGES = ["node_modules", "e2e/v4-client/node_modules"];
/** npm's own record of the installed packages. */
const INSTALLED = "node_modules/.package-lock.json";

/** A copy of a repository's last commit, by default this one's, with its packages, as after `git clone` and `npm ci`. */
export class Workspace {
  readonly folder: string;

  constructor(name: string, source = process.cwd()) {
    if (!PACKAGES.every((packages) => existsSync(packages))) throw new Error("Packages are missing. Run npm ci first.");
    this.folder = path.join(mkdtempSync(path.join(os.tmpdir(), `docent-${name}-`)), "site");
    execFileSync("git", ["-c", "advice.detachedHead=false", "clone", "--quiet", source, this.folder]);
    this.git("config", "user.name", "Exercise");
    this.git("config", "user.email", "exercise@example.com");
    for (const packages of PACKAGES) {
      const target = path.join(this.folder, packages);
      if (spawnSync("cp", ["-al", packages, target]).status !== 0)
        cpSync(packages, target, { recursive: true, verbatimSymlinks: true });
    }
    // npm writes into this file; the other packages it replaces.
    const state = path.join(this.folder, INSTALLED);
    rmSync(state, { force: true });
    if (existsSync(INSTALLED)) copyFileSync(INSTALLED, state);
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trimEnd();
  }

  commit(message: string): void {
    this.git("add", "--all");
    // Drawn choices may change nothing.
    this.git("commit", "--quiet", "--no-verify", "--allow-empty", "--message", message);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(this.folder, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  }

  /** Removes what is in a folder, except for the files named by their path from the root. */
  empty(folder: string, kept: readonly string[]): void {
    const below = readdirSync(path.join(this.folder, folder), { recursive: true, withFileTypes: true });
    for (const entry of below.filter((entry) => entry.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      if (!kept.includes(path.relative(this.folder, file))) rmSync(file);
    }
  }

  edit(file: string, change: (text: string) => string): void {
    this.write({ [file]: change(readFileSync(path.join(this.folder, file), "utf8")) });
  }

  /** Runs a program with this terminal's streams. @throws Error when it fails. */
  run(command: string, ...args: string[]): void {
    console.log(`▶ ${command} ${args.join(" ")}`);
    const { status } = spawnSync(command, args, { cwd: this.folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${this.folder}.`);
  }

  remove(): void {
    for (const folder of [path.dirname(this.folder), engineTreePath(this.folder)])
      rmSync(folder, { recursive: true, force: true });
  }
}
