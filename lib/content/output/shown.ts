/*
 * Rendering: the tree of a page becomes elements of HTML, and those become React.
 * Start at `toShown`. `plain-elements.ts` and `highlight.ts` make its elements and colours, `render-tree.ts` the React of them.
 */

import type { Element, ElementContent, Root as HastRoot } from "hast";
import type { Nodes, Root, RootContent } from "mdast";
import remarkRehype, { defaultHandlers, type Options } from "remark-rehype";
import { unified } from "unified";
import { splitLongNames } from "../../long-names.ts";
import { dropBlankLines, mendParagraphs } from "../elements/paragraphs.ts";
import { toPlainTree } from "../markdown/plain.ts";
import { listUpdateTags } from "../markdown/updates.ts";
import { findLoadable } from "../model/address.ts";
import type { Page } from "../model/page.ts";
import { anchorOf } from "../tree/anchors.ts";
import { splitAtDashes } from "../tree/dashes.ts";
import { isDiagram, normaliseFences } from "../tree/fences.ts";
import { attributeText, createJsx, isElement, listElements, walk } from "../tree/jsx.ts";
import { listLinks, resolveLinks } from "../tree/links.ts";
import { originOf } from "../tree/plain-nodes.ts";
import { dropRepeatedTitle, toText } from "../tree/text.ts";
import { removeContentForAgents } from "../tree/visibility.ts";
import { ownPlugins } from "./own-plugins.ts";
import { toPlainElements } from "./plain-elements.ts";

export interface TableOfContentsEntry {
  readonly title: string;
  /** `#` and the id of the heading. */
  readonly url: string;
  readonly depth: number;
}

/** A page as plain elements, its code in colours. */
export interface ShownElements {
  readonly body: HastRoot;
  /** Content beside the operation that the page shows; it is not in the body. */
  readonly side: ({ readonly body: HastRoot } & OperationSide["replaces"]) | null;
  /** Headings of levels 2 to 4 that are in the HTML from the start, in reading order. */
  readonly toc: readonly TableOfContentsEntry[];
  /** Tags of its updates, by which they can be filtered. */
  readonly tags: readonly string[];
  /** True when it has panels or examples beside its text, as part of the body. */
  readonly hasSide: boolean;
  /** True when it has pictures. */
  readonly hasPictures: boolean;
}

/** All of a page that its elements depend on besides its tree. */
export type ShownPage = Pick<Page, "path" | "slug" | "file" | "language" | "links" | "title" | "operation">;

/** Makes a page's tree the elements that it shows. */
export async function toShown(tree: Root, page: ShownPage, imageHosts?: readonly string[]): Promise<ShownElements> {
  const prepared = prepareTree(tree, page, imageHosts);
  const beside = page.operation && takeOperationSide(tree);
  const hasSide = gatherSideColumn(tree);
  const side = beside ? { ...beside.replaces, body: await toElements(beside.tree) } : null;
  return { body: await toElements(tree), side, ...prepared, hasSide };
}

async function toElements(tree: Root): Promise<HastRoot> {
  const isChanged = ownPlugins.remark.length > 0;
  if (isChanged) dropBlankLines(tree);
  const changed = isChanged ? await withPlugins.run(tree) : tree;
  // Loaded for the first page that is shown: most threads list and search pages alone.
  const { highlightCode } = await import("./highlight.ts");
  return highlightCode(toPlainElements(await toHtmlTree.run(changed as Root)));
}

/** A name of a table that is longer than this many letters may break, since with the text beside it it does not fit a phone. */
const MAX_WHOLE_NAME = 24;

const WORD_BREAK: Element = { type: "element", tagName: "wbr", properties: {}, children: [] };

const inlineCode: NonNullable<Options["handlers"]>["inlineCode"] = (state, node, parent) => {
  const code = defaultHandlers.inlineCode(state, node);
  if (parent?.type !== "tableCell") return { ...code, children: keepDashes(String(node.value)) };
  const parts = splitLongNames(String(node.value), MAX_WHOLE_NAME);
  const breakable = parts.flatMap((value): ElementContent[] => [{ type: "text", value }, WORD_BREAK]).slice(0, -1);
  return { ...code, children: breakable };
};

function keepDashes(code: string): ElementContent[] {
  return splitAtDashes(code).flatMap((value, index): ElementContent[] => {
    const text = { type: "text", value } as const;
    if (index % 2 === 0) return value ? [text] : [];
    return [{ type: "element", tagName: "span", properties: { className: ["whitespace-nowrap"] }, children: [text] }];
  });
}

/** From this many letters on, the text of a cell is prose, which needs a column of some width to be read. */
const MIN_PROSE = 28;

/** Marks the cells of tables that hold prose. */
function markProse(tree: Root): void {
  walk(tree, (node) => {
    if (node.type !== "tableCell") return;
    const text = toText(node);
    if (text.length >= MIN_PROSE && /[\s\u2e80-\uffff]/.test(text)) node.data = { ...node.data, hProperties: { dataProse: "" } };
  });
}

/** Keeps the white space at both ends of lines, which preformatted text needs and a browser joins elsewhere. */
const text: NonNullable<Options["handlers"]>["text"] = (_, { value }) => ({ type: "text", value });

/** Makes a prepared tree one of HTML, with components in it. */
export const toHtmlTree = unified()
  .use(remarkRehype, { passThrough: ["mdxJsxFlowElement", "mdxJsxTextElement"], handlers: { inlineCode, text } })
  .freeze();

const withPlugins = unified().use(ownPlugins.remark).freeze();

/** Makes a tree ready to show, links and fences, and lists its headings, as passages know them, and the tags of its updates. */
function prepareTree(
  tree: Root,
  page: ShownPage,
  imageHosts: readonly string[] | undefined,
): Pick<ShownElements, "toc" | "tags" | "hasPictures"> {
  removeContentForAgents(tree);
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const toc = tableOfContents(tree);
  flattenLinks(tree, (address) => findLoadable(address, imageHosts) !== undefined);
  drawElsewhere(tree);
  markProse(tree);
  mendParagraphs(tree);
  normaliseFences(tree);
  return { toc, tags: listUpdateTags(tree), hasPictures: listLinks(tree).some(({ kind }) => kind === "image") };
}

/** Formulas and diagrams become the components that draw them. */
function drawElsewhere(tree: Root): void {
  walk(tree, (node) => {
    if ("children" in node) node.children = (node.children as RootContent[]).map(toDrawing) as typeof node.children;
  });
}

function toDrawing(node: RootContent): RootContent {
  if (node.type === "inlineMath") return createJsx("Latex", [], { source: node.value }, "mdxJsxTextElement");
  if (node.type === "code" && node.lang?.toLowerCase() === "math")
    return createJsx("Latex", [], { source: node.value, display: "true" });
  const formula = blockFormula(node);
  if (formula !== undefined) return createJsx("Latex", [], { source: formula, display: "true" });
  return isDiagram(node) ? createJsx("Mermaid", [], { source: node.value }) : node;
}

/** Returns a formula between lines of `$$`, or alone in its paragraph. */
function blockFormula(node: RootContent): string | undefined {
  if (node.type === "math") return node.value;
  const [only, ...more] = node.type === "paragraph" ? node.children : [];
  return only?.type === "inlineMath" && more.length === 0 ? only.value : undefined;
}

function tableOfContents(tree: Root): TableOfContentsEntry[] {
  return toPlainTree(tree).children.flatMap((node) => {
    if (node.type !== "heading" || node.depth < 2 || node.depth > 4 || originOf(node) === "title") return [];
    return [{ title: toText(node), url: `#${anchorOf(node)}`, depth: node.depth }];
  });
}

const LINK_COMPONENTS: ReadonlySet<string> = new Set(["a", "Card", "Tile"]);

/**
 * Keeps the outer one of nested links, with the words of all: browsers do not allow one link inside another. A picture that may not
 * be shown would be drawn as a link, so inside a link its words replace it.
 */
function flattenLinks(tree: Root, isShown: (address: string) => boolean): void {
  walk(tree, (node) => {
    if (!isLink(node) || !("children" in node)) return undefined;
    node.children = withoutLinks(node.children as RootContent[], node, isShown) as typeof node.children;
    return false;
  });
}

function withoutLinks(children: readonly RootContent[], outer: Nodes, isShown: (address: string) => boolean): RootContent[] {
  return children.flatMap((child): RootContent[] => {
    const address = addressOf(child);
    if (address !== undefined && !isShown(address)) return pictureWords(child, address, outer);
    if (!("children" in child)) return [child];
    const inner = withoutLinks(child.children as RootContent[], outer, isShown);
    const isPlain = child.type === "link" || (isElement(child) && child.name === "a");
    return isPlain ? inner : [{ ...child, children: inner } as RootContent];
  });
}

function isLink(node: Nodes): boolean {
  if (node.type === "link") return true;
  return (
    isElement(node) &&
    LINK_COMPONENTS.has(node.name ?? "") &&
    (attributeText(node, "href") ?? attributeText(node, "url")) !== undefined
  );
}

/** Returns the address of a picture of another site. */
function addressOf(node: RootContent): string | undefined {
  const isPicture = isElement(node) && (node.name === "img" || node.name === "Image");
  const address = node.type === "image" ? node.url : isPicture ? attributeText(node, "src") : undefined;
  return address !== undefined && /^https:\/\//.test(address) ? address : undefined;
}

/** Returns the text of a picture, none when it decorates other words. */
function pictureWords(picture: RootContent, address: string, outer: Nodes): RootContent[] {
  const alt = (picture.type === "image" ? picture.alt : isElement(picture) ? attributeText(picture, "alt") : undefined)?.trim();
  const title = isElement(outer) ? attributeText(outer, "title") : undefined;
  if (alt) return [{ type: "text", value: alt }];
  const hasWords = title !== undefined || toText(outer).trim() !== "";
  return hasWords || !URL.canParse(address) ? [] : [{ type: "text", value: new URL(address).host }];
}

/** Components that are beside the text in wide windows. */
const BESIDE: ReadonlySet<string> = new Set(["Panel", "RequestExample", "ResponseExample"]);

/**
 * Gathers the panels and examples of a page at the place of the first, in a box that is beside the text on wide screens.
 * False for a page that has none at its top level.
 */
function gatherSideColumn(tree: Root): boolean {
  const beside = tree.children.filter(isBeside);
  const [first] = beside;
  if (!first) return false;
  const inner = createJsx("div", beside, { className: "side-inner" });
  tree.children = tree.children.flatMap((node) => {
    if (node === first) return [createJsx("div", [inner], { className: "side-column" })];
    return isBeside(node) ? [] : [node];
  });
  return true;
}

/** The author's content beside the operation of a page. */
interface OperationSide {
  readonly tree: Root;
  /** True for examples of requests, and of responses, which replace the generated ones. */
  readonly replaces: { readonly hasRequest: boolean; readonly hasResponse: boolean };
}

/** Takes the panels and examples at the top level out of a page that shows an operation. Undefined when there are none. */
function takeOperationSide(tree: Root): OperationSide | undefined {
  const beside = tree.children.filter(isBeside);
  if (beside.length === 0) return undefined;
  tree.children = tree.children.filter((node) => !isBeside(node));
  const side: Root = { type: "root", children: beside };
  const replaces = {
    hasRequest: listElements(side, "RequestExample").length > 0,
    hasResponse: listElements(side, "ResponseExample").length > 0,
  };
  return { tree: side, replaces };
}

function isBeside(node: RootContent): boolean {
  return isElement(node) && BESIDE.has(node.name ?? "");
}
