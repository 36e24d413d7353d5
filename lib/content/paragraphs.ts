import type { Nodes, RootContent } from "mdast";
import { type Element, isElement } from "./expressions.ts";
import { holdsBlock } from "./holds-block.ts";
import { walk } from "./parse.ts";

/** A box with the look of a paragraph that holds a block. */
const PLAIN_BOX = { hName: "div", hProperties: { className: ["paragraph"] } };

/**
 * Lets no paragraph hold a block, which browsers take out of it, so that the page would not be what the server meant: words
 * between `<p>` and `</p>` on lines of their own are no paragraph in the paragraph, and what holds a block is a plain box.
 */
export function mendParagraphs(tree: Nodes): void {
  walk(tree, (node) => {
    if (isElement(node) && node.name === "details")
      node.children = (node.children as RootContent[]).flatMap(liftSummary) as Element["children"];
    if (node.type === "paragraph" && holdsBlock(node)) node.data = { ...node.data, ...PLAIN_BOX };
    if (isElement(node) && node.name === "p") mendElement(node);
    return undefined;
  });
}

/** A summary with words on the next line is in one paragraph with them, where it would name nothing. */
function liftSummary(node: RootContent): RootContent[] {
  const [first, ...others] = node.type === "paragraph" ? node.children : [];
  if (node.type !== "paragraph" || !first || !isElement(first) || first.name !== "summary") return [node];
  const [next, ...rest] = others;
  const words = next?.type === "text" ? [{ ...next, value: next.value.trimStart() }, ...rest] : others;
  return [first, { ...node, children: words }];
}

function mendElement(element: Element): void {
  const children: RootContent[] = (element.children as RootContent[]).flatMap((child, index): RootContent[] => {
    if (child.type !== "paragraph") return [child];
    return index > 0 ? [{ type: "break" }, ...child.children] : child.children;
  });
  element.children = children as Element["children"];
  if (holdsBlock(element)) element.name = "div";
}
