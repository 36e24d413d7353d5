import type { Root } from "mdast";
import { errorIn, type Finding, toWarnings, warningIn } from "../../finding.ts";
import { COMPONENTS } from "../components/components.ts";
import { expandPage } from "../elements/expand.ts";
import type { Modules } from "../model/content-file.ts";
import { hashTree, type Page } from "../model/page.ts";
import { getOwn } from "../model/records.ts";
import { keepHeadings, resolveHeadings } from "../tree/anchors.ts";
import { listElements } from "../tree/jsx.ts";
import { listLinks } from "../tree/links.ts";
import { openingTitle, toText } from "../tree/text.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { takeInSamples } from "./samples.ts";
import { toFinding } from "./source-finding.ts";
import { isDeeperThan, parseMarkdown, parseText, TOO_DEEP } from "./syntax.ts";

const EMPTY: Root = { type: "root", children: [] };
/** A title that comes later in its page is not looked for. */
const MAX_OPENING_CHARS = 1_000;

/** The text of a page, with all that decides what it shows. */
export interface PageSource {
  /** Path of the file, for findings; decides between Markdown (.md) and MDX. */
  readonly file: string;
  readonly source: string;
  /** Number of lines of the file before `source`. */
  readonly sourceLine: number;
  /** The files that the page takes content from, by their path below the content folder. */
  readonly modules?: Modules | undefined;
  /** The front matter that expressions of the page may read. */
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined;
}

export interface ParsedSource {
  /** Without imports and expressions. Headings carry their ids in `data.hProperties.id`. For a source that cannot be parsed, the result of `parseTolerant`. */
  readonly tree: Root;
  /** Errors, and parts of the page that do not show as they are meant. */
  readonly findings: readonly Finding[];
}

/** The time that code of pages sees as now: the start of the build, else of the process, to the day. */
const DAY_MS = 86_400_000;
const PAGE_DATE = Math.floor(performance.timeOrigin / DAY_MS) * DAY_MS;

/** Parses a page, runs its code and replaces the code by its output. */
export async function parseSource(text: PageSource): Promise<ParsedSource> {
  const { file, modules = {}, frontMatter } = text;
  try {
    const { tree, findings } = parseText(file, atItsLine(text));
    if (tree) keepHeadings(tree);
    const expanded = tree && (await expandPage({ tree, file, modules, frontMatter, now: PAGE_DATE, parse: parseModule }));
    if (!expanded || isDeeperThan(expanded.tree)) return unreadable(text, errorIn(file, TOO_DEEP));
    resolveHeadings(expanded.tree);
    const ofSamples = takeInSamples(expanded.tree, { file, modules });
    return { tree: expanded.tree, findings: [...findings, ...expanded.findings, ...ofSamples] };
  } catch (cause) {
    // Nested more deeply than the stack allows: an error of this page, not of the process.
    if (cause instanceof RangeError) return unreadable(text, errorIn(file, TOO_DEEP));
    return unreadable(text, toFinding(cause, file));
  }
}

/** Returns the title that a page opens with and nothing else, for lists of pages. */
export function outlineOf(source: string): Root {
  const [, title] = /^(?:\s|&nbsp;|import .*\n)*# (.+)/.exec(source.slice(0, MAX_OPENING_CHARS)) ?? [];
  return title === undefined ? EMPTY : parseMarkdown(`# ${title}`);
}

function unreadable({ source }: PageSource, finding: Finding): ParsedSource {
  return { tree: parseTolerant(source), findings: [finding] };
}

/** Parses a file that a page takes in; its front matter is left out. An error costs that file alone. */
function parseModule(file: string, text: string): { tree: Root; findings: readonly Finding[] } {
  try {
    const { tree, findings } = parseText(file, atItsLine(splitFrontMatter(file, text)));
    if (tree) keepHeadings(tree);
    return { tree: tree ?? EMPTY, findings: toWarnings(findings, "syntax") };
  } catch (cause) {
    return { tree: parseTolerant(text), findings: toWarnings([toFinding(cause, file)], "syntax") };
  }
}

/**
 * Reads what it can of a page with an error: its text as Markdown, without tags, comments, imports and what is meant for
 * agents. It keeps a broken page readable and searchable when there is no earlier good one.
 */
function parseTolerant(source: string): Root {
  const tree = parseMarkdown(readableText(source));
  resolveHeadings(tree);
  return tree;
}

/** Returns the Markdown that `parseTolerant` reads. */
export function readableText(source: string): string {
  const withoutComments = dropSpans(source, /\{\s*\/\*/g, () => "*/", /\s*\}/y);
  return dropSpans(withoutComments, /<(Visibility|Prompt|script|style)\b/gi, ([, name]) => `</${name}>`)
    .replace(/<(?:script|style|textarea)\b[^<>]*\/>/gi, "")
    .replace(/^(?:import|export)\s.*$/gm, "");
}

/**
 * Returns a text without what is between each opening and the closing that follows it. Looks for a closing that is missing
 * once.
 */
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

/** Returns the source with empty lines in place of the front matter, so that every position is one of the file. */
function atItsLine({ source, sourceLine }: Pick<PageSource, "source" | "sourceLine">): string {
  return "\n".repeat(sourceLine) + source;
}

/** A page that has been read. Consumers may change its tree: one reading serves one purpose. */
export interface ReadPage {
  readonly tree: Root;
  readonly digest: Digest;
}

/** Reads a page: its tree, with what its code shows, and what is known of it. */
export async function readPage(text: PageSource): Promise<ReadPage> {
  const { tree, findings } = await parseSource(text);
  return { tree, digest: digestOf(tree, { file: text.file, findings }) };
}

/** Returns the text of a page that is in a site. */
export function toPageText({ file, source, sourceLine, modules, frontMatter }: Page): PageSource {
  // The text of an API description is Markdown, and never MDX.
  return { file: file ?? "page.md", source, sourceLine, modules, frontMatter };
}

/** The data of a parsed page. */
export interface Digest {
  readonly findings: readonly Finding[];
  /** Nothing of it can be shown. */
  readonly isEmpty: boolean;
  /** The text of the heading that it opens with. */
  readonly title: string | null;
  /** Its links and pictures, as they are written. */
  readonly urls: readonly string[];
  /** True when it describes parameters and fields itself. */
  readonly hasFields: boolean;
  /** Texts that code of the fork gives for its elements, in their order. */
  readonly forkTexts: readonly string[];
  /** Identifies its tree. */
  readonly treeHash: string;
}

/** Collects the data of a parsed page. */
export function digestOf(tree: Root, { file, findings }: { file: string; findings: readonly Finding[] }): Digest {
  const first = openingTitle(tree);
  const fork = readForkTexts(file, tree);
  return {
    findings: [...findings, ...fork.findings],
    isEmpty: tree.children.length === 0,
    title: first ? toText(first) : null,
    urls: [...new Set(listLinks(tree).map(({ url }) => url))],
    hasFields: listElements(tree, "ParamField", "ResponseField").length > 0,
    forkTexts: fork.texts,
    treeHash: hashTree(tree),
  };
}

interface ForkTexts {
  readonly texts: string[];
  readonly findings: Finding[];
}

/** Returns the texts that code of the fork gives for the page's elements, in their order, and what is wrong with them. */
function readForkTexts(file: string, tree: Root): ForkTexts {
  const texts: string[] = [];
  const findings: Finding[] = [];
  for (const element of listElements(tree)) {
    const { write, listNoNumbers } = getOwn(COMPONENTS, element.name ?? "") ?? {};
    const written = write?.(element);
    const { line, column } = element.position?.start ?? {};
    const warn = (message: string) => findings.push(warningIn(file, message, { line, column, kind: "attribute" }));
    for (const { name, value } of listNoNumbers?.(element) ?? [])
      warn(`${name} of <${element.name}> is "${value}", which is not a number; the component gets no ${name}.`);
    if (written && "fault" in written) findings.push(errorIn(file, written.fault, { line, column }));
    else if (written) {
      texts.push(written.text);
      for (const name of written.emptied)
        warn(
          `<${element.name}> gives no ${name}, which its Markdown needs: write it there, or let markdown in site/index.ts do without.`,
        );
    }
  }
  return { texts, findings };
}
