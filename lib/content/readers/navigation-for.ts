import { isObject, type JsonObject } from "../../openapi/description/json.ts";
import { readersOf } from "../docs-json/closed-nodes.ts";
import { CHILD_LISTS, type ChildList } from "../docs-json/schema.ts";
import { withoutNumber } from "../model/slug.ts";

const LISTS = Object.keys(CHILD_LISTS) as readonly ChildList[];

/** Decides which entries of a docs.json an audience gets. */
export interface NavigationReader {
  /** Returns true when the audience is in one of these groups, or there are none. */
  readonly isIn: (groups: readonly string[]) => boolean;
  /** Returns true for a page, an operation or an address that the audience may read, or that nothing has. */
  readonly keeps: (entry: string) => boolean;
  /** Returns true for a source of an API description of which something is left. */
  readonly keepsSource: (source: string) => boolean;
}

/**
 * Returns a node of a docs.json navigation, as it is written, without what an audience may not read; undefined when nothing is left of
 * it. A node that had no entries from the start stays.
 */
export function navigationFor(node: unknown, reader: NavigationReader): unknown {
  if (typeof node === "string") return reader.keeps(node) ? node : undefined;
  if (Array.isArray(node)) return node.flatMap((child) => navigationFor(child, reader) ?? []);
  if (!isObject(node)) return node;
  if (!reader.isIn(readersOf(node.groups))) return undefined;
  const { public: _, openapi, root, href, page, global, ...rest } = node;
  if (typeof page === "string" && !reader.keeps(page)) return undefined;
  const kept: Record<string, unknown> = { ...rest };
  const lists = LISTS.flatMap((list) => (node[list] === undefined ? [] : [[list, entriesOf(list, node[list])] as const]));
  for (const [list, entries] of lists) {
    const inside = entries.flatMap((entry) => navigationFor(entry, reader) ?? []);
    if (inside.length > 0) kept[list] = inside;
    else delete kept[list];
  }
  const sources = sourcesFor(openapi, reader);
  if (sources !== undefined) kept.openapi = sources;
  if (typeof root === "string" && reader.keeps(root)) kept.root = root;
  if (typeof href === "string" && reader.keeps(href)) kept.href = href;
  if (page !== undefined) kept.page = page;
  if (global !== undefined) kept.global = navigationFor(global, reader);
  const had =
    lists.some(([, entries]) => entries.length > 0) || openapi !== undefined || href !== undefined || root !== undefined;
  const has = LISTS.some((list) => kept[list] !== undefined) || ["openapi", "href", "root", "page"].some((name) => name in kept);
  const isEmptied = lists.some(([list, entries]) => entries.length > 0 && kept[list] === undefined);
  // An address or a source beside entries of which none is left is about those.
  const isAbout = isEmptied && !LISTS.some((list) => kept[list] !== undefined);
  return (had && !has) || (isAbout && page === undefined) ? undefined : kept;
}

/** Returns the entries of a list of children: texts among `groups` are groups of readers. */
function entriesOf(list: ChildList, value: unknown): readonly unknown[] {
  return list === "groups" ? [value].flat().filter((entry) => typeof entry !== "string") : [value].flat();
}

/** Returns what a node says of its descriptions, in the form that it has there, without those of which nothing is left. */
function sourcesFor(value: unknown, reader: NavigationReader): unknown {
  if (value === undefined) return undefined;
  if (typeof value === "string") return reader.keepsSource(value) ? value : undefined;
  if (Array.isArray(value)) {
    const kept = value.filter((source) => typeof source !== "string" || reader.keepsSource(source));
    return kept.length > 0 || value.length === 0 ? kept : undefined;
  }
  if (!isObject(value)) return value;
  const { source, sources = source } = value;
  const left = sourcesFor(sources, reader);
  if (sources !== undefined && left === undefined) return undefined;
  const { source: _, sources: __, ...rest } = value as JsonObject;
  return { ...rest, ...(left !== undefined && { source: left }) };
}

/** Returns what the settings beside the navigation say of descriptions. */
export function settingsFor(settings: JsonObject, reader: NavigationReader): JsonObject {
  const { api } = settings;
  if (!isObject(api) || api.openapi === undefined) return settings;
  const { openapi, ...rest } = api;
  const left = sourcesFor(openapi, reader);
  return { ...settings, api: { ...rest, ...(left !== undefined && { openapi: left }) } };
}

/** Returns the text of a meta.json without the names of what an audience may not read; undefined when the file cannot be read. */
export function folderMetaFor(
  text: string,
  { keepsName, keepsLink }: { readonly keepsName: (name: string) => boolean; readonly keepsLink: (url: string) => boolean },
): string | undefined {
  const meta = parse(text);
  if (!isObject(meta)) return undefined;
  const { groups: _, pages, titles, ...rest } = meta;
  const keepsEntry = (entry: unknown): boolean => {
    if (typeof entry !== "string") return true;
    const [, url] = /\]\(([^)\s]+)\)$/.exec(entry) ?? [];
    if (url !== undefined) return keepsLink(url);
    return isLabel(entry) || entry === "..." || keepsName(entry.replace(/^(?:!|\.\.\.)/, ""));
  };
  return JSON.stringify({
    ...rest,
    ...(Array.isArray(pages) && { pages: withoutEmptyLabels(pages, keepsEntry) }),
    ...(isObject(titles) && { titles: Object.fromEntries(Object.entries(titles).filter(([name]) => keepsName(name))) }),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLabel(entry: unknown): boolean {
  return typeof entry === "string" && /^---.*---$/.test(entry);
}

/** Returns the kept entries, without headings below which nothing is left. */
function withoutEmptyLabels(entries: readonly unknown[], isKept: (entry: unknown) => boolean): unknown[] {
  const kept: unknown[] = [];
  let label: unknown;
  let hasClosed = false;
  for (const entry of [...entries, "---"]) {
    if (isLabel(entry) || entry === "---") {
      if (label !== undefined && !hasClosed) kept.push(label);
      label = entry === "---" ? undefined : entry;
      hasClosed = false;
    } else if (!isKept(entry)) hasClosed = true;
    else {
      if (label !== undefined) kept.push(label);
      label = undefined;
      kept.push(entry);
    }
  }
  return kept;
}

/** Returns a path of files as navigation names it: without the numbers that order files. */
export function toNavigationPath(path: string): string {
  return path
    .replace(/\.mdx?$/i, "")
    .split("/")
    .map(withoutNumber)
    .join("/");
}
