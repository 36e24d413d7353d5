/** The files of a commit: path → what identifies its content. */
export type Files = ReadonlyMap<string, string>;

/** The changes that an upgrade makes to the engine's files. */
export interface Plan {
  /** Taken from the release. */
  readonly take: readonly string[];
  readonly remove: readonly string[];
  /** Changed by the fork and by the release: merged line by line. */
  readonly merge: readonly string[];
  /** Deleted by the fork, and changed or added to by the release: they stay away. A folder ends in a slash. */
  readonly away: readonly string[];
  /** Of the engine by their place, in no release: nothing is done with them. */
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

/** Decides on each file of the engine. The fork's own are in no list, so that they stay as they are, or stay away. */
export function planUpgrade({ base, ours, theirs, isOurs, isWorkshop }: Sides): Plan {
  const findDeletedFolder = createFolderSearch(base, ours);
  const keepsWorkshop = [...(base ?? [])].some(([file]) => isWorkshop(file) && ours.has(file));
  const decide = (file: string): Decision => {
    const [was, own, next] = [base?.get(file), ours.get(file), theirs.get(file)];
    if (isOurs(file) || own === next) return "keep";
    if (own === undefined) {
      if (was === next || (isWorkshop(file) && !keepsWorkshop)) return "keep";
      return was === undefined && !findDeletedFolder(file) ? "take" : "away";
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
  const away = new Set(of("away").map((file) => findDeletedFolder(file) ?? file));
  return { take: of("take"), remove: of("remove"), merge: of("merge"), away: [...away].sort(), strange: of("strange") };
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

/** Orders release tags: v1.10.0 after v1.9.2. A tag that is no release comes to nothing. */
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
