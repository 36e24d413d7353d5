// Tested in check.test.ts.
import { realpath } from "node:fs/promises";
import path from "node:path";
import { getConfig, type Project } from "../config/config.ts";
import type { ContentFile } from "./files.ts";

/** Whether a page may run as code of the server. Any other page is data. */
export type IsTrusted = (file: Pick<ContentFile, "path" | "hash">) => boolean;

/** Whether a build may run what it reads in the project's content folder: it is inside the project, or the configuration says so. */
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
