import type { Heading, Root } from "mdast";
import { toText } from "./text.ts";

/** Takes a first heading that repeats the page's title out of its tree, since the page shows the title by itself. */
export function dropRepeatedTitle(tree: Root, title: string): void {
  const first = openingTitle(tree);
  if (first && toText(first) === title) tree.children.splice(tree.children.indexOf(first), 1);
}

/** Returns the heading of the first level that a page opens with; undefined where it opens with anything else. */
export function openingTitle(tree: Root): Heading | undefined {
  const first = tree.children.find((node) => node.type !== "mdxFlowExpression" && node.type !== "html");
  return first?.type === "heading" && first.depth === 1 ? first : undefined;
}
