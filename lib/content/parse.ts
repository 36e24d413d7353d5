import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { resolveHeadings } from "./anchors.ts";
import { boundMarks, TooManyMarks } from "./bound-marks.ts";
import type { ContentProblem } from "./page.ts";
import { findRefusals } from "./refusals.ts";

const markdown = unified().use(remarkParse).use(remarkGfm).use(boundMarks).freeze();
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).use(boundMarks).freeze();
const MAX_DEPTH = 200;
const TOO_DEEP = `The page is nested more than ${MAX_DEPTH} levels deep; flatten its lists, quotes or components.`;
const EMPTY: Root = { type: "root", children: [] };

export interface SourceText {
  /** Path of the file, for problems; decides between Markdown (.md) and MDX. */
  readonly file: string;
  readonly source: string;
  /** How many lines of the file stand before `source`. */
  readonly sourceLine: number;
}

export interface ParsedSource {
  /** Headings carry their ids in `data.hProperties.id`. Empty when the source cannot be parsed. */
  readonly tree: Root;
  readonly problems: readonly ContentProblem[];
}

/**
 * Parses a page. `trusted: false` is for content that did not come with the deployment: it also refuses
 * every expression that is more than a literal value, since expressions run in the server, and every element and attribute
 * that is not on the list of safe ones.
 */
export function parseSource({ file, source, sourceLine }: SourceText, { trusted }: { trusted: boolean }): ParsedSource {
  try {
    const tree = parseBounded(isMarkdown(file) ? markdown : mdx, atItsLine({ source, sourceLine }));
    if (!tree) return { tree: EMPTY, problems: [{ file, line: undefined, column: undefined, reason: TOO_DEEP }] };
    resolveHeadings(tree);
    return { tree, problems: findRefusals(tree, { trusted }).map((refusal) => ({ file, ...refusal })) };
  } catch (cause) {
    return { tree: EMPTY, problems: [toProblem(cause, file)] };
  }
}

/**
 * What can be read of a page that has a problem: its text as Markdown, without tags, comments, imports and what is
 * meant for agents. It keeps a broken page readable and searchable where there is no earlier good one.
 */
export function parseTolerant(source: string): Root {
  const tree = parseMarkdown(readableText(source));
  resolveHeadings(tree);
  return tree;
}

/** The tree of a text; undefined when it is nested more deeply than a page can be, as only a hostile or broken one is. */
function parseBounded(processor: { parse: (text: string) => Root }, text: string): Root | undefined {
  try {
    const tree = processor.parse(text);
    return isDeeperThan(tree, MAX_DEPTH) ? undefined : tree;
  } catch (cause) {
    // The parser's own recursion ends in a RangeError.
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

function isDeeperThan(tree: Root, limit: number): boolean {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node): Nodes[] => ("children" in node ? node.children : []));
  }
  return false;
}

/** Parses Markdown that is no page, such as the descriptions in an API description. Headings get no ids. What is hostile comes out empty. */
export function parseMarkdown(source: string): Root {
  try {
    return parseBounded(markdown, source) ?? EMPTY;
  } catch (cause) {
    if (cause instanceof TooManyMarks) return EMPTY;
    throw cause;
  }
}

/** The Markdown that `parseTolerant` reads. */
export function readableText(source: string): string {
  const withoutComments = dropSpans(source, /\{\s*\/\*/g, () => "*/", /\s*\}/y);
  return dropSpans(withoutComments, /<(Visibility|Prompt|script|style)\b/gi, ([, name]) => `</${name}>`)
    .replace(/<(?:script|style|textarea)\b[^<>]*\/>/gi, "")
    .replace(/^(?:import|export)\s.*$/gm, "");
}

/** A text without what is between each opening and the closing that follows it. Looks for a closing that is missing once. */
function dropSpans(source: string, opening: RegExp, closingOf: (opening: RegExpExecArray) => string, tail = /(?:)/y): string {
  const text = source.toLowerCase();
  const missing = new Set<string>();
  let kept = "";
  let at = 0;
  for (const match of source.matchAll(opening)) {
    const closing = closingOf(match).toLowerCase();
    if (match.index < at || missing.has(closing)) continue;
    const end = text.indexOf(closing, match.index);
    if (end === -1) missing.add(closing);
    if (end === -1) continue;
    kept += source.slice(at, match.index);
    tail.lastIndex = end + closing.length;
    at = tail.test(source) ? tail.lastIndex : end + closing.length;
  }
  return kept + source.slice(at);
}

/** True for a file that is plain Markdown, where braces and tags mean nothing. */
export function isMarkdown(file: string): boolean {
  return file.endsWith(".md");
}

/** The source with empty lines in place of the front matter, so that every position is one of the file. */
export function atItsLine({ source, sourceLine }: Omit<SourceText, "file">): string {
  return "\n".repeat(sourceLine) + source;
}

/** What a parser or compiler threw, as a problem of the file. @throws what it was given when it is no message about a source. */
export function toProblem(cause: unknown, file: string): ContentProblem {
  const message = cause as { reason?: unknown; line?: number; column?: number; place?: Place };
  if (!(cause instanceof Error) || typeof message.reason !== "string") throw cause;
  const place = message.place && "start" in message.place ? message.place.start : message.place;
  // Some messages, such as those on a tag that is never closed, have their place in the words alone.
  const [, line, column] = /\((\d+):(\d+)/.exec(message.reason) ?? [];
  return {
    file,
    line: place?.line ?? message.line ?? (line === undefined ? undefined : Number(line)),
    column: place?.column ?? message.column ?? (column === undefined ? undefined : Number(column)),
    reason: withAdvice(message.reason),
  };
}

type Point = { line: number; column: number };
type Place = Point | { start: Point };

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/Could not parse (expression|import\/exports) with acorn/, 'Write a literal brace as "\\{", or put it in `code`.'],
  [/before name, expected a character that can start a name/, 'Write a literal less-than sign as "\\<" or "&lt;".'],
  [/to create a comment in MDX/, "Write comments as {/* text */}."],
  [/Expected a closing tag|Expected the closing tag/, "Close the tag, and put opening and closing tag on lines of their own."],
];

function withAdvice(reason: string): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1];
  return advice && !reason.includes(advice) ? `${reason.replace(/[.\s]*$/, ".")} ${advice}` : reason;
}

/** Calls back for every node of a tree, parents before children; `false` leaves out what is below a node. */
export function walk(node: Nodes, visit: (node: Nodes) => undefined | false): void {
  if (visit(node) === false || !("children" in node)) return;
  for (const child of node.children) walk(child, visit);
}
