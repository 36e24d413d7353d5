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
  for (const { file } of places) {
    const { groups, names = groups, isPublic, isDraft, at } = readersOfPage(file);
    if (isDraft) continue;
    if (groups.length > 0) closed.push(errorIn(file.path, describeClosed("this page", names), at("groups")));
    if (isPublic !== undefined) opened.push(warningIn(file.path, OPENED, at("public")));
  }
  return { closed, opened };
}

/** The readers that a page names. */
interface PageReaders {
  /** Groups of which a reader needs one; none for a page that names no readers. */
  readonly groups: readonly string[];
  /** The same for messages, where `groups` cannot be read. */
  readonly names?: readonly string[];
  /** True for a page that says so; undefined for one that says nothing. */
  readonly isPublic: boolean | undefined;
  readonly isDraft: boolean;
  /** Returns the place of a field of the front matter. */
  readonly at: (name: string) => { readonly line: number; readonly column: number };
}

/** The group of what names readers and cannot be read: nobody is in it. */
const NOBODY = "?";

/** Reads the readers that the front matter of a page names. One that cannot be read and names groups is for nobody. */
export function readersOfPage({ path, text }: Pick<ContentFile, "path" | "text">): PageReaders {
  if (!MARK.test(text)) return { groups: [], isPublic: undefined, isDraft: false, at: () => ({ line: 1, column: 1 }) };
  const { frontMatter, data, findings, sourceLine } = splitFrontMatter(path, text);
  const head = headOf(text, sourceLine);
  const groups = listGroups(data.groups);
  const isUnreadable = groups.length === 0 && findings.length > 0 && GROUPS.test(head);
  return {
    groups: isUnreadable ? [NOBODY] : groups,
    ...(isUnreadable && { names: [] }),
    isPublic: data.public === undefined ? undefined : data.public === true,
    isDraft: frontMatter.draft,
    at: (name) => ({ line: lineOf(name, head), column: 1 }),
  };
}

/** Reads the marks of folders, in their meta.json. */
export function readFolderMarks(files: readonly ContentFile[]): ReaderMarks {
  const closed = files.flatMap((file) => {
    if (!/(?:^|\/)meta\.json$/.test(file.path)) return [];
    const groups = readersOfFolder(file);
    return groups.length > 0
      ? [errorIn(file.path, describeClosed("this folder", groups), createMetaPlaces(file.text)(["groups"]))]
      : [];
  });
  return { closed, opened: [] };
}

/** Reads the groups that a meta.json names; a file that cannot be read and may name some is for nobody. */
export function readersOfFolder({ text }: Pick<ContentFile, "text">): string[] {
  if (!text.includes('"groups"')) return [];
  try {
    return listGroups((JSON.parse(text) as { groups?: unknown } | null)?.groups);
  } catch {
    // The file is a fault by itself, and its folder must not be open for that.
    return [NOBODY];
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
  return `groups: ${what} is for readers ${whom}, and everyone reads every page of this site. Say in access of docent.config.ts who is in them, take groups out, give the page draft: true, or write access: false there to publish all.`;
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
