import semver from "semver";

type Package = Record<string, unknown>;
type Entries = Readonly<Record<string, string>>;
const DEPENDENCIES = ["dependencies", "devDependencies"] as const;
const PARTS = ["scripts", ...DEPENDENCIES, "allowScripts"] as const;

interface Packages {
  /** Of the engine's commit that the site is on. */
  readonly base: Package;
  /** The same as a site has it. */
  readonly forkBase: Package;
  readonly own: Package;
  /** Of the release, as a site has it. */
  readonly release: Package;
  /** Names of packages that the site's own files import: they stay where the release has them no longer. */
  readonly imported?: readonly string[];
}

/** The package.json of an upgrade, and what it did with versions that the site had changed. */
interface MergedPackage {
  readonly merged: Package;
  /** Lines for the terminal: a version of the site that stayed, or that is not a version of the release's range. */
  readonly notes: readonly string[];
}

/**
 * Merges the engine's package.json with the name, version and parts that the site has added to it. What the site has taken out
 * stays out. The higher version of an engine's package stays, as long as the release's version may become it without a breaking
 * change.
 */
export function mergePackage({ base, forkBase, own, release, imported = [] }: Packages): MergedPackage {
  const began = hasWorkshop({ base, forkBase, own }) ? base : forkBase;
  const merged: Package = { ...release };
  for (const key of ["name", "version", "description", "license", "docent"]) {
    delete merged[key];
    if (key in own) merged[key] = own[key];
  }
  for (const key of Object.keys(own)) if (!(key in release) && !(key in began)) merged[key] = own[key];
  for (const key of Object.keys(release)) if (!(key in own) && key in forkBase) delete merged[key];
  const notes: string[] = [];
  for (const part of PARTS) {
    const [was, wasFork, mine, next] = [began, forkBase, own, release].map((file) => (file[part] ?? {}) as Entries) as [
      Entries,
      Entries,
      Entries,
      Entries,
    ];
    const added = Object.entries(mine).filter(
      ([name, value]) => !(name in next) && !isMoved(part, name) && (was[name] !== value || imported.includes(name)),
    );
    const kept = Object.entries(next).filter(([name]) => name in mine || !(name in wasFork));
    const entries: Record<string, string> = Object.fromEntries([...kept, ...added]);
    if ((DEPENDENCIES as readonly string[]).includes(part))
      for (const [name, wanted] of kept) {
        const { version, note } = chooseVersion(name, { was: was[name], own: mine[name], next: wanted });
        entries[name] = version;
        if (note) notes.push(note);
      }
    if (part === "scripts")
      // What the owner has changed and the release has not.
      for (const [name, wanted] of kept)
        if (mine[name] !== undefined && mine[name] !== was[name] && wanted === wasFork[name]) entries[name] = mine[name];
    if (Object.keys(entries).length > 0) merged[part] = part === "scripts" ? entries : sorted(entries);
    else delete merged[part];
  }
  return { merged: inOrderOf(own, merged), notes };

  /** Returns true for a package that the release has in the other part. */
  function isMoved(part: string, name: string): boolean {
    return DEPENDENCIES.some((other) => part !== "scripts" && name in ((release[other] as object) ?? {}));
  }
}

/** Returns true for a site of a release that left the workshop's parts in package.json, so that they are not taken for the owner's. */
function hasWorkshop({ base, forkBase, own }: Omit<Packages, "release">): boolean {
  const parts = Object.keys(base).filter((key) => !(key in forkBase) && key !== "devDependencies");
  return parts.some((key) => JSON.stringify(own[key]) === JSON.stringify(base[key]));
}

interface Versions {
  readonly was: string | undefined;
  readonly own: string | undefined;
  readonly next: string;
}

function chooseVersion(name: string, { was, own, next }: Versions): { version: string; note?: string } {
  if (own === undefined || own === was || own === next) return { version: next };
  const [mine, theirs] = [own, next].map((range) => (semver.validRange(range) ? semver.minVersion(range) : null));
  if (!mine || !theirs) return { version: next, note: `${name}: the release's ${next} replaces your ${own}.` };
  if (semver.lte(mine, theirs)) return { version: next };
  if (semver.satisfies(mine, `^${theirs}`)) return { version: own, note: `${name}: your ${own} stays; the release has ${next}.` };
  return { version: next, note: `${name}: the release's ${next} replaces your ${own}, which is of a later major version.` };
}

/** Sorts entries by name, as npm does. */
function sorted(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Returns the values with the keys of `own` first, in the owner's order. */
function inOrderOf(own: Package, merged: Package): Package {
  const known = Object.keys(own).filter((key) => key in merged);
  return Object.fromEntries([...new Set([...known, ...Object.keys(merged)])].map((key) => [key, merged[key]]));
}
