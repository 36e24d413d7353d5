import { accessSync, constants, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Environment } from "../config/config.ts";

/**
 * The folder for data, made if it is missing. On a read-only disk it is one in the temp folder, which ends with the
 * instance, unless DOCENT_DATA_DIR was given. @throws when the given folder cannot be written.
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
    return { folder: makeFolder(path.join(tmpdir(), `docent-${process.getuid?.() ?? "data"}`)), ephemeral: true };
  }
}

/** Makes a folder that only this user may read; one that exists keeps its mode. @throws when it cannot be written. */
function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  return folder;
}
