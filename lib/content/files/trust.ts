import { realpath } from "node:fs/promises";
import path from "node:path";
import { getConfig, type Project } from "../../config/config.ts";
import type { ContentFile } from "../model/content-file.ts";

/** Tells whether a page counts as one of the build. Any other page shows no more than the list of safe elements allows. */
export type IsTrusted = (file: Pick<ContentFile, "path" | "hash">) => boolean;

/** Returns true where a build may trust the project's content folder: it is inside the project, or the configuration says so. */
export async function isTrustedFolder({ content }: Pick<Project, "content">): Promise<boolean> {
  return getConfig().content.trusted || (await isInside(content));
}

async function isInside(folder: string): Promise<boolean> {
  try {
    const [root, found] = await Promise.all([
      realpath(/* turbopackIgnore: true */ process.cwd()),
      realpath(path.resolve(/* turbopackIgnore: true */ folder)),
    ]);
    return found.startsWith(root + path.sep);
  } catch {
    // A folder that cannot be read is named where its pages are read.
    return false;
  }
}
