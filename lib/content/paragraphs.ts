import type { Nodes, RootContent } from "mdast";
import { KNOWN_COMPONENTS } from "./components.ts";
import { type Element, isElement } from "./expressions.ts";
import { walk } from "./parse.ts";

/** Elements before which a browser ends a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  "article aside blockquote details div dl figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul".split(
    " ",
  ),
);
/** Markdown that becomes such an element. */
const MARKDOWN_BLOCKS = new Set<string>(["blockquote", "code", "heading", "list", "paragraph", "table", "thematicBreak"]);

/** Components that are drawn in a line. Every other, also one of the fork, may be drawn as a block. */
const IN_LINE: ReadonlySet<string> = new Set(["Badge", "Icon", "Image", "Latex", "Tooltip", "Visibility"]);
/** What looks like a paragraph and holds a block. */
const PLAIN_BOX = { hName: "div", hProperties: { className: ["paragraph"] } };

/**
 * Lets no paragraph hold a block, which browsers take out of it, so that the page would not be what the server meant: words
 * between `<p>` and `</p>` on lines of their own are no paragraph in the paragraph, and what holds a block is a plain box.
 */
export function mendParagraphs(tree: Nodes): void {
  walk(tree, (node) => {
    if (node.type === "paragraph" && holdsBlock(node)) node.data = { ...node.data, ...PLAIN_BOX };
    if (isElement(node) && node.name === "p") mendElement(node);
    return undefined;
  });
}

function mendElement(element: Element): void {
  const children: RootContent[] = (element.children as RootContent[]).flatMap((child, index): RootContent[] => {
    if (child.type !== "paragraph") return [child];
    return index > 0 ? [{ type: "break" }, ...child.children] : child.children;
  });
  element.children = children as Element["children"];
  if (holdsBlock(element)) element.name = "div";
}

function isBlock(name: string): boolean {
  return BLOCKS.has(name) || (KNOWN_COMPONENTS.has(name) && !IN_LINE.has(name));
}

function holdsBlock(node: Nodes): boolean {
  let found = false;
  walk(node, (inner) => {
    if (inner !== node) found ||= MARKDOWN_BLOCKS.has(inner.type) || (isElement(inner) && isBlock(inner.name ?? ""));
    return found ? false : undefined;
  });
  return found;
}
