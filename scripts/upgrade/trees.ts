import type { Entry, Files } from "../engine-store.ts";

/** The part of a release's scripts/owners.ts that an upgrade asks. */
export interface Owners {
  readonly isForkPath: (file: string) => boolean;
  readonly isWorkshopPath: (file: string) => boolean;
  readonly MANUAL_SOURCES: readonly (readonly [from: string, to: string])[];
}

interface Sides {
  /** The commit of the engine that the site is on. */
  readonly base: Files;
  readonly release: Files;
  /** The site's last commit. */
  readonly own: Files;
  readonly owners: Owners;
  /** True for a site of its own; false for a copy of the engine's repository, which keeps its workshop and its manual. */
  readonly isSite: boolean;
}

/** Two trees whose difference is what a release brings to a site. */
export interface EngineTrees {
  readonly before: Files;
  readonly after: Files;
  /** Deleted by the owner, and changed or added to by the release: in neither tree. A folder ends in a slash. */
  readonly deleted: readonly string[];
}

/** Files of both sides, which are merged by what they say and not by their lines. */
const SHARED = new Set(["package.json", "package-lock.json"]);

/**
 * Returns the engine's files of the base and of the release as the site has them. A file that the owner has deleted is in neither,
 * and so is what only work on the engine needs, unless the site still has it as the base had it: then the release removes it.
 */
export function toEngineTrees({ base, release, own, owners, isSite }: Sides): EngineTrees {
  const isOurs = (file: string) => SHARED.has(file) || owners.isForkPath(file);
  const isWorkshop = (file: string) => isSite && owners.isWorkshopPath(file);
  const toSite = (files: Files) => withManual(files, isSite ? owners.MANUAL_SOURCES : []);
  const [was, next] = [toSite(base), toSite(release)];
  const findDeletedFolder = createFolderSearch(was, own);
  const deletedIds = new Set([...was].filter(([file]) => !own.has(file) && !isWorkshop(file)).map(([, { id }]) => id));
  const keptIds = new Set([...was].filter(([file]) => own.has(file)).map(([, { id }]) => id));
  const before = new Map<string, Entry>();
  const after = new Map<string, Entry>();
  const deleted = new Set<string>();

  for (const [file, entry] of was) {
    if (isOurs(file)) continue;
    const mine = own.get(file);
    // What was edited of the workshop is the owner's by now.
    if (mine && (!isWorkshop(file) || mine.id === entry.id)) before.set(file, entry);
  }
  for (const [file, entry] of next) {
    if (isOurs(file) || isWorkshop(file)) continue;
    if (own.has(file) || isNew(file, entry)) after.set(file, entry);
    else if (was.get(file)?.id !== entry.id) deleted.add(findDeletedFolder(file) ?? file);
  }
  return { before, after, deleted: [...deleted].sort() };

  function isNew(file: string, { id }: Entry): boolean {
    const isMovedFromDeleted = deletedIds.has(id) && !keptIds.has(id);
    return !was.has(file) && !findDeletedFolder(file) && !isMovedFromDeleted;
  }
}

/** Returns the files with the manual where a site has it, beside its place in the engine's repository. */
function withManual(files: Files, sources: Owners["MANUAL_SOURCES"]): Files {
  const copies = [...files].flatMap(([file, entry]): [string, Entry][] => {
    const source = sources.find(([from]) => file.startsWith(`${from}/`));
    return source ? [[source[1] + file.slice(source[0].length), entry]] : [];
  });
  return new Map([...files, ...copies]);
}

/** Finds the topmost folder above a file that the site began with and of whose files it has none left. */
function createFolderSearch(base: Files, own: Files): (file: string) => string | undefined {
  const had = new Set([...base.keys()].flatMap(foldersOf));
  const has = new Set([...own.keys()].flatMap(foldersOf));
  return (file) => foldersOf(file).find((folder) => had.has(folder) && !has.has(folder));
}

function foldersOf(file: string): string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}
