import type { Element, Nodes, Root } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { LRUCache } from "lru-cache";
import type { Root as MarkdownRoot, RootContent } from "mdast";
import type { ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { readBlocks } from "../../../lib/content/elements/directives.ts";
import { attributeText, isElement } from "../../../lib/content/tree/jsx.ts";
import { directionOf } from "../../../lib/i18n/languages.ts";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import type { DocumentHeading } from "../../../lib/openapi/document/operation-document.ts";
import { calloutsIn } from "../../mdx/callouts.tsx";
import { type LinkContext, linksIn } from "../../mdx/links.tsx";

interface DescriptionProps {
  readonly text: string;
  readonly context: LinkContext;
  readonly messages: DocsMessages;
  /** Of an introduction: its headings, which are those of the page. All are small without it. */
  readonly headings?: readonly DocumentHeading[] | undefined;
}

/** Renders the Markdown and callouts of a description, without HTML and never as MDX, since it may come from anywhere. */
export function Description({ text, context, messages, headings }: DescriptionProps) {
  if (!text) return null;
  const { a } = linksIn(context);
  const callouts = Object.entries(calloutsIn(messages)).map(([name, component]) => [name.toLowerCase(), component]);
  const components = {
    ...Object.fromEntries(callouts),
    a: ({ href, children }: { href?: string; children?: ReactNode }) => a({ href, children }),
    // No picture of another host, but its words.
    img: ({ alt }: { alt?: string }) => alt || null,
    ...(headings ? INTRODUCTION_HEADINGS : SMALL_HEADINGS),
  } as const;
  // Most descriptions are English, also on a page that reads from right to left.
  const isFromRight = directionOf(context.pageKey.language) === "rtl";
  const tree = headings || isFromRight ? structuredClone(treeOf(text)) : treeOf(text);
  if (headings) setIds(tree, headings);
  if (isFromRight) setDirections(tree);
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true });
}

/** Renders a description as one line: its words and its code. */
export function DescriptionLine({ text }: { readonly text: string }) {
  return text ? lineOf(treeOf(text)) : null;
}

function lineOf(node: Nodes): ReactNode {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
  const children = node.children.map((child, index) => <Fragment key={index}>{lineOf(child)}</Fragment>);
  return node.type === "element" && node.tagName === "code" ? <code>{children}</code> : children;
}

const SMALL_HEADINGS = { h1: "h4", h2: "h4", h3: "h4" } as const;
/** One level lower where the page is their title. */
const INTRODUCTION_HEADINGS = { h1: "h2" } as const;

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkCallouts).use(remarkRehype).freeze();

/** Operations share the descriptions of their fields, and parsing them takes most of the time. */
const trees = new LRUCache<string, Root>({ maxSize: 1_000_000, sizeCalculation: (_, text) => text.length });

/** Returns the elements of a description, without HTML. */
function treeOf(text: string): Root {
  const known = trees.get(text);
  if (known) return known;
  const tree = processor.runSync(processor.parse(text)) as Root;
  trees.set(text, tree);
  return tree;
}

/** Gives headings their ids, in their order. */
function setIds(tree: Root, headings: readonly DocumentHeading[]): void {
  const ids = headings.map(({ id }) => id);
  for (const node of tree.children)
    if (node.type === "element" && /^h[1-6]$/.test(node.tagName)) node.properties.id = ids.shift();
}

const BLOCKS: ReadonlySet<string> = new Set(["p", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote"]);

/** Gives blocks the direction of their first letter. */
function setDirections(parent: Root | Element): void {
  for (const node of parent.children) {
    if (node.type !== "element") continue;
    if (BLOCKS.has(node.tagName)) node.properties.dir = "auto";
    setDirections(node);
  }
}

/** Quotes that begin with `[!NOTE]` as elements of that name. */
function remarkCallouts() {
  return (tree: MarkdownRoot): MarkdownRoot => withNames(readBlocks(tree));
}

function withNames<Node extends MarkdownRoot | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).map(withNames);
  if (!isElement(node)) return { ...node, children };
  const title = attributeText(node, "title");
  const hProperties = title ? { title } : {};
  return { type: "blockquote", data: { hName: node.name?.toLowerCase(), hProperties }, children } as unknown as Node;
}
