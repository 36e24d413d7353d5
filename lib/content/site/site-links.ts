import type { Project } from "../../config/config.ts";
import { decodeText } from "../../decode-text.ts";
import { docsAddress, startSegments } from "../model/urls.ts";
import { pageUses, toPagePath } from "./docs-tree.ts";
import { createLinkTable, type LinkTable } from "./link-table.ts";
import { hasAsset, pagesByPath, type Site, tablesOf } from "./site.ts";

/** Returns a path that a docs.json names, as a path of the site; other addresses stay as they are. */
export function docsUrl(site: Site, href: string): string {
  if (!href.startsWith("/") || href.startsWith("//"))
    return /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href) ? href : docsUrl(site, `/${href}`);
  return linkTableOf(site).resolve("", href) ?? href;
}

/** Returns the targets of links to pages and files of a site. */
export function linkTableOf(site: Site): LinkTable {
  const tables = tablesOf(site);
  tables.links ??= toLinkTable(site);
  return tables.links;
}

function toLinkTable(site: Site): LinkTable {
  const { project, assets } = site;
  const pages = site.pages.map(({ path, file }) => [file === null ? bareName(project, path) : toPagePath(file), path] as const);
  return createLinkTable({ project, pages: new Map(pages), assets });
}

/** Returns the path in the repository that a page without a file would have. */
function bareName(project: Project, path: string): string {
  return decodeURIComponent(path.slice(startOf(project).length));
}

/** Returns a path of the site, without base path, as the path in the repository that it stands for. */
export function barePath({ project }: Site, path: string): string {
  const decoded = decodeText(path) ?? path;
  const start = startOf(project);
  return `${decoded}/`.startsWith(start) ? decoded.slice(start.length) : decoded;
}

/** Returns what the addresses of files have in front of their path in the repository: `/docs/` or `/`. */
function startOf(project: Project): string {
  return `/${[...startSegments(project, project.defaultLanguage), ""].join("/")}`;
}

/** Returns true for a path of the site that serves a file of the content. */
export function hasAssetAt(site: Site, path: string): boolean {
  return hasAsset(site, barePath(site, path));
}

/** A page that answers for an address that has none. */
interface NearPage {
  readonly path: string;
  /** False when the order of the navigation decides, which may change. */
  readonly permanent: boolean;
}

/** Longer ones are not addresses that anyone writes, and each costs its length in every folder. */
const MAX_GUESSED_CHARS = 500;
const MAX_FOLDER_DEPTH = 20;

/**
 * Guesses the page for a decoded path without one: an operation whose path differs only in punctuation,
 * which every system writes in its own way, or the first page of the navigation in that folder. The
 * path may begin with `/docs` or not.
 */
export function guessMovedPage(site: Site, path: string): NearPage | undefined {
  if (!site.tree || path.length > MAX_GUESSED_CHARS) return undefined;
  const tables = tablesOf(site);
  tables.moved ??= { folders: listFolders(site), operations: listOperations(site) };
  const { folders, operations } = tables.moved;
  const whole = path.replace(/^\/+|\/+$/g, "");
  const bare = whole.replace(/^docs(?:\/|$)/, "");
  for (const name of startOf(site.project) === "/" ? [whole, bare] : [bare, whole]) {
    const operation = operations.get(lettersOf(name));
    if (operation !== undefined) return { path: operation, permanent: true };
    const first = folders.get(name.toLowerCase());
    if (first !== undefined) return { path: first, permanent: false };
  }
  return undefined;
}

function listFolders(site: Site): Map<string, string> {
  const folders = new Map<string, string>();
  const uses = site.tree ? pageUses(site.tree) : new Map<string, { listed: boolean }>();
  for (const [name, { listed }] of uses) {
    const path = docsAddress(site.project, name);
    const page = pagesByPath(site).get(path);
    if (!listed || !page || page.href !== undefined || name.length > MAX_GUESSED_CHARS) continue;
    const segments = name.toLowerCase().split("/").slice(0, MAX_FOLDER_DEPTH);
    for (let depth = 1; depth < segments.length; depth += 1) {
      const folder = segments.slice(0, depth).join("/");
      if (!folders.has(folder)) folders.set(folder, path);
    }
  }
  return folders;
}

function listOperations({ pages, project }: Site): Map<string, string | undefined> {
  const start = docsAddress(project, "").length;
  const operations = new Map<string, string | undefined>();
  for (const { file, operation, path } of pages) {
    if (file !== null || !operation || path.length > MAX_GUESSED_CHARS) continue;
    const key = lettersOf(decodeURIComponent(path.slice(start)));
    operations.set(key, operations.has(key) ? undefined : path);
  }
  return operations;
}

function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, "")
    .replace(/^\/+/, "");
}
