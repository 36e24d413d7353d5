import { LRUCache } from "lru-cache";
import type { Nodes, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { headingBlock } from "../../content/markdown/blocks.ts";
import { type Block, lastHeading, type Passage } from "../../content/model/passage.ts";
import { mathSyntax } from "../../content/parse/math.ts";
import { writeMarkdown } from "../../content/tree/markdown-writer.ts";
import { listSections } from "../../search/rank/section.ts";
import { nodeText, visible } from "./sentences.ts";

/** A part of a page as Markdown. */
export interface Quote {
  readonly markdown: string;
  /** The addresses that it links to. */
  readonly links: readonly string[];
}

/** Returns the URL of a page's link; undefined for one that makes no sense elsewhere. */
type ToUrl = (link: string) => string | undefined;

const reader = unified().use(remarkParse).use(remarkGfm).use(mathSyntax);

/** Pieces that follow each other on a page. */
export interface Quotable {
  readonly pieces: readonly QuotePiece[];
  /** True where the list, the table or the steps that they end in go on. */
  readonly isCut: boolean;
}

/** Writes pieces as a quote, each section after its heading; none where they say nothing. */
export function toQuote({ pieces, isCut }: Quotable, toUrl: ToUrl): Quote | undefined {
  if (pieces.every(({ kind }) => kind === "label")) return undefined;
  const { markdown, links } = rewrite(toMarkdown(pieces), toUrl);
  const [before, after] = [pieces[0]?.isFirstOfSection ? "" : "…\n\n", isCut ? "\n\n…" : ""];
  return { markdown: `${before}${markdown}${after}`, links: links.flatMap(({ url }) => (url ? [url] : [])) };
}

/** Markdown as it was rewritten, with each link that it had and the URL that it got. */
interface Rewritten {
  readonly markdown: string;
  readonly links: readonly { readonly link: string; readonly url: string | undefined }[];
}

/** Characters of the texts that are cached: the sections that answer most are quoted again and again, and to read one takes a millisecond. */
const MAX_REWRITTEN = 1_000_000;
const rewritten = new LRUCache<string, Rewritten>({
  maxSize: MAX_REWRITTEN,
  sizeCalculation: ({ markdown }, text) => text.length + markdown.length + 1,
});

/** Rewrites Markdown without trailing announcements and with resolved links. */
function rewrite(text: string, toUrl: ToUrl): Rewritten {
  const cached = rewritten.get(text);
  if (cached?.links.every(({ link, url }) => toUrl(link) === url)) return cached;
  const links: Rewritten["links"][number][] = [];
  const resolve = (link: string) => {
    const url = toUrl(link);
    links.push({ link, url });
    return url;
  };
  const children = withoutLeads(reader.parse(text).children).flatMap((node) => withLinks(node, resolve)) as RootContent[];
  const result = { markdown: writeMarkdown({ type: "root", children }).trimEnd(), links };
  rewritten.set(text, result);
  return result;
}

function toMarkdown(pieces: readonly QuotePiece[]): string {
  return [...Map.groupBy(pieces, ({ block }) => block).values()]
    .flatMap((parts, index) => {
      const [first] = parts as [QuotePiece, ...QuotePiece[]];
      const lines = [...(first.head ? [first.head] : []), ...parts.map(({ markdown }) => markdown)].join("\n");
      const startsSection = index > 0 && first.isFirstOfSection;
      const heading = startsSection ? headingBlock(lastHeading(first.heading), "") : [];
      return [...heading.map(({ markdown }) => markdown), first.kind === "code" ? closeFence(lines) : lines];
    })
    .join("\n\n");
}

/** Closes the fence of code that was cut. */
function closeFence(markdown: string): string {
  const [fence = ""] = /^[`~]+/.exec(markdown) ?? [];
  return markdown.endsWith(`\n${fence}`) ? markdown : `${markdown}\n…\n${fence}`;
}

/** Removes a trailing paragraph that announces something no longer there. */
export function withoutLeads(nodes: readonly RootContent[]): RootContent[] {
  const last = nodes.at(-1);
  if (nodes.length < 2 || !last || last.type !== "paragraph") return [...nodes];
  const isLabel = last.children.length === 1 && last.children[0]?.type === "strong";
  return isLabel || /[:：]$/.test(nodeText(last)) ? withoutLeads(nodes.slice(0, -1)) : [...nodes];
}

/**
 * Resolves each link as on its page, with its words on one line, as the filter of an answer's links reads them; a
 * broken link keeps only its words.
 */
export function withLinks(node: Nodes, toUrl: ToUrl, isInLink = false): Nodes[] {
  if (isInLink && node.type === "text") return [{ ...node, value: node.value.replaceAll("\n", " ") }];
  if (!("children" in node)) return [node];
  const children = node.children.flatMap((child) => withLinks(child, toUrl, isInLink || node.type === "link"));
  if (node.type !== "link") return [{ ...node, children } as Nodes];
  const url = toUrl(node.url);
  return url ? [{ ...node, url, title: null, children } as Nodes] : children;
}

/** The least that a quote takes of a page: a paragraph, an item, a row, or some lines of code. */
export interface QuotePiece {
  readonly kind: Block["kind"];
  /** As Markdown; joined with what follows it of its block it is that block's Markdown. */
  readonly markdown: string;
  /** Approximately its visible text. */
  readonly text: string;
  /** Markdown that it needs in front where the beginning of its block is not quoted: the head of a table, the fence of code. */
  readonly head: string;
  /** The block that it is a part of, the passage that has that, and the section that both are in. */
  readonly block: Block;
  readonly passage: Passage;
  readonly heading: string;
  readonly anchor: string;
  readonly isFirstOfSection: boolean;
}

/** A page can have thousands. */
const MAX_PIECES = 2_000;
/** Code is cut after a line where it has more characters than this. */
const CODE_PIECE = 300;
/** A longer one is cut: no author writes such a paragraph, and each question would read and send all of it. */
const MAX_PIECE_LENGTH = 4_000;
const MAX_HEAD_LENGTH = 1_000;
const IMPORTS = /^(?:import [^\n]{1,300} from ["'][^"'\n]{1,300}["'];?(?:\n|$))+$/;

/** Returns true for a text that holds more of the question than another one. */
type IsCloser = (text: string, than: string) => boolean;

/** Cuts a page's passages, in order, into at most MAX_PIECES pieces. */
export function piecesOf(page: readonly Passage[], isCloser: IsCloser): QuotePiece[] {
  const pieces: QuotePiece[] = [];
  for (const passage of page)
    for (const { anchor, heading, from, to } of listSections(passage)) {
      const last = pieces.at(-1);
      let isFirst = last?.anchor !== anchor || last.heading !== heading;
      for (const block of oneOfEach(passage.blocks.slice(from, to).filter(isQuotable), isCloser)) {
        if (pieces.length >= MAX_PIECES) return pieces;
        const parts = split(block);
        const [head] = block.kind === "table" ? parts.splice(0, 1).filter(({ length }) => length <= MAX_HEAD_LENGTH) : [];
        for (const [index, markdown] of parts.map(cut).entries())
          pieces.push({
            kind: block.kind,
            block,
            passage,
            heading,
            anchor,
            head: block.kind === "code" && index > 0 ? `${block.markdown.split("\n", 1)[0]}\n…` : (head ?? ""),
            markdown,
            text: visible(markdown),
            isFirstOfSection: isFirst && index === 0,
          });
        isFirst = false;
      }
    }
  return pieces;
}

/** Returns false for diagrams, and for imports of MDX that came with a page of another tool. */
function isQuotable({ kind, language, text, markdown }: Block): boolean {
  return markdown !== "" && language !== "mermaid" && !(kind === "paragraph" && IMPORTS.test(text));
}

/** Chooses the variant of code, such as a command for each package manager, that fits the question best, or the first. */
function oneOfEach(blocks: readonly Block[], isCloser: IsCloser): Block[] {
  const kept: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const variant = blocks.slice(at, at + 2);
    at += isVariant(variant) ? 2 : 1;
    const before = kept.slice(-2);
    const replaces = isVariant(variant) && isVariant(before);
    if (!isVariant(variant)) kept.push(variant[0] as Block);
    else if (!replaces) kept.push(...variant);
    else if (isCloser(blocksText(variant), blocksText(before))) kept.splice(-2, 2, ...variant);
  }
  return kept;
}

/** Returns true for code under a title that is not the name of a file. */
function isVariant([label, code]: readonly Block[]): boolean {
  return label?.kind === "label" && label.anchor === undefined && !/[./]/.test(label.text) && code?.kind === "code";
}

function blocksText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("\n");
}

function cut(markdown: string): string {
  return markdown.length > MAX_PIECE_LENGTH ? `${markdown.slice(0, MAX_PIECE_LENGTH).toWellFormed()}…` : markdown;
}

/** Splits the Markdown of a block: a list by items, a table into head and rows, code every few lines; all else stays whole. */
function split({ kind, markdown }: Block): string[] {
  if (kind === "list") return markdown.split(/\n(?=(?:-|\d{1,9}[.)]) )/);
  const lines = markdown.split("\n");
  if (kind === "table") return [lines.slice(0, 2).join("\n"), ...lines.slice(2)];
  if (kind !== "code" || markdown.length <= CODE_PIECE) return [markdown];
  const parts: string[] = [];
  let open = "";
  for (const line of lines) {
    open += open ? `\n${line}` : line;
    if (open.length < CODE_PIECE) continue;
    parts.push(open);
    open = "";
  }
  return open ? [...parts, open] : parts;
}
