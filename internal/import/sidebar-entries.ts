/** An entry of `pages` in docs.json: a page by its path, or a group of them. */
export type SidebarEntry =
  | string
  | { readonly group: string; readonly root?: string; readonly expanded?: boolean; readonly pages: readonly SidebarEntry[] };

/** The reading of a sidebar of another system. */
export interface Reading {
  /** Path of a page by what the sidebar calls it. */
  readonly find: (name: string) => string | undefined;
  readonly listFolder: (folder: string) => SidebarEntry[];
  readonly left: { skipped: number };
  /** Titles that the sidebar gives pages, by their paths. */
  readonly titles: Map<string, string>;
}

/** Returns a group of pages; nothing for one without any. */
export function toGroup(
  group: string,
  pages: readonly SidebarEntry[],
  more: { root?: string | undefined; expanded?: boolean } = {},
): SidebarEntry[] {
  if (pages.length === 0 && more.root === undefined) return [];
  const { root, expanded } = more;
  return [{ group, ...(root === undefined ? {} : { root }), ...(expanded ? { expanded } : {}), pages }];
}

/** Returns the page that an entry names, and notes the title that the sidebar has for it. */
export function pageOf(name: string, reading: Reading, title?: unknown): SidebarEntry[] {
  const found = reading.find(name);
  if (found === undefined) return skip(reading);
  if (typeof title === "string" && title.trim() !== "" && !reading.titles.has(found)) reading.titles.set(found, title.trim());
  return [found];
}

/** Counts an entry that leads to no page. */
export function skip({ left }: Reading): [] {
  left.skipped += 1;
  return [];
}

/** Returns words for a name of a file, such as `Api reference` for `api-reference`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/sidebars?$/i, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "Docs";
}
