import type { Element, Root as HastRoot } from "hast";
import type { Root, RootContent } from "mdast";
import { isValidElement, type ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { readBlocks } from "../../../lib/content/elements/directives.ts";
import { attributeText, isElement } from "../../../lib/content/tree/jsx.ts";
import { directionOf } from "../../../lib/i18n/languages.ts";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import { calloutsIn } from "../../mdx/callouts.tsx";
import { type LinkContext, linksIn } from "../../mdx/links.tsx";

/** Returns the id of a heading, which is listed under its words. */
export type HeadingOf = (words: string, depth: number, wanted?: string) => string;

interface DescriptionProps {
  readonly text: string;
  readonly context: LinkContext;
  readonly messages: DocsMessages;
  /** Keeps headings as they are, one level lower where the page is their title; all are small without it. */
  readonly heading?: HeadingOf | undefined;
}

/** Renders the Markdown and callouts of a description, without HTML and never as MDX, since it may come from anywhere. */
export function Description({ text, context, messages, heading }: DescriptionProps) {
  if (!text) return null;
  const { a } = linksIn(context);
  const callouts = Object.entries(calloutsIn(messages)).map(([name, component]) => [name.toLowerCase(), component]);
  const components = {
    ...Object.fromEntries(callouts),
    a: ({ href, children }: { href?: string; children?: ReactNode }) => a({ href, children }),
    // No picture of another host, but its words.
    img: ({ alt }: { alt?: string }) => alt || null,
    ...headingsIn(heading),
  } as const;
  // Most descriptions are English, also on a page that reads from right to left.
  const isFromRight = directionOf(context.pageKey.language) === "rtl";
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={[remarkGfm, remarkCallouts]}
      rehypePlugins={isFromRight ? [rehypeOwnDirection] : []}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
}

function headingsIn(heading: HeadingOf | undefined) {
  if (!heading) return { h1: "h4", h2: "h4", h3: "h4" } as const;
  const at = (Name: "h2" | "h3" | "h4", depth: number) =>
    function Heading({ children }: { children?: ReactNode }) {
      return <Name id={heading(wordsOf(children), depth)}>{children}</Name>;
    };
  return { h1: at("h2", 2), h2: at("h2", 2), h3: at("h3", 3), h4: at("h4", 4) };
}

function wordsOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : "";
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
