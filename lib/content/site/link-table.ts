import path from "node:path/posix";
import { composeName, decodeText } from "../../decode-text.ts";
import { findEngineAnswer } from "../../engine-paths.ts";
import { aliasedPath } from "../files/modules.ts";
import { createRecord } from "../model/records.ts";
import { docsAddress, keyAtRoot, namesLanguages, pagePath, splitPath, type UrlStructure } from "../model/urls.ts";

/** Finds where links of pages lead. */
export interface LinkTable {
  /**
   * Path of the site, without base path, that a link or picture of a file means; undefined when it is not one of the site's
   * pages and files and stays as it is.
   */
  readonly resolve: (file: string, url: string) => string | undefined;
}

interface LinkTargets {
  readonly project: UrlStructure;
  /** Addresses of pages by their path in the repository, which is what links name where it has a docs.json. */
  readonly pages: ReadonlyMap<string, string>;
  /** Paths of files that are served as they are. */
  readonly assets: readonly string[];
}

/** Returns a table of a site's pages and files, made once and asked for every link. */
export function createLinkTable({ project, pages, assets }: LinkTargets): LinkTable {
  const files = new Map(assets.map((name) => [name, docsAddress(project, name)]));
  const lowerPages = new Map([...pages].map(([name, address]) => [name.toLowerCase(), address]));
  const addresses = new Set(pages.values());
  const byPath = !namesLanguages(project);
  const hasDocsFolder = [...pages.keys(), ...assets].some((name) => name.startsWith("docs/"));

  const findPage = (name: string) => {
    const bare = name
      .replace(/\/+$/, "")
      .replace(/\.mdx?$/i, "")
      .replace(/(?:^|\/)index$/, "");
    return pages.get(bare) ?? lowerPages.get(bare.toLowerCase());
  };
  const find = (name: string) => files.get(name) ?? (byPath ? findPage(name) : undefined);

  const resolve = (file: string, url: string) => {
    if (!isLocal(url)) return undefined;
    const { path: written, suffix } = splitPath(url);
    const name = decode(written);
    if (name === undefined || written === "") return undefined;
    for (const candidate of [...candidatesOf(file, name), ...sharedOf(project, file, name)]) {
      const address = find(candidate);
      if (address !== undefined) return `${address}${suffix}`;
    }
    // A folder called docs may be in content whose pages are at the root.
    if (!byPath) return addresses.has(name.replace(/\/+$|\.mdx?$/gi, "")) ? undefined : toRoot(project, file, url);
    // A path that the site itself answers is kept as it is written.
    if (findEngineAnswer(written) !== undefined || /^\/llms(?:-full)?\.txt$/.test(written)) return undefined;
    // Written for a site below /docs, such as the one it came from.
    for (const below of BELOW_DOCS.flatMap((pattern) => pattern.exec(name)?.slice(1) ?? [])) {
      const address = find(below ?? "");
      if (address !== undefined) return `${address}${suffix}`;
    }
    // No page has this path. A redirect may, and redirects are written like the paths of the site.
    const below = hasDocsFolder ? undefined : BELOW_DOCS.at(-1)?.exec(name)?.[1];
    return `${docsAddress(project, below ?? candidatesOf(file, name)[0] ?? "")}${suffix}`;
  };
  return { resolve };
}

/** Returns the address at the root that a link below `/docs` means, in the language of its file unless it names one; undefined for any other. */
function toRoot(project: UrlStructure, file: string, url: string): string | undefined {
  const { path: written, suffix } = splitPath(url);
  const key = written.startsWith("/") ? keyAtRoot(project, written) : undefined;
  if (!key) return undefined;
  const own = written.startsWith("/docs") ? languageOf(project, file) : undefined;
  return `${pagePath(project, { ...key, ...(own !== undefined && { language: own }) })}${suffix}`;
}

/** The part of a path below /docs, which some write twice: as the site that they came from has it, and as this one does. */
const BELOW_DOCS = [/^\/docs(?:\/(.*))?$/s, /^(?:\/docs)+(?:\/(.*))?$/s];

/** Returns true for the path of this site, false for another site, a scheme or an anchor of the page. */
function isLocal(url: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(url) && !url.includes("\\") && !url.includes("{");
}

/**
 * Returns the paths in the repository that a link may mean: from its root, or from the folder of its file, else from the root
 * after all.
 */
function candidatesOf(file: string, name: string): string[] {
  if (name.startsWith("/")) return [toFolderPath(name)];
  const aliased = aliasedPath(name);
  if (aliased !== undefined) return [toFolderPath(aliased)];
  const beside = toFolderPath(path.join(path.dirname(file), name));
  const below = toFolderPath(path.join(file.replace(/\.mdx?$/i, ""), name));
  return name.startsWith(".") ? [beside, below] : [beside, toFolderPath(name)];
}

/**
 * Returns the path of a file that languages share, beside their folders, as if the file were not in the folder of its
 * language.
 */
function sharedOf(project: UrlStructure, file: string, name: string): string[] {
  const isInLanguage = languageOf(project, file) !== undefined;
  return isInLanguage && !name.startsWith("/") ? candidatesOf(file.slice(file.indexOf("/") + 1), name) : [];
}

/** Returns the language whose folder a file is in; undefined when languages have none. */
function languageOf(project: UrlStructure, file: string): string | undefined {
  const { languages } = project;
  const [first] = file.split("/");
  const isInLanguage = namesLanguages(project) && languages.length > 1 && languages.some(({ id }) => id === first);
  return isInLanguage ? first : undefined;
}

function toFolderPath(name: string): string {
  return path.normalize(`/${name}`).slice(1);
}

function decode(text: string): string | undefined {
  const name = decodeText(text);
  return name === undefined || name.includes("\0") ? undefined : composeName(name);
}

/** Returns the targets of a page's links that are not as they are written, by the written ones. */
export function linksOf(urls: readonly string[], file: string, { resolve }: LinkTable): Record<string, string> {
  const links = createRecord<string>();
  for (const url of urls) {
    const address = resolve(file, url);
    if (address !== undefined && address !== url) links[url] = address;
  }
  return { ...links };
}
