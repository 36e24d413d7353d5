import { realpath } from "node:fs/promises";
import path from "node:path";
import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import type { ContentFile } from "./files.ts";
import { readTrustedHashes } from "./snapshot.ts";

/** Whether a page may run as code of the server. Any other page is data. */
export type IsTrusted = (file: Pick<ContentFile, "path" | "hash">) => boolean;

/**
 * Which pages of a project may run as code: those that a trusted build has read, known by their text and not by where they
 * are now. Without a build, as in development, those of a content folder inside the project.
 */
export async function readTrust(project: Project): Promise<IsTrusted> {
  if (!getEnvironment().production || getConfig().content.trusted) {
    const all = await isTrustedFolder(project);
    return () => all;
  }
  const hashes = await readTrustedHashes(project);
  // A text that was Markdown at build had no expressions; the same text as MDX may have some.
  return ({ path: file, hash }) => file.endsWith(".mdx") && hashes.has(hash);
}

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
