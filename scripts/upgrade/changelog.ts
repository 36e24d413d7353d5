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
