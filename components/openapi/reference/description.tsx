import type { Element, Root as HastRoot } from "hast";
import type { Root, RootContent } from "mdast";
import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
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
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={[remarkGfm, remarkCallouts, [remarkHeadingIds, headings ?? []]]}
      rehypePlugins={isFromRight ? [rehypeOwnDirection] : []}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
}

const SMALL_HEADINGS = { h1: "h4", h2: "h4", h3: "h4" } as const;
/** One level lower where the page is their title. */
const INTRODUCTION_HEADINGS = { h1: "h2" } as const;

/** Gives headings their ids, in their order. */
function remarkHeadingIds(headings: readonly DocumentHeading[]) {
  return (tree: Root): void => {
    const ids = headings.map(({ id }) => id);
    for (const node of tree.children)
      if (node.type === "heading") node.data = { ...node.data, hProperties: { id: ids.shift() } } as typeof node.data;
  };
}

const BLOCKS: ReadonlySet<string> = new Set(["p", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote"]);

/** Gives blocks the direction of their first letter. */
function rehypeOwnDirection() {
  return function turn(parent: HastRoot | Element): void {
    for (const node of parent.children) {
      if (node.type !== "element") continue;
      if (BLOCKS.has(node.tagName)) node.properties.dir = "auto";
      turn(node);
    }
  };
}

/** Quotes that begin with `[!NOTE]` as elements of that name. */
function remarkCallouts() {
  return (tree: Root): Root => withNames(readBlocks(tree));
}

function withNames<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).map(withNames);
  if (!isElement(node)) return { ...node, children };
  const title = attributeText(node, "title");
  const hProperties = title ? { title } : {};
  return { type: "blockquote", data: { hName: node.name?.toLowerCase(), hProperties }, children } as unknown as Node;
}
