import type { ContentFile } from "../../content/model/content-file.ts";
import { OLD_ADDRESS_FIELDS } from "../../content/model/redirects.ts";
import { FrontMatter, splitFrontMatter } from "../../content/parse/front-matter.ts";
import type { Site } from "../../content/site/site.ts";
import { showValue } from "../../file-issues.ts";
import { type Finding, warningIn } from "../../finding.ts";
import { isMisspelling } from "../../search/query/vocabulary.ts";

/** Fields in the front matter of a site's pages that nothing reads. */
export interface UnreadFields {
  /** Fields spelled much like one that is read, each at its first place. */
  readonly typos: readonly Finding[];
  /** Number of pages with each other field, the most frequent first. */
  readonly others: readonly (readonly [name: string, pages: number])[];
}

const KNOWN = Object.keys(FrontMatter.shape).map((name) => ({ name, letters: lettersOf(name) }));
/** Shorter names are too near to common ones, such as `mode` to `model`. */
const MIN_LETTERS = 5;
/** Fields that give a page its other addresses; the import reads `id` so. */
const ADDRESSES: ReadonlySet<string> = new Set(["id", ...OLD_ADDRESS_FIELDS]);
/**
 * The form of a name that a person writes. Others are written by programs, or a fault of the YAML that may hold what a
 * terminal obeys.
 */
const NAME = /^\p{L}[\p{L}\p{N}_.-]{0,59}$/u;
const MAX_FIELDS = 1_000;

/** Lists at most 1,000 different fields. One that an expression of its page reads is no such field. */
export function listUnreadFields(site: Site, files: readonly ContentFile[]): UnreadFields {
  const pages = new Set(site.pages.map(({ file }) => file));
  const counts = new Map<string, number>();
  const typos: Finding[] = [];
  const misspelled = new Set<string>();
  for (const { path: file, text } of files.filter((each) => pages.has(each.path))) {
    const { data, source } = splitFrontMatter(file, text);
    for (const name of Object.keys(data).filter((each) => isUnread(each) && !source.includes(`.${each}`))) {
      const count = counts.get(name) ?? 0;
      if (count === 0 && counts.size === MAX_FIELDS) continue;
      counts.set(name, count + 1);
      const meant = count === 0 ? findMeant(name) : undefined;
      if (!meant) continue;
      misspelled.add(name);
      const message = `There is no front matter field "${name}". Did you mean ${meant}?`;
      typos.push(warningIn(file, message, { line: lineOf(name, text), column: 1 }));
    }
  }
  const others = [...counts].filter(([name]) => !misspelled.has(name)).sort(([, left], [, right]) => right - left);
  return { typos, others };
}

/**
 * Returns the fields in a few lines of text: at most `limit` typos, and one line of all others, which may be meant for another
 * program.
 */
export function describeUnreadFields({ typos, others }: UnreadFields, limit: number): string[] {
  const lines = typos.slice(0, limit).map(({ file, line, message }) => `${file}:${line}  ${message}`);
  if (typos.length > limit) lines.push(`… and ${typos.length - limit} more names like these; --all names them.`);
  const rest = others.length > limit ? [`and ${others.length - limit} more`] : [];
  const names = others.slice(0, limit).map(([name, pages]) => `${name} (${pages} ${pages === 1 ? "page" : "pages"})`);
  return others.length > 0 ? [...lines, `Read by nothing here: ${[...names, ...rest].join(", ")}.`] : lines;
}

/** Lists fields whose value cannot be used, and which therefore count as absent: at most 1,000. Empty ones are meant so. */
export function listWrongValues(site: Site, files: readonly ContentFile[]): Finding[] {
  const pages = new Set(site.pages.map(({ file }) => file));
  return files
    .filter(({ path }) => pages.has(path))
    .flatMap(({ path: file, text }) =>
      splitFrontMatter(file, text)
        .leftOut.filter(({ value }) => value !== null && value !== "false")
        .map(({ keys, reason, value }) => {
          const message = `${keys.join(".")}: ${reason}, and is ${showValue(value)}. It counts as absent.`;
          return warningIn(file, message, { line: lineOf(String(keys[0]), text), column: 1 });
        }),
    )
    .slice(0, MAX_FIELDS);
}

/** Lists pages whose front matter names a day from which somebody should read them again, and that day is over: at most 1,000. */
export function listDueReviews(site: Site, files: readonly ContentFile[], now = new Date()): Finding[] {
  const pages = new Set(site.pages.map(({ file }) => file));
  return files
    .filter(({ path, text }) => pages.has(path) && text.includes("reviewBy"))
    .flatMap(({ path: file, text }) => {
      const { reviewBy } = splitFrontMatter(file, text).frontMatter;
      if (reviewBy === undefined || new Date(reviewBy) > now) return [];
      const message = `reviewBy: this page was to be read again by ${reviewBy}. Read it, correct it, and name a later day.`;
      return [warningIn(file, message, { line: lineOf("reviewBy", text), column: 1 })];
    })
    .slice(0, MAX_FIELDS);
}

function isUnread(name: string): boolean {
  return NAME.test(name) && !Object.hasOwn(FrontMatter.shape, name) && !ADDRESSES.has(name);
}

function findMeant(name: string): string | undefined {
  const letters = lettersOf(name);
  const same = KNOWN.find((known) => known.letters === letters);
  return (same ?? KNOWN.find((known) => known.letters.length >= MIN_LETTERS && isMisspelling(letters, known.letters)))?.name;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function lineOf(name: string, text: string): number {
  const index = text.split("\n").findIndex((line) => line.replace(/["']/g, "").startsWith(`${name}:`));
  return Math.max(index, 0) + 1;
}
