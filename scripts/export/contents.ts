import type { Locale } from "../../lib/content/model/urls.ts";
import { pagesByPath, type Site } from "../../lib/content/site/site.ts";
import type { NavNode } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
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
