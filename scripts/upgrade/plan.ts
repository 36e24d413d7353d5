/** The files of a commit: path → what identifies its content. */
export type Files = ReadonlyMap<string, string>;

/** What an upgrade does with the engine's files. */
export interface Plan {
  /** Taken from the release. */
  readonly take: readonly string[];
  readonly remove: readonly string[];
  /** Changed by the fork and by the release: merged line by line. */
  readonly merge: readonly string[];
  /** Of the engine by their place, in no release: nothing is done with them. */
  readonly strange: readonly string[];
}

interface Sides {
  /** The release that the fork is on; undefined when none is known. */
  readonly base: Files | undefined;
  readonly ours: Files;
  readonly theirs: Files;
  readonly isOurs: (file: string) => boolean;
}

/** Decides on each file of the engine. The fork's own are in no list, so that they stay as they are, or stay away. */
export function planUpgrade({ base, ours, theirs, isOurs }: Sides): Plan {
  const plan = { take: [] as string[], remove: [] as string[], merge: [] as string[], strange: [] as string[] };
  for (const file of new Set([...ours.keys(), ...theirs.keys()])) {
    if (isOurs(file)) continue;
    const [was, own, next] = [base?.get(file), ours.get(file), theirs.get(file)];
    if (own === next) continue;
    if (own === undefined) {
      // What the fork has deleted stays deleted while the release leaves it as it was.
      if (was !== next) plan.take.push(file);
    } else if (next === undefined) {
      if (was === undefined) plan.strange.push(file);
      else if (was === own) plan.remove.push(file);
      else plan.merge.push(file);
    } else if (base === undefined || was === own) plan.take.push(file);
    else if (was !== next) plan.merge.push(file);
  }
  return plan;
}

type Package = Record<string, unknown>;
const PARTS = ["scripts", "dependencies", "devDependencies", "allowScripts"] as const;

/** The engine's package.json with the name and the parts that the fork has added to it. */
export function mergePackage(base: Package | undefined, ours: Package, theirs: Package): Package {
  const merged: Package = {
    ...theirs,
    name: ours.name,
    ...(ours.description !== base?.description && { description: ours.description }),
  };
  for (const key of Object.keys(ours)) if (!(key in theirs) && !(base && key in base)) merged[key] = ours[key];
  for (const part of PARTS) {
    const [was, own, next] = [base, ours, theirs].map((file) => (file?.[part] ?? {}) as Record<string, unknown>);
    const added = Object.entries(own ?? {}).filter(([name]) => !(name in (was ?? {})) && !(name in (next ?? {})));
    if (added.length > 0 || theirs[part]) merged[part] = sorted({ ...next, ...Object.fromEntries(added) }, part);
  }
  return merged;
}

/** npm keeps packages by name; scripts keep their order. */
function sorted(entries: Record<string, unknown>, part: string): Record<string, unknown> {
  if (part === "scripts") return entries;
  return Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Orders release tags: v1.10.0 after v1.9.2. A tag that is no release comes to nothing. */
export function newestRelease(tags: readonly string[]): string | undefined {
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  return releases.sort((left, right) => left.localeCompare(right, "en", { numeric: true })).at(-1);
}

/** What a changelog says between two releases under the headings of breaking changes; empty when there is nothing. */
export function breakingChanges(changelog: string, from: string | undefined): string {
  const releases = changelog.split(/^(?=## )/m).slice(1);
  const end =
    from === undefined ? -1 : releases.findIndex((text) => new RegExp(`^## \\[?v?${from.replaceAll(".", "\\.")}\\b`).test(text));
  const newer = end < 0 ? releases : releases.slice(0, end);
  return newer
    .flatMap((text) => text.split(/^(?=### )/m).filter((part) => /^### Breaking/.test(part)))
    .map((part) => part.replace(/^### .*\n+/, "").trim())
    .filter(Boolean)
    .join("\n");
}
