import { existsSync, rmSync, writeFileSync } from "node:fs";
import { git, tryGit } from "./git.ts";

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
