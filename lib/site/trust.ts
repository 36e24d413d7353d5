import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { type IsTrusted, isTrustedFolder } from "../content/files/trust.ts";
import { readTrusted, toTrustKey } from "./artefacts.ts";

/**
 * Reads which pages and style sheets of a project are trusted: those that a trusted build has read, known by their text and not by where
 * they are now. Without a build, as in development, those of a content folder inside the project.
 */
export async function readTrust(project: Project): Promise<IsTrusted> {
  if (!getEnvironment().production || getConfig().content.trusted) {
    const all = await isTrustedFolder(project);
    return () => all;
  }
  const trusted = await readTrusted(project);
  return (file) => trusted.has(toTrustKey(file) ?? "");
}
