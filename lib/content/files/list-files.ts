import { readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import ignore from "ignore";
import { type FileKind, fileKindOf, isIncludable, isSkipped } from "./file-kinds.ts";

/** Files that are read: what is made of each is held in memory, about 100 kB for a page. */
const MAX_FILES = 20_000;
const MAX_ASSETS = 50_000;
/** That of a repository with a hundred versions of its pages has two megabytes. A larger one is not read. */
export const MAX_NAVIGATION_BYTES = 8 * 1024 * 1024;
/** Names that are looked at, of which the first to be read are chosen. */
const MAX_NAMES = 200_000;
/** Kinds that matter only with a docs.json; data also where pages show operations of it. */
const OF_DOCS: ReadonlySet<FileKind | undefined> = new Set(["data", "style"]);

interface Listing {
  /** Files whose text makes the site. */
  readonly names: readonly string[];
  /** JSON and YAML that is no part of the site by itself. */
  readonly data: readonly string[];
  /** Files that are served as they are. */
  readonly assets: readonly string[];
  /** Files that are read when a page takes them in. */
  readonly includable: ReadonlySet<string>;
  /** Number of files that are left out because there are too many. */
  readonly left: number;
}

interface Folder {
  /** Its path on the disk, links followed. */
  readonly root: string;
  /** As messages name it. */
  readonly shown: string;
  /** Patterns of what is left out, as .gitignore has them. */
  readonly exclude: readonly string[];
}

/**
 * Lists what a content folder holds, in order of paths: at most 20,000 files that are read, those first that its docs.json, or the
 * meta.json at its root, names first, and 50,000 that are served as they are. Of a folder with more than 200,000 files to be read,
 * those that are found first are chosen from. Links that lead out of the folder are left out.
 */
export async function listFiles({ root, shown, exclude }: Folder): Promise<Listing> {
  const rules = ignore({ allowRelativePaths: true }).add([...exclude]);
  const found: string[] = [];
  const assets: string[] = [];
  const includable = new Set<string>();
  let unserved = 0;
  // Data is both: read for what it describes, and served where a page links to it.
  const place = (name: string, kind: FileKind) => {
    if (kind !== "asset") found.push(name);
    if (kind !== "asset" && kind !== "data") return;
    if (assets.length < MAX_ASSETS) assets.push(name);
    else unserved += 1;
  };
  for (const folders = [""]; folders.length > 0 && found.length < MAX_NAMES; ) {
    const folder = folders.pop() as string;
    for (const entry of await readFolder(root, folder, shown)) {
      const name = folder ? `${folder}/${entry.name}` : entry.name;
      if (rules.ignores(entry.isDirectory() ? `${name}/` : name)) continue;
      if (entry.isFile() && isIncludable(name) && includable.size < MAX_ASSETS) includable.add(name);
      if (isSkipped(entry.name, folder)) continue;
      const kind = fileKindOf(name);
      if (entry.isDirectory()) folders.push(name);
      else if (kind && (entry.isFile() || (await leadsInside(root, name)))) place(name, kind);
    }
  }
  // Import makes a docs.json of a mint.json.
  const settings = found.find((name) => name === "docs.json" || name === "mint.json");
  const parts = found.filter((name) => settings !== undefined || !OF_DOCS.has(fileKindOf(name))).sort();
  const data = settings === undefined ? found.filter((name) => fileKindOf(name) === "data").sort() : [];
  const names =
    parts.length > MAX_FILES
      ? await firstNamed(parts, path.join(/* turbopackIgnore: true */ root, settings ?? "meta.json"))
      : parts;
  return { names, data, assets: assets.sort(), includable, left: parts.length - names.length + unserved };
}

/** Returns the files that the settings name first, and all that are no pages. */
async function firstNamed(names: readonly string[], settings: string): Promise<string[]> {
  const size = await stat(/* turbopackIgnore: true */ settings).then(
    (found) => found.size,
    () => Number.POSITIVE_INFINITY,
  );
  const text = size > MAX_NAVIGATION_BYTES ? "" : await readFile(/* turbopackIgnore: true */ settings, "utf8").catch(() => "");
  const places = new Map<string, number>();
  // A text with more escapes is no path, and a pattern without a bound may run out of stack.
  for (const { 1: page = "", index } of text.matchAll(/"\/?([^"\\]*(?:\\.[^"\\]*){0,20})"/gs))
    if (!places.has(page)) places.set(page, index);
  const rankOf = (name: string) =>
    fileKindOf(name) === "page" ? (places.get(name.replace(/\.mdx?$/i, "")) ?? Number.MAX_SAFE_INTEGER) : -1;
  const sorted = names.map((name) => ({ name, place: rankOf(name) })).sort((left, right) => left.place - right.place);
  return sorted
    .slice(0, MAX_FILES)
    .map(({ name }) => name)
    .sort();
}

async function readFolder(root: string, folder: string, shown: string) {
  try {
    return await readdir(path.join(/* turbopackIgnore: true */ root, folder), { withFileTypes: true });
  } catch (cause) {
    if (folder && isGone(cause)) return [];
    throw new Error(`The content folder ${path.join(shown, folder)} cannot be read (${reasonOf(cause)}).`, { cause });
  }
}

async function leadsInside(root: string, name: string): Promise<boolean> {
  try {
    const target = await realpath(path.join(/* turbopackIgnore: true */ root, name));
    return target.startsWith(root + path.sep) && (await stat(target)).isFile();
  } catch (cause) {
    if (isGone(cause)) return false;
    throw cause;
  }
}

/** Returns true for the error of a file that went away between two reads. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}

/** Returns the code of a fault of the disk. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
