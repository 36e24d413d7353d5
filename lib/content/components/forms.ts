import type { Heading, List, ListItem, Nodes, RootContent } from "mdast";
import { attributeText, type Element } from "../expressions.ts";
import { origin } from "../plain-nodes.ts";
import type { Inside, ToMarkdown } from "./definition.ts";

// Plain forms that several components and elements share; tested in markdown.test.ts and components.test.ts.

/** Leaves nothing. */
export const nothing: ToMarkdown = () => [];

/** Leaves what is inside. */
export const onlyChildren: ToMarkdown = (element, inside) => inside.children(element);

/** A heading made of the title, above the content. */
export const section: ToMarkdown = (element, inside) =>
  titled(element, attributeText(element, "title", "label", "value"), inside);

/** The content below a heading one level deeper than the one above; without a title, the content alone. */
export function titled(element: Element, title: string | undefined, inside: Inside): RootContent[] {
  if (!title) return inside.children(element).map(withoutAnchors);
  const level = Math.min(inside.depth + 1, 6) as Heading["depth"];
  const heading: Heading = { type: "heading", depth: level, children: [{ type: "text", value: title }], data: origin("title") };
  return [heading, ...inside.blocks(element, level).map(withoutAnchors)];
}

/** Removes anchors from content that opens on demand: it may not be in the HTML yet, so that links to it would fail. */
function withoutAnchors(node: RootContent): RootContent {
  return node.type === "heading" ? { ...node, data: origin("title") } : node;
}

/** A list of one item, which joins its neighbours of the same kind. */
export function cards(item: ListItem): List {
  return { type: "list", spread: false, children: [item], data: origin("cards") };
}

/** An image by its `src` and `alt`. */
export const image: ToMarkdown = (element) => {
  const url = attributeText(element, "src");
  return url ? [{ type: "image", url, alt: attributeText(element, "alt") ?? "" }] : [];
};

/** The children of a paragraph in its place, since tags on one line are wrapped in one. */
export function withParagraphChildren(node: Nodes): Nodes[] {
  return node.type === "paragraph" ? [...node.children] : [node];
}
