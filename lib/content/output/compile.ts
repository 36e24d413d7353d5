import type { Root as HastRoot, Nodes } from "hast";
import { LRUCache } from "lru-cache";
import type { Root } from "mdast";
import type { ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import { getConfig } from "../../config/config.ts";
import { errorIn, type Finding, isError } from "../../finding.ts";
import { toEndpointText } from "../markdown/endpoint-text.ts";
import { toPlainTree } from "../markdown/plain.ts";
import { type FeedOptions, writeFeed } from "../markdown/updates.ts";
import type { Page } from "../model/page.ts";
import { type ReadPage, readableText, readPage, toPageText } from "../parse/parse.ts";
import { parseMarkdown } from "../parse/syntax.ts";
import { walk } from "../tree/jsx.ts";
import { resolveLinks } from "../tree/links.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { dropRepeatedTitle } from "../tree/text.ts";
import { addressAgents } from "../tree/visibility.ts";
import { type PageComponents, renderTree } from "./render-tree.ts";
import { type ShownElements, toShown } from "./shown.ts";

const CACHED_PAGES = 500;
/** Elements and texts of all cached pages, some 300 bytes each: a usual page has a thousand, a hostile one may have 70,000. */
const MAX_CACHED_NODES = 1_000_000;

export type { PageComponents } from "./render-tree.ts";
export type { TableOfContentsEntry } from "./shown.ts";

/** A component that `components` lacks shows its children. */
type Body = (props: { readonly components?: PageComponents }) => ReactNode;

/** A page made ready to render. */
interface CompiledPage extends Omit<ShownElements, "body" | "side"> {
  /** The page's body, without its title. */
  readonly body: Body;
  /** Content beside the operation that the page shows; it is not in the body. */
  readonly side: (Omit<NonNullable<ShownElements["side"]>, "body"> & { readonly body: Body }) | undefined;
  /** True when the body shows nothing. */
  readonly isEmpty: boolean;
  /** The fault that the page's author has to fix. */
  readonly error: Finding | undefined;
}

const compiled = new LRUCache<string, Promise<CompiledPage>>({ max: CACHED_PAGES, maxSize: MAX_CACHED_NODES });

/**
 * Makes a page's Markdown or MDX into React. A page comes with its error; with one that leaves nothing to read, as its words.
 * Cached for the 500 pages asked for last, or as many as fit.
 */
export function compilePage(page: Page): Promise<CompiledPage> {
  const known = compiled.get(page.hash);
  if (known) return known;
  const forget = () => compiled.delete(page.hash);
  // The size of an entry changes with its value alone, so it is put there again.
  const weigh = (size: number) => compiled.delete(page.hash) && compiled.set(page.hash, result, { size });
  const result = compileOrExplain(page, weigh);
  compiled.set(page.hash, result, { size: 1 });
  result.catch(forget);
  return result;
}

/** Tells how many elements and texts are kept with the page. */
type Weigh = (size: number) => void;

async function compileOrExplain(page: Page, weigh: Weigh): Promise<CompiledPage> {
  try {
    const read = await readPage(toPageText(page));
    const error = page.error ?? read.digest.findings.find(isError);
    if (error && read.digest.isEmpty) return showWords(page, error);
    return { ...(await draw(page, read, weigh)), error };
  } catch (cause) {
    return showWords(page, errorIn(page.file ?? page.path, String(cause)));
  }
}

/** Returns a page that is not even Markdown, such as a text nested thousands of levels deep: its words as they are. */
function showWords({ source }: Page, error: Finding): CompiledPage {
  const children = readableText(source);
  const nothing = { toc: [], tags: [], hasPictures: false, hasSide: false, isEmpty: false };
  return { body: () => runtime.jsx("pre", { children }), side: undefined, ...nothing, error };
}

async function draw(page: Page, { tree }: ReadPage, weigh: Weigh): Promise<Omit<CompiledPage, "error">> {
  const { body, side, ...shown } = await toShown(tree, page, getConfig().images.allow);
  weigh(countNodes(body) + (side ? countNodes(side.body) : 0));
  const toBody = (root: HastRoot): Body => {
    return ({ components = {} }) => renderTree(root, components);
  };
  const isEmpty = body.children.every((node) => node.type === "text" && node.value.trim() === "");
  return { ...shown, isEmpty, body: toBody(body), side: side ? { ...side, body: toBody(side.body) } : undefined };
}

function countNodes(node: Nodes): number {
  return "children" in node ? node.children.reduce((sum, child) => sum + countNodes(child), 1) : 1;
}

const CACHED_TEXTS = 2_000;

const remembered = new LRUCache<string, string>({ max: CACHED_TEXTS });

interface MarkdownOptions {
  /** Public address of the site with its base path: put before links that start with `/`. */
  readonly base?: string;
}

/**
 * Returns a page as plain Markdown: its title, its description and its text, every component as the Markdown that says the
 * same.
 */
export async function toMarkdown(page: Page, { base = "" }: MarkdownOptions = {}): Promise<string> {
  const key = `${page.hash} ${base}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { tree } = await readPage(toPageText(page));
  const markdown = await writePage(tree, page, base);
  remembered.set(key, markdown);
  return markdown;
}

/** Returns the updates of a page as RSS 2.0, the first 100; undefined for a page without updates. */
export async function toFeed(page: Page, options: FeedOptions): Promise<string | undefined> {
  const { tree } = await readPage(toPageText(page));
  return writeFeed(tree, page, options);
}

/** All of a page that its Markdown form shows besides its tree. */
export type WrittenPage = Pick<
  Page,
  "path" | "slug" | "file" | "language" | "links" | "title" | "description" | "operation" | "object" | "endpoint"
>;

/**
 * Returns a page as plain Markdown: its title, its description and its text, every component as the Markdown that says the
 * same.
 */
export function writePage(tree: Root, page: WrittenPage, base: string): string {
  const description = page.description ? `${escapeText(page.description)}\n\n` : "";
  const markdown = `# ${escapeText(page.title)}\n\n${description}${writeBody(tree, page, base)}`.trim();
  return `${markdown}\n`;
}

function writeBody(tree: Root, page: WrittenPage, base: string): string {
  addressAgents(tree);
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const plain = toPlainTree(tree);
  if (page.endpoint) plain.children.unshift(...toEndpointText(page.endpoint));
  // The operation or the object of a description that the page shows below its text.
  const described = (page.operation ?? page.object)?.markdown;
  if (described) plain.children.push(...parseMarkdown(described).children);
  if (base) makeAbsolute(plain, base);
  return writeMarkdown(plain);
}

function makeAbsolute(tree: Root, base: string): void {
  walk(tree, (node) => {
    if ((node.type === "link" || node.type === "image" || node.type === "definition") && /^\/(?!\/)/.test(node.url))
      node.url = base + node.url;
  });
}

function escapeText(value: string): string {
  return writeMarkdown({ type: "paragraph", children: [{ type: "text", value }] }).trim();
}
