import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../config/config.ts";
import { SettingsError } from "../config/settings-error.ts";
import { log } from "../log.ts";
import { isDiskFull } from "./failure.ts";

/** Names of Docent's files in the data folder. */
const ownFile = /^(?:(?:docent|counters)\.db(?:-\w+)?|site-secret|reserve)$/;

/**
 * Returns the data folder, which is made if it is missing; Docent's files in it are closed to other users. On a read-only
 * disk without DOCENT_DATA_DIR it is a folder of the temp folder, which ends with the instance. @throws SettingsError where
 * the folder of DOCENT_DATA_DIR cannot be written, or one of the files is none.
 */
export function chooseFolder({ dataDir, dataDirGiven }: Pick<Environment, "dataDir" | "dataDirGiven">): {
  folder: string;
  ephemeral: boolean;
} {
  try {
    return { folder: makeFolder(dataDir), ephemeral: false };
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    if (dataDirGiven)
      throw new SettingsError(
        `DOCENT_DATA_DIR names ${dataDir}, which cannot be written; give a folder that this user may write.`,
        {
          cause,
        },
      );
    return { folder: makeFolder(requireOwn(path.join(tmpdir(), `docent-${process.getuid?.() ?? "data"}`))), ephemeral: true };
  }
}

/** Creates a file that only this user may read, unless it exists. @throws SettingsError where it may not be written. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw new SettingsError(`DOCENT_DATA_DIR: ${file} cannot be written. Give its user the right, or name another folder.`, {
      cause,
    });
  }
}

/** Throws where something else than a file has the name: to open a pipe waits for ever, for a program at its other end. */
function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new SettingsError(`DOCENT_DATA_DIR: ${file} is no file. Move it away, or name another folder.`);
}

/** Creates a folder, unless it exists. @throws where it cannot be written. */
function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  // Windows has no such modes.
  if (process.platform !== "win32") closeToOthers(folder);
  return folder;
}

/** Throws where another user has made the folder: anybody may make one of that name in the temp folder, to read its files. */
function requireOwn(folder: string): string {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid()))) return folder;
  throw new SettingsError(`${folder} belongs to somebody else; set DOCENT_DATA_DIR to a folder that this user may write.`);
}

/** Closes Docent's files to other users, and the folder too where it holds nothing else. */
function closeToOthers(folder: string): void {
  const names = readdirSync(folder);
  const own = names.filter((name) => ownFile.test(name));
  for (const name of own) requireFile(path.join(folder, name));
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

/** Changes the mode of a file. Returns false where it belongs to another user. */
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
