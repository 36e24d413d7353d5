import { counted } from "../../lib/counted.ts";

/** Lines that a summary may have, so that it is read. */
const MAX_LINES = 20;
const MAX_NAMES = 3;

interface Upgrade {
  /** Names of the two states, such as `v1.0.0` and `v1.1.0`. */
  readonly from: string;
  readonly to: string;
  /** Files that the release changes in the site. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly conflicts: readonly string[];
  /** About versions of packages. */
  readonly notes: readonly string[];
  /** Paths of settings that the release has and the base has not. */
  readonly settings: readonly string[];
  readonly changelog: { readonly base: string; readonly release: string };
  /** The last line: what to do now. */
  readonly next: string;
}

/** Returns what an upgrade did, for the terminal: at most 20 lines, with what may need action first. */
export function toSummary({ from, to, changed, deleted, conflicts, notes, settings, changelog, next }: Upgrade): string {
  const { breaking, others } = newEntries(changelog);
  const files = countByFolder(changed);
  const facts = [
    ...(settings.length > 0 ? [`New settings: ${nameSome(settings, 8)}`] : []),
    ...(notes.length > 0 ? [`Packages: ${nameSome(notes, MAX_NAMES, " ")}`] : []),
    ...(deleted.length > 0 ? [`Deleted by you, changed by the release, and still deleted: ${nameSome(deleted, MAX_NAMES)}`] : []),
    ...(conflicts.length > 0 ? [`Changed by you and by the release, to resolve: ${nameSome(conflicts, 10)}`] : []),
    next,
  ];
  const room = MAX_LINES - 2 - facts.length;
  const lines = listEntries(breaking, others, room);
  return [`${from} → ${to}: ${files}`, ...lines, ...facts].join("\n");
}

function listEntries(breaking: readonly string[], others: readonly string[], room: number): string[] {
  const titled = (title: string, items: readonly string[], most: number): string[] => {
    if (items.length === 0 || most < 2) return [];
    const shown = items.length < most ? items : items.slice(0, most - 2);
    const rest = items.length - shown.length;
    return [title, ...shown, ...(rest > 0 ? [`- and ${rest} more: CHANGELOG.md of the release`] : [])];
  };
  const first = titled("Breaking, with what to do:", breaking, room);
  return [...first, ...titled("New:", others, room - first.length)];
}

/** Entries of a changelog that an earlier one lacks, each as one line. */
export function newEntries({ base, release }: { readonly base: string; readonly release: string }): {
  readonly breaking: readonly string[];
  readonly others: readonly string[];
} {
  const known = new Set(listEntriesOf(base).map(({ text }) => text));
  const fresh = listEntriesOf(release).filter(({ text }) => !known.has(text));
  const texts = (isBreaking: boolean) => fresh.filter((entry) => entry.isBreaking === isBreaking).map(({ text }) => text);
  return { breaking: texts(true), others: texts(false) };
}

function listEntriesOf(changelog: string): { text: string; isBreaking: boolean }[] {
  return changelog.split(/^(?=##)/m).flatMap((part) => {
    const isBreaking = /^### Breaking/.test(part);
    const items = part.split(/\n(?=- )/).slice(1);
    return items.map((item) => ({
      isBreaking,
      text: item
        .replace(/\n\n[\s\S]*$/, "")
        .replace(/\s+/g, " ")
        .trim(),
    }));
  });
}

function countByFolder(files: readonly string[]): string {
  if (files.length === 0) return "no file changed";
  const folders = Map.groupBy(files, (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "root"));
  const counts = [...folders].sort(([, left], [, right]) => right.length - left.length);
  return `${counted(files.length, "file")} (${counts.map(([folder, each]) => `${folder} ${each.length}`).join(", ")})`;
}

function nameSome(names: readonly string[], most: number, separator = ", "): string {
  const shown = names.slice(0, most).join(separator);
  return names.length > most ? `${shown}${separator}and ${names.length - most} more` : shown;
}
