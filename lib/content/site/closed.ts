import { errorIn, type Finding, warningIn } from "../../finding.ts";
import type { ContentFile } from "../model/content-file.ts";
import { splitFrontMatter } from "../parse/front-matter.ts";
import { createMetaPlaces } from "./folder-meta.ts";
import type { PlacedFile } from "./places.ts";

/** Marks of readers in the content of a site: who may read which part. */
export interface ReaderMarks {
  /** Pages, folders and entries of the navigation that only some readers may read: an error while everyone reads every page. */
  readonly closed: readonly Finding[];
  /** Places that say `public`, which has no effect. */
  readonly opened: readonly Finding[];
}

/** A name at the start of a line, or of front matter in braces. A page that says so in its text alone is read once more. */
const MARK = /^[ \t{]*["']?(?:groups|public)["']?[ \t]*:/m;
const GROUPS = /^[ \t{]*["']?groups["']?[ \t]*:/m;

/** Reads the marks in the front matter of pages. One that cannot be read and names groups is closed. Drafts are on no site. */
export function readPageMarks(places: readonly PlacedFile[]): ReaderMarks {
  const closed: Finding[] = [];
  const opened: Finding[] = [];
  for (const { file } of places.filter(({ file: { text } }) => MARK.test(text))) {
    const { frontMatter, data, findings, sourceLine } = splitFrontMatter(file.path, file.text);
    const head = headOf(file.text, sourceLine);
    const isUnreadable = findings.length > 0 && GROUPS.test(head);
    if (frontMatter.draft) continue;
    const at = (name: string) => ({ line: lineOf(name, head), column: 1 });
    const groups = listGroups(data.groups);
    if (groups.length > 0) closed.push(errorIn(file.path, describeClosed("this page", groups), at("groups")));
    else if (isUnreadable) closed.push(errorIn(file.path, describeClosed("this page", []), at("groups")));
    if (data.public !== undefined) opened.push(warningIn(file.path, OPENED, at("public")));
  }
  return { closed, opened };
}

/** Reads the marks of folders, in their meta.json. */
export function readFolderMarks(files: readonly ContentFile[]): ReaderMarks {
  const closed = files.flatMap((file) => {
    if (!/(?:^|\/)meta\.json$/.test(file.path) || !file.text.includes('"groups"')) return [];
    const groups = listGroups(groupsOfMeta(file.text));
    return groups.length > 0
      ? [errorIn(file.path, describeClosed("this folder", groups), createMetaPlaces(file.text)(["groups"]))]
      : [];
  });
  return { closed, opened: [] };
}

function groupsOfMeta(text: string): unknown {
  try {
    return (JSON.parse(text) as { groups?: unknown } | null)?.groups;
  } catch {
    // The file is a fault by itself, and its folder must not be open for that.
    return ["?"];
  }
}

/** Returns the names that a value of `groups` lists; none for one that is empty. */
export function listGroups(value: unknown): string[] {
  return [value].flat().flatMap((name) => (name === undefined || name === null || name === "" ? [] : [String(name)]));
}

const MAX_NAMED = 5;

/** Says that a thing is for some readers and would be open to all, and the ways out. */
export function describeClosed(what: string, groups: readonly string[]): string {
  const names = groups.slice(0, MAX_NAMED).map((name) => JSON.stringify(name.slice(0, 60)));
  const more = groups.length > MAX_NAMED ? [`${groups.length - MAX_NAMED} more`] : [];
  const whom = groups.length > 0 ? `of ${[...names, ...more].join(", ")}` : "of groups that cannot be read";
  return `groups: ${what} is for readers ${whom}, and everyone reads every page of this site. Take groups out, give the page draft: true, or write access: false into docent.config.ts to publish all.`;
}

/** The message of every place that says `public`. */
export const OPENED = "public has no effect: everyone reads every page of this site.";

/** Returns one warning for all places that say `public`. */
export function sumUpOpened(opened: readonly Finding[]): Finding[] {
  const [first, ...others] = opened;
  if (!first) return [];
  const more = others.length > 0 ? ` ${others.length} more places say it.` : "";
  const message = `${OPENED}${more} Write access: false into docent.config.ts to say that this is meant.`;
  return [{ ...first, message }];
}

/** Returns the front matter of a file by its number of lines; of one that is not closed, all before the first empty line. */
function headOf(text: string, lines: number): string {
  return lines > 0 ? text.split("\n").slice(0, lines).join("\n") : (text.split(/\r?\n\r?\n/, 1)[0] ?? "");
}

function lineOf(name: string, head: string): number {
  const index = head.split("\n").findIndex((line) => line.replace(/["'{]/g, "").trim().startsWith(`${name}:`));
  return Math.max(index, 0) + 1;
}

/** Thrown for content that names groups of readers, where it would be served to everyone. */
export class ClosedContentError extends Error {
  constructor(closed: readonly Finding[]) {
    const [first] = closed;
    super(`${first?.file}${first?.line === undefined ? "" : `:${first.line}`}: ${first?.message} (${closed.length} in all)`);
    this.name = "ClosedContentError";
  }
}
