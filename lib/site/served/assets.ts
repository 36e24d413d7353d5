import { type FileHandle, open, realpath } from "node:fs/promises";
import path from "node:path";
import type { Project } from "../../config/config.ts";
import { assetTypeOf, isWellKnown, WELL_KNOWN } from "../../content/files/file-kinds.ts";
import { findOnDisk } from "../../content/files/find-on-disk.ts";

const MAX_BYTES = 512 * 1024 * 1024;

/** A file that is ready to be sent. The caller closes it. */
interface OpenAsset {
  readonly file: FileHandle;
  readonly type: string;
  readonly size: number;
  /** Changes with the file. */
  readonly etag: string;
}

/**
 * Opens a file of the content folder by its path there; undefined when there is none, when it is of a type that is not
 * served, when it leads out of the folder, and above 512 MB.
 */
export async function openAsset({ content }: Pick<Project, "content">, name: string): Promise<OpenAsset | undefined> {
  const type = assetTypeOf(name);
  const below = isWellKnown(name) ? name.slice(WELL_KNOWN.length + 1) : name;
  if (!type || below.split(/[\\/]/).some((part) => part === "" || part.startsWith("."))) return undefined;
  try {
    const root = await realpath(path.resolve(/* turbopackIgnore: true */ content));
    const target = await realpath(await findOnDisk(root, name));
    return target.startsWith(root + path.sep) ? await openFile(target, type) : undefined;
  } catch {
    // Gone since the folder was read.
    return undefined;
  }
}

async function openFile(target: string, type: string): Promise<OpenAsset | undefined> {
  const file = await open(/* turbopackIgnore: true */ target, "r");
  const stats = await file.stat();
  if (stats.isFile() && stats.size <= MAX_BYTES)
    return { file, type, size: stats.size, etag: `${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}` };
  await file.close();
  return undefined;
}
