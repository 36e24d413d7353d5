import type { Locale } from "../../lib/content/model/urls.ts";
import { folderOf } from "../../lib/content/site/places.ts";
import { pagesByPath, type Site } from "../../lib/content/site/site.ts";
import type { NavNode } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import { UsageError } from "../command-line.ts";
import type { ReaderHeaders } from "./readers.ts";

/** A line of the contents: a page, or the title of a group of pages. */
export interface Entry {
  readonly title: string;
  /** Depth in the navigation, from 0. */
  readonly level: number;
  /** Path of the page, without base path; undefined for a title alone. */
  readonly path?: string | undefined;
}

/** The choices of a copy of the site, whatever its form. */
export interface CopyOptions {
  readonly language: string;
  readonly version: string | null;
  /** Address of the site with its base path, without slash at its end: for this command, and for readers. */
  readonly base: string;
  readonly publicBase: string | undefined;
  /** Headers of the reader that it is for. */
  readonly headers: ReaderHeaders;
  readonly title: string;
  readonly out: string;
  /** Called after each page of the site. */
  readonly onPage: (done: number, all: number) => void;
}

interface Choice {
  /** Only the page at this path and those below it. */
  readonly section?: string | undefined;
  /** False leaves the pages of the API reference out. */
  readonly withApi: boolean;
}

/**
 * Returns the language and version to write: those named, or the site's own. They are those of the content that was read, which a
 * docs.json or a content folder without versions decides. @throws UsageError for one that the site does not have.
 */
export function chooseLocale({ project }: Site, named: { language?: string | undefined; version?: string | undefined }): Locale {
  const language = requireId("language", named.language ?? project.defaultLanguage, project.languages);
  if (project.versions.length > 0)
    return { language, version: requireId("version", named.version ?? project.defaultVersion ?? "", project.versions) };
  if (named.version !== undefined) throw new UsageError("--version has nothing to choose from: this content has no versions.");
  return { language, version: null };
}

function requireId(name: string, id: string, known: readonly { readonly id: string }[]): string {
  if (known.some((each) => each.id === id)) return id;
  throw new UsageError(`--${name} must be one of: ${known.map((each) => each.id).join(", ")}; there is no "${id}".`);
}

/** Returns the entries of `listEntries`. @throws UsageError that says why no page is among them, and the remedy. */
export function requireEntries(site: Site, locale: Locale, choice: Choice): Entry[] {
  const entries = listEntries(site, locale, choice);
  if (entries.some(isPage)) return entries;
  throw new UsageError(explainEmpty(site, locale, choice));
}

function isPage({ path }: Entry): boolean {
  return path !== undefined;
}

function explainEmpty(site: Site, locale: Locale, { section, withApi }: Choice): string {
  const other = listEntries(site, locale, { withApi }).find(isPage);
  if (other) return `No page to write is at ${section} or below it. Name the address of a page or folder, such as ${other.path}.`;
  if (!withApi && listEntries(site, locale, { withApi: true }).some(isPage))
    return "There are only pages of the API reference: leave --without-api out.";
  return explainLocale(site, locale);
}

/** Says which languages and versions a site has, where its pages are instead, and what to change. */
function explainLocale({ project, pages, tree, settings }: Site, locale: Locale): string {
  const { languages, versions, content } = project;
  const nameOf = ({ language, version }: Locale) => (version === null ? language : `${language}, version ${version}`);
  const pathOf = (place: Locale) => `${content}/${folderOf(project, place)}`;
  const filled = [...new Set(pages.filter(({ draft }) => !draft).map((page) => (tree ? nameOf(page) : pathOf(page))))];
  const ids = (list: typeof languages | typeof versions) => list.map(({ id }) => id).join(", ");
  const declared = `Languages of the site: ${ids(languages)}. ${versions.length > 0 ? `Versions: ${ids(versions)}. ` : ""}`;
  const present =
    filled.length > 0 ? `Pages are in: ${filled.join("; ")}.` : "No page is in any of them; npm run check says why.";
  const target = tree
    ? `list pages of ${nameOf(locale)} in ${settings?.file ?? "docs.json"}`
    : `move pages into ${pathOf(locale)}`;
  return `There is no page to write in ${nameOf(locale)}. ${declared}${present} Choose by --language and --version, or ${target}.`;
}

/** Lists the pages of a language and version in the order of the sidebar, each once, below the titles of their groups. */
export function listEntries(site: Site, { language, version }: Locale, { section, withApi }: Choice): Entry[] {
  const byPath = pagesByPath(site);
  const seen = new Set<string>();
  const start = section?.replace(/\/+$/, "");
  const isWanted = (path: string) => {
    const page = byPath.get(path);
    if (!page || page.draft || seen.has(path) || (!withApi && page.kind === "api")) return false;
    if (start && path !== start && !path.startsWith(`${start}/`)) return false;
    return seen.add(path).size > 0;
  };
  const list = (nodes: readonly NavNode[], start: number): Entry[] => {
    let level = start;
    const entries: Entry[] = [];
    for (const node of nodes) {
      if (node.type === "page" && isWanted(node.path)) entries.push({ title: node.title, level, path: node.path });
      // The entries after words of the sidebar belong to them, until the next ones.
      if (node.type === "label") level = start + (node.title ? 1 : 0);
      if (node.type === "label" && node.title) entries.push({ title: node.title, level: start });
      if (node.type !== "group" && node.type !== "section") continue;
      const index = node.type === "group" && node.index && isWanted(node.index.path) ? node.index.path : undefined;
      const below = list(node.children, level + 1);
      if (index !== undefined || below.length > 0) entries.push({ title: node.title, level, path: index }, ...below);
    }
    // A title that nothing is below has no sheet of its own.
    return entries.filter(({ path, level: own }, index) => path !== undefined || (entries[index + 1]?.level ?? 0) > own);
  };
  return list(navigationOf(site, language, version ?? null), 0);
}
