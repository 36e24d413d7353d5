// Tested in site.test.ts.
import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { type IsTrusted, isTrustedFolder } from "../content/trust.ts";
import { readTrustedHashes } from "./artefacts.ts";

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
