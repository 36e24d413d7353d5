import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../config/config.ts";
import { SettingsError } from "../service-error.ts";
import { isDiskFull } from "./failure.ts";

/**
 * Returns the data folder, which is made if it is missing. On a read-only disk without DOCENT_DATA_DIR it is a folder of the temp
 * folder, which ends with the instance. @throws SettingsError where the folder of DOCENT_DATA_DIR cannot be written.
 */
export function chooseFolder({ dataDir, dataDirGiven }: Pick<Environment, "dataDir" | "dataDirGiven">): {
  folder: string;
  ephemeral: boolean;
} {
  try {
    return { folder: makeFolder(dataDir), ephemeral: false };
  } catch (cause) {
    const words = `DOCENT_DATA_DIR names ${dataDir}, which cannot be written; give a folder that this user may write.`;
    if (dataDirGiven) throw new SettingsError(words, { cause });
    return { folder: makeFolder(requireOwn(path.join(tmpdir(), `docent-${process.getuid?.() ?? "data"}`))), ephemeral: true };
  }
}

/** Creates a file, unless it exists, and closes it to other users. @throws SettingsError where it may not be written. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    const words = `DOCENT_DATA_DIR: ${file} cannot be written. Give it to this user, or name another folder.`;
    throw new SettingsError(words, { cause });
  }
}

/** Creates a folder for this user alone, unless it exists. @throws where it cannot be written. */
function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  return folder;
}

/** Throws where another user has made the folder: anybody may make one of that name in the temp folder, to read its files. */
function requireOwn(folder: string): string {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid()))) return folder;
  throw new SettingsError(`${folder} belongs to somebody else; set DOCENT_DATA_DIR to a folder that this user may write.`);
}
