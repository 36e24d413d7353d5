import type { Nodes, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { writeMarkdown } from "../../content/markdown-writer.ts";
import type { Block } from "../../content/passage.ts";
import type { PageSection } from "./page-section.ts";

/** A section, or the part of it that fits the question, as Markdown. */
export interface Quote {
  readonly markdown: string;
  /** The addresses that it links to. */
  readonly links: readonly string[];
}

/** What a quote is made for. */
export interface QuoteOptions {
  /** About how many characters it may have. What has to stay together may make it longer. */
  readonly room: number;
  /** How much of the question a text holds, 0 to 1. */
  readonly share: (text: string) => number;
  /** Where a link of the page leads; undefined for one that makes no sense elsewhere. */
  readonly toUrl: (link: string) => string | undefined;
}

const reader = unified().use(remarkParse).use(remarkGfm);
/** Of code in several variants one is shown, so that more is read than shown. */
const MOST_VARIANTS = 4;
/** Variants of one piece of code that are compared with the question. */
const MOST_COMPARED = 20;
/** Between the beginning of a section and a later part of it. */
const GAP: Root = { type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: "…" }] }] };

/** Quotes the section that a search found: from its beginning, or its beginning and the part that fits the question. */
export function toQuote(section: PageSection, { room, share, toUrl }: QuoteOptions): Quote | undefined {
  const blocks = oneOfEach(section.own.filter(isQuotable), share);
  const next = oneOfEach(upTo(room, section.after).filter(isQuotable), share);
  if ([...blocks, ...next].every(({ kind }) => kind === "label")) return undefined;
  const links: string[] = [];
  const parts = [...partsOf(blocks, room, share), ...next.map(({ markdown }) => markdown)];
  const nodes = parts.flatMap((part) => (part === "gap" ? GAP : reader.parse(part)).children);
  const resolve = (url: string) => {
    const resolved = toUrl(url);
    if (resolved) links.push(resolved);
    return resolved;
  };
  const children = cut(nodes, room).flatMap((node) => withLinks(node, resolve)) as RootContent[];
  return { markdown: writeMarkdown({ type: "root", children }).trimEnd(), links };
}

/** As many blocks as may be needed: a page can have thousands. */
function upTo(room: number, blocks: Iterable<Block>): Block[] {
  const taken: Block[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length > room * MOST_VARIANTS) break;
    taken.push(block);
    length += block.text.length;
  }
  return taken;
}

/** Of code in several variants, such as a command for each package manager, the one that fits the question, or the first. */
function oneOfEach(blocks: readonly Block[], share: QuoteOptions["share"]): Block[] {
  const kept: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const variants = variantsAt(blocks, at);
    const shares = variants.map(([label, code]) => share(`${label.text}\n${code.text}`));
    const best = variants[shares.indexOf(Math.max(...shares))];
    kept.push(...(best ?? [blocks[at] as Block]));
    at += variants.length * 2 || 1;
  }
  return kept;
}

/** Titled code, each right after the other, up to a bound: a page may be made of nothing else. */
function variantsAt(blocks: readonly Block[], at: number): [label: Block, code: Block][] {
  const variants: [label: Block, code: Block][] = [];
  for (let next = at; variants.length < MOST_COMPARED; next += 2) {
    const [label, code] = [blocks[next], blocks[next + 1]];
    const isTitle = label?.kind === "label" && label.anchor === undefined && !/[./]/.test(label.text);
    if (!isTitle || code?.kind !== "code") break;
    variants.push([label, code]);
  }
  return variants;
}

function isQuotable({ language }: Block): boolean {
  return language !== "mermaid";
}

/** The Markdown of what is quoted: all blocks where there is room or the best is among the first, else the first and the best. */
function partsOf(blocks: readonly Block[], room: number, share: QuoteOptions["share"]): (string | "gap")[] {
  const start = startOf(blocks, bestOf(blocks, share));
  const before = blocks.slice(0, start).reduce((sum, { markdown }) => sum + markdown.length, 0);
  const markdown = (from: number) =>
    upTo(room, blocks.slice(from))
      .map((block) => block.markdown)
      .join("\n\n");
  if (before <= room / 2) return [markdown(0)];
  const [first] = blocks;
  const leads = first?.kind === "paragraph" && first.markdown.length <= room / 2;
  return [...(leads ? [first.markdown] : []), "gap", markdown(start)];
}

function bestOf(blocks: readonly Block[], share: QuoteOptions["share"]): number {
  const shares = blocks.map(({ kind, text }) => (kind === "label" ? 0 : share(text)));
  return shares.indexOf(Math.max(...shares));
}

/** Where the thought begins that a block ends: code, steps and lists need what leads to them. */
function startOf(blocks: readonly Block[], index: number): number {
  const [before, block] = [blocks[index - 1], blocks[index]];
  if (!before || !block) return index;
  const isLed = before.kind === "label" || /[:：]$/.test(before.text) || block.kind !== "paragraph";
  return isLed ? startOf(blocks, index - 1) : index;
}

/** As many whole nodes as there is room for; of the one that is too long, as many items, rows or lines. */
export function cut(nodes: readonly RootContent[], room: number): RootContent[] {
  const kept: RootContent[] = [];
  let left = room;
  for (const node of nodes) {
    const length = lengthOf(node);
    if (length > left) {
      const part = shorten(node, left);
      // The first one, and the part that a gap leads to, are what the quote is for.
      const isNeeded = kept.slice(-1).every(isGap);
      return withoutLeads([...kept, ...(part ? [part] : isNeeded ? [node] : [])]);
    }
    kept.push(node);
    left -= length;
  }
  return withoutLeads(kept);
}

function isGap(node: RootContent): boolean {
  return node.type === "paragraph" && textOf(node) === "…";
}

function lengthOf(node: Nodes): number {
  if ("value" in node) return node.value.length;
  return "children" in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0;
}

function shorten(node: RootContent, room: number): RootContent | undefined {
  if (node.type === "code") {
    const lines = node.value.split("\n");
    const fitting = lines.filter((_, index) => lines.slice(0, index + 1).join("\n").length <= room);
    return fitting.length > 0 ? { ...node, value: [...fitting, "…"].join("\n") } : undefined;
  }
  if (node.type !== "list" && node.type !== "table") return undefined;
  const least = node.type === "table" ? 2 : 1;
  let length = 0;
  const fitting = node.children.filter((child) => {
    length += lengthOf(child);
    return length <= room;
  });
  if (fitting.length >= least) return { ...node, children: fitting } as RootContent;
  return room > 0 ? ({ ...node, children: node.children.slice(0, least) } as RootContent) : undefined;
}

/** Without what announces something that is no longer there. */
function withoutLeads(nodes: readonly RootContent[]): RootContent[] {
  const last = nodes.at(-1);
  if (nodes.length < 2 || !last || last.type !== "paragraph") return [...nodes];
  const isLabel = last.children.length === 1 && last.children[0]?.type === "strong";
  return isLabel || /[:：]$/.test(textOf(last)) ? withoutLeads(nodes.slice(0, -1)) : [...nodes];
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** With each link leading where it does on its page; what leads nowhere keeps its words alone. */
export function withLinks(node: Nodes, toUrl: QuoteOptions["toUrl"]): Nodes[] {
  if (!("children" in node)) return [node];
  const children = node.children.flatMap((child) => withLinks(child, toUrl));
  if (node.type !== "link") return [{ ...node, children } as Nodes];
  const url = toUrl(node.url);
  return url ? [{ ...node, url, title: null, children } as Nodes] : children;
}
