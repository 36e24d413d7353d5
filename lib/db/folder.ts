import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../config/config.ts";
import { log } from "../log.ts";

/** Names of what Docent keeps in its data folder. */
const ownFile = /^(?:(?:docent|counters)\.db(?:-\w+)?|site-secret|reserve)$/;

/**
 * The folder for data, made if it is missing, with everything of Docent in it closed to other users. On a read-only disk
 * it is one in the temp folder, which ends with the instance, unless DOCENT_DATA_DIR was given. @throws when the given
 * folder cannot be written.
 */
export function chooseFolder({ dataDir, dataDirGiven }: Pick<Environment, "dataDir" | "dataDirGiven">): {
  folder: string;
  ephemeral: boolean;
} {
  try {
    return { folder: makeFolder(dataDir), ephemeral: false };
  } catch (cause) {
    if (dataDirGiven)
      throw new Error(`DOCENT_DATA_DIR names ${dataDir}, which cannot be written; give a folder that this user may write.`, {
        cause,
      });
    return { folder: makeFolder(requireOwn(path.join(tmpdir(), `docent-${process.getuid?.() ?? "data"}`))), ephemeral: true };
  }
}

/** Makes a file that only this user may read, unless there is one. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/** @throws when it cannot be written. */
function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  // Windows has no such modes.
  if (process.platform !== "win32") closeToOthers(folder);
  return folder;
}

/** The temp folder is everybody's: who knows the name could have made the folder, to read what is put in. */
function requireOwn(folder: string): string {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid()))) return folder;
  throw new Error(`${folder} belongs to somebody else; set DOCENT_DATA_DIR to a folder that this user may write.`);
}

/** A folder that also holds what is not Docent's keeps its mode, since others may need it; Docent's files in it do not. */
function closeToOthers(folder: string): void {
  const names = readdirSync(folder);
  const own = names.filter((name) => ownFile.test(name));
  if (own.length > 0 || names.length === 0) restrict(folder, 0o700);
  else warnIfOpen(folder, "the data folder holds files of other programs and is open to other users; give Docent another one");
  for (const name of own) restrict(path.join(folder, name), 0o600);
}

function restrict(file: string, mode: number): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || !isOpen(found.mode)) return;
  // With the sticky bit a folder is made for many users, as the temp folder is.
  if (found.mode & 0o1000) warnIfOpen(file, "the data folder is shared by all users; give Docent another one");
  else if (change(file, mode))
    log("warn", "stored data was open to other users of this machine; it is closed to them now", { file });
  else warnIfOpen(file, "stored data is open to other users of this machine, and this user may not change that");
}

/** False where the file belongs to another user. */
function change(file: string, mode: number): boolean {
  try {
    chmodSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

function warnIfOpen(file: string, words: string): void {
  if (isOpen(statSync(file).mode)) log("warn", words, { file });
}

function isOpen(mode: number): boolean {
  return (mode & 0o077) !== 0;
}
