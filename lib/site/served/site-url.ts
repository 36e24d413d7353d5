import { getConfig, getMainProject, type Project } from "../../config/config.ts";
import { styleVersion } from "../../content/files/styles.ts";
import type { ContentFile } from "../../content/model/content-file.ts";
import { docsAddress, splitPath, toAbsoluteUrl } from "../../content/model/urls.ts";
import { findEngineAnswer } from "../../engine-paths.ts";

/** Returns a path with the base path in front, for whatever `next/link` and the router do not see. */
export function withBasePath(path: string): string {
  return `${getConfig().basePath}${path}`;
}

/** Returns the address of a style sheet of the content: from its place there, so that what it names is found from it. */
export function styleUrl(project: Project, sheet: ContentFile): string {
  return withBasePath(`${docsAddress(project, sheet.path)}?v=${styleVersion(sheet)}`);
}

/** Returns the public address of a path of the shown project. */
export function absoluteUrl(path: string): string {
  return toAbsoluteUrl({ siteUrl: getMainProject().siteUrl, basePath: getConfig().basePath }, path);
}

/** Returns the public URL of a path for a page's head; undefined while no public address is configured. */
export function findAddress(path: string): string | undefined {
  return getMainProject().isAddressKnown ? absoluteUrl(path) : undefined;
}

/** Returns the URLs of a page's head by name; none while no public address is configured. */
export function toAddresses(paths: Readonly<Record<string, string>>): Record<string, string> {
  return getMainProject().isAddressKnown
    ? Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, absoluteUrl(path)]))
    : {};
}

/** Returns true for a path that the router does not show as a page: a file with an ending, or an answer of the engine. */
export function isFile(address: string): boolean {
  const { path } = splitPath(address);
  return /\.[a-z0-9]{2,5}$/i.test(path) || !["page", undefined].includes(findEngineAnswer(path));
}
