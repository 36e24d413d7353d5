import type { Link, Nodes, Root, RootContent } from "mdast";
import { directiveFromMarkdown } from "mdast-util-directive";
import { directive } from "micromark-extension-directive";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkCjkStrikethrough from "remark-cjk-friendly-gfm-strikethrough";
import remarkGfm from "remark-gfm";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { type Processor, unified } from "unified";
import { type Finding, warningIn } from "../../finding.ts";
import { KNOWN_COMPONENTS } from "../components/components.ts";
import { toText } from "../tree/text.ts";
import { isWord, readHtml } from "./html.ts";
import { lenientTags } from "./lenient-tags.ts";
import { mathSyntax, mayHoldMath } from "./math.ts";
import { toFinding } from "./source-finding.ts";

/** Reads `:::name` blocks. What begins with one or two colons is text, as in `localhost:3000`. */
function directives(this: Processor): void {
  const data = this.data();
  const [container] = [directive().flow?.[":".charCodeAt(0)]].flat();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { flow: container ? { [":".charCodeAt(0)]: container } : {} }];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), directiveFromMarkdown()];
}

/** Signs of Chinese and Japanese that end a sentence or a part of it, and no address has. */
const CJK_STOP = /[，。；：！？、（）【】「」『』《》〈〉“”]/u;

/** A part of every bare address. */
const ADDRESS = /@|https?:\/\/|www\./i;

/**
 * Looks for bare addresses in blocks that may have one, since remark-gfm walks four times over all nodes, and ends them at punctuation
 * of Chinese and Japanese, after which the sentence continues without a space. Those of mail are found in finished texts alone, as
 * GitHub does it: the parser would try to read each word as one.
 */
function bareAddresses(this: Processor): void {
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = this.data();
  for (const { text = {} } of micromarkExtensions)
    for (const [sign, constructs = []] of Object.entries(text))
      text[sign] = [constructs].flat().filter(({ name }) => name !== "emailAutolink");
  for (const extension of fromMarkdownExtensions.flat())
    extension.transforms = extension.transforms?.map((find) => (tree) => {
      for (const block of tree.children.filter(mayHoldAddress)) {
        find(block as never);
        endAddresses(block);
      }
    });
}

function mayHoldAddress(node: Nodes): boolean {
  return node.type === "text" ? ADDRESS.test(node.value) : "children" in node && node.children.some(mayHoldAddress);
}

function endAddresses<Node extends Nodes>(node: Node): Node {
  if (!("children" in node)) return node;
  node.children = (node.children as RootContent[]).flatMap((child): RootContent[] => {
    const [only] = child.type === "link" ? child.children : [];
    const at = only?.type === "text" ? only.value.search(CJK_STOP) : -1;
    if (child.type !== "link" || only?.type !== "text" || at < 1 || !isBare(child, only.value)) return [endAddresses(child)];
    const rest = only.value.slice(at);
    const url = child.url.slice(0, -rest.length);
    return [
      { ...child, url, children: [{ ...only, value: only.value.slice(0, at) }] },
      { type: "text", value: rest },
    ];
  }) as typeof node.children;
  return node;
}

/** Returns true for a link that is written as its address alone. */
function isBare({ url, position }: Link, text: string): boolean {
  const length = (position?.end.offset ?? 0) - (position?.start.offset ?? 0);
  return url.endsWith(text) && (position === undefined || length === text.length);
}

// Emphasis begins and ends beside Chinese, Japanese and Korean punctuation too, where CommonMark wants a space.
const plain = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(bareAddresses)
  .use(remarkCjkFriendly)
  .use(remarkCjkStrikethrough)
  .freeze();
const markdown = plain().use(directives).freeze();
const markdownMath = plain().use(directives).use(mathSyntax).freeze();
const mdx = plain().use(directives).use(remarkMdx).use(lenientTags).freeze();
const mdxMath = plain().use(directives).use(mathSyntax).use(remarkMdx).use(lenientTags).freeze();

/** The deepest of 4,800 pages of eleven sites has 17 levels; what is repeated in each level grows by the square of them. */
const MAX_TREE_DEPTH = 64;
export const TOO_DEEP = `The page is nested more than ${MAX_TREE_DEPTH} levels deep; flatten its lists, quotes or components.`;
const MAX_REPAIRS = 50;
/** Characters that may be parsed again for repairs. */
const MAX_REPARSED = 1_000_000;

/** A text as a tree, and the parts of it that are not MDX and were read as text. */
interface ParsedText {
  /** Undefined when the text is nested more deeply than a page can be, as only a hostile or broken one is. */
  readonly tree: Root | undefined;
  /** Errors, such as a tag that is never closed, which the tree is without; and warnings about what was read as text. */
  readonly findings: readonly Finding[];
}

/** Returns true for a file that is plain Markdown, where braces mean nothing and tags are HTML. */
export function isMarkdown(file: string): boolean {
  return file.endsWith(".md");
}

/**
 * Parses the text of a page. A brace or a tag that is not MDX is taken as text, with a warning at its place.
 * @throws the parser's message when that is of no help.
 */
export function parseText(file: string, text: string): ParsedText {
  const prepared = toSyntaxInput(text, isMarkdown(file));
  if (isMarkdown(file)) {
    const tree = parseBounded(mayHoldMath(prepared) ? markdownMath : markdown, prepared, readHtml);
    return { tree, findings: listImports(file, tree) };
  }
  const mostRounds = Math.floor(MAX_REPARSED / (prepared.length + 1));
  const parser = mayHoldMath(prepared) ? mdxMath : mdx;
  const findings: Finding[] = [];
  let source = prepared;
  for (let round = 0; ; round += 1) {
    try {
      return { tree: parseBounded(parser, source), findings };
    } catch (cause) {
      const isTooMuch = round >= mostRounds || findings.length >= MAX_REPAIRS;
      const repaired = isTooMuch ? undefined : repairSource(source, cause);
      if (!repaired) throw cause;
      const finding = toFinding(cause, file);
      if (repaired.isFault) findings.push(finding);
      else if (repaired.isText)
        findings.push(
          warningIn(file, `${finding.message} It is shown as text.`, {
            line: finding.line,
            column: finding.column,
            kind: "syntax",
          }),
        );
      source = repaired.text;
    }
  }
}

const IMPORT = /^import\s[\w$\s{},*]{1,500}\sfrom\s+["'][^"'\n]+["'];?(?:\s|$)/;

/** Reports imports in plain Markdown, which are shown as text there: the file was meant as MDX. */
function listImports(file: string, tree: Root | undefined): Finding[] {
  const [found] = (tree?.children ?? []).filter((node) => node.type === "paragraph" && IMPORT.test(toText(node)));
  if (!found) return [];
  const { line, column } = found.position?.start ?? {};
  const message = "A file of .md is plain Markdown, so that its imports are shown as text; name it .mdx.";
  return [warningIn(file, message, { line, column, kind: "syntax" })];
}

/**
 * Parses Markdown that is not a page, such as the descriptions in an API description, where it is. Headings get no ids. A text that no
 * author writes and that would hold the parser for seconds is its words, and one that is nested too deeply comes out empty.
 */
export function parseMarkdown(source: string): Root {
  if (isCostly(source)) return { type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: source }] }] };
  return parseBounded(plain, source) ?? { type: "root", children: [] };
}

/** The parser's time grows by the square of marks and lines of a paragraph, and of lines that begin with a mark. */
const MAX_MARKS = 1_000;
const NESTED_IN_LINE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+|>[ \t]*){20}/m;

function isCostly(text: string): boolean {
  const count = (part: string, pattern: RegExp) => part.match(pattern)?.length ?? 0;
  if (count(text, /^[ \t]*(?:[>=+*-]|\d{1,9}[.)])/gm) > MAX_MARKS || NESTED_IN_LINE.test(text)) return true;
  return text.split(/\n[ \t]*\n/).some((block) => count(block, /[*_~[\]!\n]/g) > MAX_MARKS);
}

function parseBounded(
  processor: { parse: (text: string) => Root },
  text: string,
  change = (tree: Root) => tree,
): Root | undefined {
  try {
    const parsed = processor.parse(text);
    const tree = isDeeperThan(parsed) ? parsed : change(parsed);
    return isDeeperThan(tree) ? undefined : tree;
  } catch (cause) {
    // The parser's own recursion ends in a RangeError.
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Returns true for a tree of more levels than `limit`. */
export function isDeeperThan(tree: Root, limit = MAX_TREE_DEPTH): boolean {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node): Nodes[] => ("children" in node ? node.children : []));
  }
  return false;
}

/** Rewrites the syntax of other systems for the parser: ids of headings, titles of blocks, comments of HTML. */
function toSyntaxInput(text: string, isPlain: boolean): string {
  const withIds = /^[ \t>]*#{1,6}[ \t].*[{![]/m.test(text) ? mapProse(text, prepareHeading) : text;
  const withoutComments = isPlain || !withIds.includes("<!--") ? withIds : blankComments(withIds);
  return /^[ \t>]*:{3,}/m.test(withoutComments) ? mapProse(withoutComments, prepareDirective) : withoutComments;
}

/** Ids as Docusaurus, Pandoc, kramdown and Cloudflare write them: `{#id}`, `\{#id}`, `{: #id .class }`, `{/* #id *\/}`, `<!-- #id -->`. */
const HEADING_ID =
  /(?:\\?\{:?[ \t]*#([^\s{}]+?)(?:[ \t]+[.#\w="'-]+)*[ \t]*\\?\}|\{\/\*[ \t]*#([^\s{}*]+)[ \t]*\*\/\}|<!--[ \t]*#([^\s<>]+?)[ \t]*-->|(?<!\\)\[#([^\s[\]]+)\])$/;

/** Returns a heading with its id as `## Title [#id]`, whose underscores are not marks of emphasis. */
function prepareHeading(line: string): string {
  if (!/^[ \t>]*#{1,6}[ \t]/.test(line) || !/[{![][^#]{0,4}#/.test(line)) return line;
  const found = HEADING_ID.exec(line.trimEnd());
  if (!found) return line;
  const id = found.slice(1).find((each) => each !== undefined);
  return `${line.slice(0, found.index).trimEnd()} [#${id?.replace(/(?<!\\)[_*~]/g, "\\$&")}]`;
}

/** Rewrites `:::note Title` and `::: note` as `:::note[Title]` and `:::note`. */
function prepareDirective(line: string): string {
  const [whole, marks, name] = /^([ \t>]*:{3,})[ \t]*([A-Za-z][\w-]*)(?![\w-])/.exec(line) ?? [];
  if (whole === undefined) return line;
  const rest = line.slice(whole.length).trim();
  const title = isBalanced(rest) ? rest : rest.replace(/[[\]]/g, "\\$&");
  return `${marks}${name}${rest === "" || /^[[{]/.test(rest) ? rest : `[${title}]`}`;
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(/[[\]]/g)) {
    open += mark === "[" ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** Takes comments out of a text and leaves its lines. */
function blankComments(text: string): string {
  let isOpen = false;
  return mapProse(text, (line) => {
    let kept = "";
    for (let at = 0; at < line.length; ) {
      const mark = isOpen ? "-->" : "<!--";
      const next = line.indexOf(mark, at);
      if (!isOpen) kept += line.slice(at, next === -1 ? undefined : next);
      if (next === -1) break;
      isOpen = !isOpen;
      at = next + mark.length;
    }
    return kept;
  });
}

const FENCE = /^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;
const MAX_PROSE_CHARS = 5_000;

/**
 * Returns a text whose lines outside of fences are changed; code within a line comes as it is. Lines stay as many as they are,
 * and one of more than 5,000 characters is left alone.
 */
function mapProse(text: string, change: (prose: string) => string, keep = (code: string) => code): string {
  let fence = "";
  const lines = text.split("\n").map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
      return keep(line);
    }
    if (mark && !line.slice(line.indexOf(mark) + mark.length).includes("`")) fence = mark;
    if (fence) return keep(line);
    return line.length > MAX_PROSE_CHARS ? line : changeOutsideCode(line, change, keep);
  });
  return lines.join("\n");
}

/** Returns a text with as many lines, without its fences and the code in its lines. */
export function withoutCode(text: string): string {
  return mapProse(
    text,
    (prose) => prose,
    () => "",
  );
}

function changeOutsideCode(line: string, change: (prose: string) => string, keep: (code: string) => string): string {
  if (!line.includes("`")) return change(line);
  const kept: string[] = [];
  const marked = line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, (code) => `\u0000${kept.push(keep(code)) - 1}\u0000`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a page holds it, since Markdown replaces it
  return change(marked).replace(/\u0000(\d+)\u0000/g, (whole, index) => kept[Number(index)] ?? whole);
}

/** A parser's error about a text: the rule that is broken, and its place. */
interface ParserFault {
  readonly reason?: unknown;
  readonly source?: unknown;
  readonly ruleId?: unknown;
  readonly place?: { readonly offset?: number; readonly start?: { readonly offset?: number } } | undefined;
}

interface Repaired {
  /** In as many lines as before. */
  readonly text: string;
  /** A part is shown as text that was meant as MDX, or may have been. */
  readonly isText?: boolean;
  /** A tag was taken out whose other half is missing. */
  readonly isFault?: boolean;
}

/**
 * Returns the text with the part that is not MDX as text: a brace or a less-than sign with a backslash, a tag without its other
 * half taken out. Undefined for any other fault.
 */
export function repairSource(text: string, cause: unknown): Repaired | undefined {
  const fault = cause as ParserFault;
  const offset = fault.place?.start?.offset ?? fault.place?.offset ?? text.length;
  switch (fault.source) {
    case "micromark-extension-mdx-expression":
      return repairExpression(text, fault, offset);
    case "micromark-extension-mdxjs-esm":
      return shownAs(escapeKeyword(text, offset), { isText: true });
    case "micromark-extension-mdx-jsx":
      return escapeTag(text, lastUnescaped(text, "<", offset));
    case "mdast-util-mdx-jsx":
      return repairTag(text, String(fault.reason), offset);
    default:
      return undefined;
  }
}

function shownAs(text: string | undefined, how: Omit<Repaired, "text">): Repaired | undefined {
  return text === undefined ? undefined : { text, ...how };
}

function repairExpression(text: string, { ruleId }: ParserFault, offset: number): Repaired | undefined {
  if (ruleId === "unexpected-empty-expression") return shownAs(blank(text, text.lastIndexOf("{", offset), "}"), {});
  const brace = ruleId === "unexpected-eof" ? lastOpenBrace(text) : lastUnescaped(text, "{", offset);
  return shownAs(escapeAt(text, brace), { isText: true });
}

function lastUnescaped(text: string, mark: string, from: number): number {
  let at = text.lastIndexOf(mark, from);
  while (at > 0 && text[at - 1] === "\\") at = text.lastIndexOf(mark, at - 1);
  return at;
}

/**
 * Returns the last brace that nothing closes. Code may hold some that only seem to be open; those are escaped for nothing, one
 * after the other.
 */
function lastOpenBrace(text: string): number {
  const open: number[] = [];
  for (const { 0: mark, index } of text.matchAll(/\\[{}]|[{}]/g)) {
    if (mark === "{") open.push(index);
    else if (mark === "}") open.pop();
  }
  return open.at(-1) ?? lastUnescaped(text, "{", text.length);
}

function escapeAt(text: string, at: number): string | undefined {
  return at < 0 ? undefined : `${text.slice(0, at)}\\${text.slice(at)}`;
}

const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/y;

/** Takes the angle brackets off an address, which is a link without them too, and escapes any other less-than sign. */
function escapeTag(text: string, at: number): Repaired | undefined {
  AUTOLINK.lastIndex = Math.max(at, 0);
  const address = AUTOLINK.exec(text)?.[1];
  const link = address?.startsWith("mailto:") ? `[${address}](${address})` : address;
  if (address) return { text: text.slice(0, at) + link + text.slice(at + address.length + 2) };
  // A sign between words or before a number means "less than", and nothing is lost.
  return shownAs(escapeAt(text, at), { isText: /[\w/]/.test(text[at + 1] ?? "") && !/\d/.test(text[at + 1] ?? "") });
}

/** Escapes the first letter of a line of prose that begins with "import" or "export". */
function escapeKeyword(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset + 1);
  const start = Math.max(...["import", "export"].map((word) => before.lastIndexOf(`\n${word}`) + 1));
  const at = /^(?:import|export)/.test(text.slice(start)) ? start : /^(?:import|export)/.test(text) ? 0 : -1;
  const first = text[at];
  return first ? `${text.slice(0, at)}&#${first.charCodeAt(0)};${text.slice(at + 1)}` : undefined;
}

/** Closes a tag that holds nothing, and takes one out whose other half is missing. */
function repairTag(text: string, reason: string, offset: number): Repaired | undefined {
  const outdented = /^Expected the closing tag .* after the end of `listItem`/.test(reason) ? outdent(text, offset) : undefined;
  if (outdented !== undefined) return { text: outdented };
  const [, line, column] = /^Expected a closing tag for .* \((\d+):(\d+)/.exec(reason) ?? [];
  const at = line ? offsetOf(text, Number(line), Number(column)) : text.lastIndexOf("<", offset);
  const end = text.indexOf(">", at);
  if (at < 0 || end < 0) return undefined;
  const name = /^<([A-Za-z][\w.$-]*|(?=>))/.exec(text.slice(at, at + 100))?.[1];
  // A name that is no element is prose, as in `<T extends U>` and `the <title> tag`.
  if (line && name !== undefined && !KNOWN_COMPONENTS.has(name) && isWord(name))
    return shownAs(escapeAt(text, at), { isText: true });
  const opened = line ? openLine(text, at, String(name)) : undefined;
  return opened === undefined ? shownAs(blank(text, at, ">"), { isFault: true }) : { text: opened };
}

/** Takes the indent off a closing tag that is alone on its line: below a list, it makes the tag a part of the last item. */
function outdent(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const [, indent, tag] = /^([ \t]+)(<\/[^<>\n]*>)[ \t]*(?:\n|$)/.exec(text.slice(start, start + 400)) ?? [];
  if (indent === undefined || tag === undefined) return undefined;
  return `${text.slice(0, start)}${tag}${indent}${text.slice(start + indent.length + tag.length)}`;
}

/**
 * Returns the text with the words beside the tags of a line as code, where the line opens an element that is closed further below:
 * `<details><summary>More</summary>`, as GitHub has it, is a line of tags to MDX then. Undefined for any other line.
 */
function openLine(text: string, at: number, name: string): string | undefined {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(at, end);
  const isOpening = end > 0 && text.slice(start, at).trim() === "" && text.indexOf(`</${name}`, end) > 0;
  if (!isOpening || /[{}`*_[\]]/.test(line) || !/[^<>\s][^<>]*</.test(line)) return undefined;
  const parts = line
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith("<") || part.trim() === "" ? part : `{${JSON.stringify(part)}}`));
  return text.slice(0, at) + parts.join("") + text.slice(end);
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** Replaces a part of the text by spaces, and keeps its line ends. */
function blank(text: string, from: number, closing: string): string | undefined {
  const end = text.indexOf(closing, from);
  if (from < 0 || end < 0) return undefined;
  return text.slice(0, from) + text.slice(from, end + 1).replace(/[^\n]/g, " ") + text.slice(end + 1);
}
