import type { Heading, Root, RootContent } from "mdast";
import { toText } from "./text.ts";

/**
 * Takes a heading that repeats the page's title out of its tree, since the page shows the title by itself: the first of all
 * headings, wherever a page has it, with the blank lines above it.
 */
export function dropRepeatedTitle(tree: Root, title: string): void {
  const at = tree.children.findIndex(holdsHeading);
  const first = tree.children[at];
  if (first === undefined || !dropFirst(first, title)) return;
  const isDropped = (node: RootContent) => (node === first ? first.type === "heading" : isBlank(node));
  tree.children = tree.children.filter((node, index) => index > at || !isDropped(node));
}

/** Takes the first heading out of an element around it. Returns false where that is not the title. */
function dropFirst(node: RootContent, title: string): boolean {
  if (node.type === "heading") return node.depth === 1 && toText(node).trim() === title;
  if (!("children" in node)) return false;
  const children = node.children as RootContent[];
  const first = children.find(holdsHeading);
  if (first === undefined || !dropFirst(first, title)) return false;
  if (first.type === "heading") children.splice(children.indexOf(first), 1);
  return true;
}

function holdsHeading(node: RootContent): boolean {
  return node.type === "heading" || ("children" in node && (node.children as RootContent[]).some(holdsHeading));
}

/** Returns the heading of the first level that a page opens with; undefined where it opens with anything else. */
export function openingTitle(tree: Root): Heading | undefined {
  const first = tree.children.find((node) => node.type !== "mdxFlowExpression" && node.type !== "html" && !isBlank(node));
  return first?.type === "heading" && first.depth === 1 ? first : undefined;
}

/** Returns true for a paragraph that only makes room, such as `&nbsp;`. */
function isBlank(node: RootContent): boolean {
  return node.type === "paragraph" && node.children.every((child) => child.type === "text" && child.value.trim() === "");
}
