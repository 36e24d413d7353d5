import type { Nodes } from "mdast";
import { KNOWN_COMPONENTS } from "./components.ts";
import { isElement } from "./expressions.ts";

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

/** Returns true for a node with a block of a browser inside it, at any depth. */
export function holdsBlock(node: Nodes): boolean {
  return "children" in node && node.children.some((child) => isBlock(child) || holdsBlock(child));
}

function isBlock(node: Nodes): boolean {
  if (!isElement(node)) return MARKDOWN_BLOCKS.has(node.type);
  const name = node.name ?? "";
  return BLOCKS.has(name) || (KNOWN_COMPONENTS.has(name) && !IN_LINE.has(name));
}
