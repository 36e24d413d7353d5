import semver from "semver";
import { isWorkshopCommand } from "../init/files.ts";

/** The files of a commit: path → what identifies its content. */
export type Files = ReadonlyMap<string, string>;

/** The changes that an upgrade makes to the engine's files. */
export interface Plan {
  /** Taken from the release. */
  readonly take: readonly string[];
  readonly remove: readonly string[];
  /** Changed by the fork and by the release: merged line by line. */
  readonly merge: readonly string[];
  /** Deleted by the fork, and changed or added to by the release: they stay deleted. A folder ends in a slash. */
  readonly deleted: readonly string[];
  /** In a folder of the engine but in no release: nothing is done with them. */
  readonly strange: readonly string[];
}

interface Sides {
  /** The release that the fork is on; undefined when none is known. */
  readonly base: Files | undefined;
  readonly ours: Files;
  readonly theirs: Files;
  readonly isOurs: (file: string) => boolean;
  /** Needed for work on the engine alone: a fork may have none of it, and use the names for something else. */
  readonly isWorkshop: (file: string) => boolean;
}

type Decision = keyof Plan | "keep";

/** Decides on each file of the engine. The fork's own are in no list, so that they stay as they are, or stay deleted. */
export function planUpgrade({ base, ours, theirs, isOurs, isWorkshop }: Sides): Plan {
  const findDeletedFolder = createFolderSearch(base, ours);
  const keepsWorkshop = [...(base ?? [])].some(([file]) => isWorkshop(file) && ours.has(file));
  const decide = (file: string): Decision => {
    const [was, own, next] = [base?.get(file), ours.get(file), theirs.get(file)];
    if (isOurs(file) || own === next) return "keep";
    if (own === undefined) {
      if (was === next || (isWorkshop(file) && !keepsWorkshop)) return "keep";
      return was === undefined && !findDeletedFolder(file) ? "take" : "deleted";
    }
    if (next === undefined) {
      if (was === undefined) return isWorkshop(file) ? "keep" : "strange";
      return was === own ? "remove" : "merge";
    }
    if (base === undefined || was === own) return "take";
    return was === next ? "keep" : "merge";
  };
  const files = Map.groupBy(new Set([...ours.keys(), ...theirs.keys()]), decide);
  const of = (decision: Decision) => files.get(decision) ?? [];
  const deleted = new Set(of("deleted").map((file) => findDeletedFolder(file) ?? file));
  return { take: of("take"), remove: of("remove"), merge: of("merge"), deleted: [...deleted].sort(), strange: of("strange") };
}

/** Finds the topmost folder above a file that the fork began with and of whose files it has none left. */
function createFolderSearch(base: Files = new Map(), ours: Files): (file: string) => string | undefined {
  const before = [...base.keys()];
  const had = new Set(before.flatMap(foldersOf));
  const has = new Set(before.filter((file) => ours.has(file)).flatMap(foldersOf));
  return (file) => foldersOf(file).find((folder) => had.has(folder) && !has.has(folder));
}

function foldersOf(file: string): string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}

/** Returns the highest release tag, such as v1.10.0 above v1.9.2; tags that are not releases are ignored. */
export function newestRelease(tags: readonly string[]): string | undefined {
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  return releases.sort((left, right) => left.localeCompare(right, "en", { numeric: true })).at(-1);
}

/** Changelogs of the release and of the one that the fork is on. */
interface Changelogs {
  readonly next: string;
  /** Undefined when it is not known which release the fork began with. */
  readonly base: string | undefined;
  /** The version that the fork is on. */
  readonly from: string | undefined;
}

/** Lists the breaking changes that came after the fork's release, as one text; empty when there are none. */
export function breakingChanges({ next, base = "", from }: Changelogs): string {
  const known = new Set(listBreaking(base));
  return listBreaking(withoutOlder(next, from))
    .filter((item) => !known.has(item))
    .join("\n");
}

/** Returns the part of a changelog above a version. */
function withoutOlder(changelog: string, version: string | undefined): string {
  if (version === undefined) return changelog;
  const heading = new RegExp(`^## \\[?v?${RegExp.escape(version)}\\b`, "m");
  return changelog.slice(0, heading.exec(changelog)?.index);
}

/** Returns the items below the headings of breaking changes, each with the lines that it goes on in. */
function listBreaking(changelog: string): string[] {
  const parts = changelog.split(/^(?=##)/m).filter((part) => /^### Breaking/.test(part));
  return parts.flatMap((part) => part.split(/\n(?=- )/).slice(1)).map((item) => item.trim());
}

type Package = Record<string, unknown>;
type Entries = Readonly<Record<string, string>>;
const DEPENDENCIES = ["dependencies", "devDependencies"] as const;
const PARTS = ["scripts", ...DEPENDENCIES, "allowScripts"] as const;

interface Packages {
  readonly base: Package | undefined;
  readonly ours: Package;
  readonly theirs: Package;
}

/** The package.json of an upgrade, and what it did with versions that the fork had changed. */
interface MergedPackage {
  readonly merged: Package;
  /** Lines for the terminal: a version of the fork that stayed, or that is not a version of the release's range. */
  readonly notes: readonly string[];
}

/**
 * Merges the engine's package.json with the name and the parts that the fork has added to it. The higher
 * version of an engine's package stays, as long as the release's version may become it without a breaking change.
 */
export function mergePackage({ base, ours, theirs }: Packages): MergedPackage {
  const merged: Package = {
    ...theirs,
    name: ours.name,
    ...(ours.description !== base?.description && { description: ours.description }),
  };
  const notes: string[] = [];
  for (const key of Object.keys(ours)) if (!(key in theirs) && !(base && key in base)) merged[key] = ours[key];
  for (const key of Object.keys(theirs)) if (!(key in ours) && ((base && key in base) || key === "license")) delete merged[key];
  if (Array.isArray(theirs.workspaces)) merged.workspaces = withoutDropped(base?.workspaces, ours.workspaces, theirs.workspaces);
  for (const part of PARTS) {
    const [was = {}, own = {}, next = {}] = [base, ours, theirs].map((file) => (file?.[part] ?? {}) as Entries);
    const added = Object.entries(own).filter(([name]) => !(name in was) && !(name in next));
    const entries: Record<string, string> = { ...next, ...Object.fromEntries(added) };
    if (part === "scripts")
      for (const name of Object.keys(next)) if (!(name in own) && (name in was || isWorkshopCommand(name))) delete entries[name];
    if (isDependencies(part))
      for (const [name, wanted] of Object.entries(next)) {
        const { version, note } = chooseVersion(name, { was: was[name], own: own[name], next: wanted });
        entries[name] = version;
        if (note) notes.push(note);
      }
    if (added.length > 0 || theirs[part]) merged[part] = sorted(entries, part);
  }
  return { merged, notes };
}

/** Returns the release's list without what the fork has removed from its own. */
function withoutDropped(was: unknown, own: unknown, next: readonly unknown[]): unknown[] {
  const [before, now] = [was, own].map((list) => (Array.isArray(list) ? list : []));
  return next.filter((item) => !before?.includes(item) || now?.includes(item));
}

function isDependencies(part: string): boolean {
  return (DEPENDENCIES as readonly string[]).includes(part);
}

interface Versions {
  readonly was: string | undefined;
  readonly own: string | undefined;
  readonly next: string;
}

function chooseVersion(name: string, { was, own, next }: Versions): { version: string; note?: string } {
  if (own === undefined || own === was || own === next) return { version: next };
  const [mine, theirs] = [own, next].map((range) => (semver.validRange(range) ? semver.minVersion(range) : null));
  if (!mine || !theirs) return { version: next, note: `${name}: the release's ${next} takes the place of your ${own}.` };
  if (semver.lte(mine, theirs)) return { version: next };
  if (semver.satisfies(mine, `^${theirs}`)) return { version: own, note: `${name}: your ${own} stays; the release has ${next}.` };
  return { version: next, note: `${name}: your ${own} is beyond the release's ${next}, which takes its place.` };
}

/** Sorts entries by name, as npm does; scripts keep their order. */
function sorted(entries: Entries, part: string): Entries {
  if (part === "scripts") return entries;
  return Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)));
}
