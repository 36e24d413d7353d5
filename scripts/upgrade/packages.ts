import semver from "semver";
import { isWorkshopCommand } from "../init/files.ts";

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
  /** Lines for the terminal: a version of the fork that stayed, or that is no version of the release's range. */
  readonly notes: readonly string[];
}

/**
 * Merges the engine's package.json with the name and the parts that the fork has added to it. Of a package of the engine the
 * higher version stays, as long as it is one that the release's version may become without a breaking change.
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

/** Returns the release's list without what the fork has taken out of its own. */
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

/** npm keeps packages by name; scripts keep their order. */
function sorted(entries: Entries, part: string): Entries {
  if (part === "scripts") return entries;
  return Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)));
}
