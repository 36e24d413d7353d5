/*
 * The tool `find_text`: where an exact text or a pattern stands in the Markdown of pages, line by line.
 * Patterns run on RE2, whose time grows with the length of a line alone; a bound on the whole of one call holds for all else.
 * Start at `findText`.
 */

import { RE2JS } from "re2js";
import { z } from "zod";
import { getConfig } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import type { Site } from "../content/site/site.ts";
import { toPageMarkdown } from "../navigation/markdown-head.ts";
import { ServiceError } from "../service-error.ts";
import { takeTurn } from "../turns.ts";

/** Instructions of a compiled pattern, which each character may cost. */
const MAX_PROGRAM = 1_000;
/** Characters of a line that are looked at, and of one that is shown. */
const MAX_LINE = 2_000;
const MAX_SHOWN = 400;
/** Time that one call may spend on comparing, and on everything. */
const COMPARE_MS = 300;
const TOTAL_MS = 10_000;

/** Input of the tool `find_text`. */
export const FindInput = z
  .object({
    text: z.string().min(1).max(500).optional().describe("The exact text to find, within a line."),
    pattern: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Instead of text: a regular expression in RE2 syntax, within a line. No lookaround and no backreferences."),
    ignoreCase: z.boolean().default(false).describe("true: upper and lower case are the same."),
    path: z.string().min(1).max(2_000).optional().describe("Only this page and those below it, such as /docs/api."),
    language: z.string().max(32).optional().describe("Only pages in this language."),
    version: z.string().max(32).optional().describe("Only pages of this version."),
    lines: z.int().min(0).max(3).default(1).describe("Lines to give before and after each match."),
    limit: z.int().min(1).max(50).default(20).describe("The most matches to give."),
  })
  .refine(({ text, pattern }) => (text === undefined) !== (pattern === undefined), {
    error: "needs one of text and pattern",
    path: ["text"],
  });
export type FindInput = z.infer<typeof FindInput>;

const Match = z.object({
  url: z.string(),
  path: z.string().describe("Path of the page, as read_page takes it."),
  title: z.string(),
  line: z.int().describe("Line of the page's Markdown, from 1."),
  text: z.string().describe("The line; a long one around the match."),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
type Match = z.infer<typeof Match>;

/** Output of the tool `find_text`. */
export const FindOutput = z.object({
  matches: z.array(Match),
  searched: z.int().describe("Pages that were searched."),
  pages: z.int().describe("Pages that there are to search."),
  complete: z.boolean().describe("false: there may be more matches. Name a path, or a rarer text."),
});
export type FindOutput = z.infer<typeof FindOutput>;

/**
 * Returns the lines that hold a text or match a pattern, in the order of the pages, at most `limit`. Looks at the first 2,000
 * characters of a line, and stops after 300 ms of comparing or 10 s of all. @throws ServiceError `invalid_request` for a pattern that
 * RE2 does not take, or that is too large.
 */
export async function findText(site: Site, input: FindInput, signal?: AbortSignal): Promise<FindOutput> {
  const find = createFinder(input);
  const pages = site.pages.filter((page) => !page.noindex && isAsked(page, input));
  const matches: Match[] = [];
  const endsAt = performance.now() + TOTAL_MS;
  let [searched, spent] = [0, 0];
  for (const page of pages) {
    if (matches.length > input.limit || spent > COMPARE_MS || performance.now() > endsAt || signal?.aborted) break;
    const lines = (await toPageMarkdown(site, page)).split("\n");
    await takeTurn();
    const startedAt = performance.now();
    for (const [index, line] of lines.entries()) {
      const at = find(line.slice(0, MAX_LINE));
      if (at >= 0) matches.push(toMatch(site, page, { lines, index, at, around: input.lines }));
      if (matches.length > input.limit || spent + performance.now() - startedAt > COMPARE_MS) break;
    }
    spent += performance.now() - startedAt;
    searched += 1;
  }
  const complete = searched === pages.length && matches.length <= input.limit && spent <= COMPARE_MS;
  return { matches: matches.slice(0, input.limit), searched, pages: pages.length, complete };
}

/** Returns a function from a line to the start of its first match, -1 for none. */
function createFinder({ text, pattern, ignoreCase }: FindInput): (line: string) => number {
  if (text !== undefined) {
    const wanted = ignoreCase ? text.toLowerCase() : text;
    return (line) => (ignoreCase ? line.toLowerCase() : line).indexOf(wanted);
  }
  const compiled = compile(pattern ?? "", ignoreCase);
  return (line) => {
    if (!compiled.test(line)) return -1;
    const matcher = compiled.matcher(line);
    return matcher.find() ? matcher.start() : -1;
  };
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "it cannot be read";
    throw refuse(`is no pattern of RE2: ${reason.slice(0, 200)}`);
  }
  if (compiled.programSize() > MAX_PROGRAM) throw refuse("is too large; repeat less, or nest repeats less deeply");
  return compiled;
}

function refuse(message: string): ServiceError {
  return new ServiceError("invalid_request", `pattern: ${message}`, { errors: [{ path: "pattern", message }] });
}

function isAsked({ path: own, language, version }: Page, asked: FindInput): boolean {
  const under = asked.path === undefined ? undefined : toPath(asked.path);
  if (under !== undefined && own !== under && !own.startsWith(under === "/" ? "/" : `${under}/`)) return false;
  if (asked.language !== undefined && language !== asked.language) return false;
  return asked.version === undefined || version === null || version === asked.version;
}

/** Returns the path of a path or URL, without base path, ending and last slash. */
function toPath(place: string): string {
  const { pathname } = URL.parse(place, "https://docs.invalid/") ?? { pathname: place };
  const { basePath } = getConfig();
  const own = basePath && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return own.replace(/\.md$/, "").replace(/(.)\/+$/, "$1");
}

interface Place {
  readonly lines: readonly string[];
  readonly index: number;
  readonly at: number;
  readonly around: number;
}

function toMatch({ project }: Site, { path, title }: Page, { lines, index, at, around }: Place): Match {
  return {
    url: `${project.siteUrl}${getConfig().basePath}${path}`,
    path,
    title,
    line: index + 1,
    text: shown(lines[index] ?? "", at),
    before: lines.slice(Math.max(0, index - around), index).map((line) => shown(line)),
    after: lines.slice(index + 1, index + 1 + around).map((line) => shown(line)),
  };
}

/** Cuts a long line, around a position of it. */
function shown(line: string, at = 0): string {
  if (line.length <= MAX_SHOWN) return line;
  const start = Math.max(0, Math.min(at - MAX_SHOWN / 4, line.length - MAX_SHOWN));
  const end = start + MAX_SHOWN;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`.toWellFormed();
}

/** Returns the matches as text, for clients that show no structured results. */
export function toFindText({ matches, complete, searched, pages }: FindOutput): string {
  const texts = matches.map(({ path, line, text, before, after }) => {
    const first = line - before.length;
    return [...before, text, ...after].map((each, index) => `${path}:${first + index}: ${each}`).join("\n");
  });
  const none = matches.length === 0 ? ["No line of the documentation matches."] : [];
  const more = complete ? [] : [`(Searched ${searched} of ${pages} pages. There may be more: name a path, or a rarer text.)`];
  return [...none, ...texts, ...more].join("\n\n");
}
