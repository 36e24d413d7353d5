import type { Heading, Nodes, Root, RootContent } from "mdast";
import { isElement } from "./jsx.ts";

/**
 * Returns the words that a reader sees in inline content: links as their text, images as their alt text, white space joined.
 */
export function toText(node: Nodes): string {
  return toWrittenText(node).replace(/\s+/g, " ").trim();
}

/** Returns the words of inline content with the white space that is written. */
export function toWrittenText(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "code":
    case "math":
    case "inlineMath":
      return node.value;
    case "break":
      return " ";
    case "image":
    case "imageReference":
      return node.alt ?? "";
    default:
      return "children" in node ? node.children.map(toWrittenText).join("") : "";
  }
}

/** Returns the words of content, code between back-ticks: `title={<>Run <code>npm ci</code></>}`. */
export function toTitleText(nodes: readonly RootContent[]): string {
  const words = nodes.map((node): string => {
    if (node.type === "inlineCode" || (isElement(node) && node.name === "code")) return `\`${toText(node)}\``;
    return "children" in node ? toTitleText(node.children as RootContent[]) : "value" in node ? node.value : "";
  });
  return words.join("").replace(/\s+/g, " ");
}

/**
 * Takes a heading that repeats the page's title out of its tree, since the page shows the title by itself: the first of all
 * headings, wherever a page has it, with the blank lines above it.
 */
export function dropRepeatedTitle(tree: Root, title: string): void {
  const way = wayToHeading(tree) ?? [];
  const [heading, parent] = way;
  if (heading?.type !== "heading" || heading.depth !== 1 || toText(heading).trim() !== title) return;
  const at = tree.children.indexOf(way.at(-2) as RootContent);
  if (parent && "children" in parent) parent.children.splice((parent.children as Nodes[]).indexOf(heading), 1);
  tree.children = tree.children.filter((node, index) => index >= at || !isBlank(node));
}

/** Returns the first heading in a node, and after it the nodes around it, the innermost first; undefined without one. */
function wayToHeading(node: Nodes): Nodes[] | undefined {
  if (node.type === "heading") return [node];
  for (const child of "children" in node ? node.children : []) {
    const way = wayToHeading(child);
    way?.push(node);
    if (way) return way;
  }
  return undefined;
}

/** Returns the heading of the first level that a page opens with; undefined when it opens with anything else. */
export function openingTitle(tree: Root): Heading | undefined {
  const first = tree.children.find((node) => node.type !== "mdxFlowExpression" && node.type !== "html" && !isBlank(node));
  return first?.type === "heading" && first.depth === 1 ? first : undefined;
}

/** Returns true for a paragraph that only makes room, such as `&nbsp;`. */
function isBlank(node: RootContent): boolean {
  return node.type === "paragraph" && node.children.every((child) => child.type === "text" && child.value.trim() === "");
}
