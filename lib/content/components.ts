import type { BlockContent, Heading, List, ListItem, Nodes, Paragraph, PhrasingContent, RootContent, Table } from "mdast";
import { attributeText, attributeValue, type Element, isElement } from "./expressions.ts";
import { leadItem, linkTo, listItem, orderedList, origin, strongParagraph, titleParagraph } from "./plain-nodes.ts";
import { toText } from "./text.ts";

/** What a component finds inside itself, already in plain form. */
export interface Inside {
  /** Level of the heading above the component. */
  readonly depth: number;
  /** Content as it stands: inline where the component stands in a line. */
  readonly children: (element: Element) => RootContent[];
  /** Content as blocks. `depth`: level of the heading that the component puts above them. */
  readonly blocks: (element: Element, depth?: number) => RootContent[];
  readonly inline: (element: Element) => PhrasingContent[];
}

type Expand = (element: Element, inside: Inside) => RootContent[];

/** The plain form of a component or HTML element. */
export function expandComponent(element: Element, inside: Inside): RootContent[] {
  const name = element.name ?? "";
  if (Object.hasOwn(EXPANSIONS, name)) return EXPANSIONS[name]?.(element, inside) ?? [];
  const title = /^[A-Z]/.test(name) ? attributeText(element, "title") : undefined;
  return title ? titled(element, title, inside) : inside.children(element);
}

const callout =
  (fallback: string): Expand =>
  (element, inside) => {
    const label = capitalise(fallback || attributeText(element, "type") || "note");
    const title = attributeText(element, "title");
    const children = [
      { ...strongParagraph(`${label}:`), data: origin("decoration") },
      ...(title ? [titleParagraph(title)] : []),
      ...inside.blocks(element),
    ];
    return [{ type: "blockquote", children: children as BlockContent[] }];
  };

const section: Expand = (element, inside) => titled(element, attributeText(element, "title", "label", "value"), inside);
const nothing: Expand = () => [];
const transparent: Expand = (element, inside) => inside.children(element);

/** How each component and HTML element reads as Markdown. One that is not here is replaced by its children. */
const EXPANSIONS: Readonly<Record<string, Expand>> = {
  Note: callout("note"),
  Info: callout("info"),
  Tip: callout("tip"),
  Warning: callout("warning"),
  Danger: callout("danger"),
  Check: callout("check"),
  Callout: callout(""),
  Steps: (element, inside) => [stepList(element, inside)],
  Step: (element, inside) => [{ ...orderedList([stepItem(element, inside)]), data: origin("steps") }],
  Tab: section,
  Accordion: section,
  Expandable: section,
  Update: section,
  View: section,
  details: (element, inside) => titled(element, summaryOf(element), inside),
  summary: nothing,
  Card: (element, inside) => [cardItem(element, inside)],
  Tile: (element, inside) => [cardItem(element, inside)],
  ParamField: (element, inside) => [fieldItem(element, inside)],
  ResponseField: (element, inside) => [fieldItem(element, inside)],
  Frame: (element, inside) => [...inside.children(element), ...captionOf(element)],
  Folder: (element, inside) => [fileItem(element, inside)],
  File: (element, inside) => [fileItem(element, inside)],
  "Tree.Folder": (element, inside) => [fileItem(element, inside)],
  "Tree.File": (element, inside) => [fileItem(element, inside)],
  Tooltip: transparent,
  Icon: nothing,
  Color: nothing,
  svg: nothing,
  style: nothing,
  script: nothing,
  template: nothing,
  br: () => [{ type: "break" }],
  hr: () => [{ type: "thematicBreak" }],
  a: (element, inside) => [linkTo(attributeText(element, "href") ?? "", inside.inline(element))],
  img: imageOf,
  Image: imageOf,
  video: mediaLink,
  iframe: mediaLink,
  strong: (element, inside) => [{ type: "strong", children: inside.inline(element) }],
  b: (element, inside) => [{ type: "strong", children: inside.inline(element) }],
  em: (element, inside) => [{ type: "emphasis", children: inside.inline(element) }],
  i: (element, inside) => [{ type: "emphasis", children: inside.inline(element) }],
  code: (element, inside) => [{ type: "inlineCode", value: textOf(element, inside) }],
  kbd: (element, inside) => [{ type: "inlineCode", value: textOf(element, inside) }],
  pre: (element, inside) => [{ type: "code", value: textOf(element, inside) }],
  p: (element, inside) => inside.blocks(element),
  blockquote: (element, inside) => [{ type: "blockquote", children: inside.blocks(element) as BlockContent[] }],
  ul: (element, inside) => [htmlList(element, false, inside)],
  ol: (element, inside) => [htmlList(element, true, inside)],
  table: tableOf,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingOf(level as Heading["depth"])])),
};

/** Names of the components whose meaning the plain form knows; any other shows its children. */
export const KNOWN_COMPONENTS: ReadonlySet<string> = new Set([
  ...Object.keys(EXPANSIONS).filter((name) => /^[A-Z]/.test(name)),
  ...["Accordions", "AccordionGroup", "Badge", "Cards", "CardGroup", "CodeGroup", "Column", "Columns", "Files", "Panel"],
  ...["Prompt", "RequestExample", "ResponseExample", "Tabs", "Tree", "Visibility"],
]);

function titled(element: Element, title: string | undefined, inside: Inside): RootContent[] {
  if (!title) return inside.children(element).map(withoutAnchors);
  const level = Math.min(inside.depth + 1, 6) as Heading["depth"];
  const heading: Heading = { type: "heading", depth: level, children: [{ type: "text", value: title }], data: origin("title") };
  return [heading, ...inside.blocks(element, level).map(withoutAnchors)];
}

/** What opens on demand may not be in the HTML yet, so that headings in it cannot be linked to. */
function withoutAnchors(node: RootContent): RootContent {
  return node.type === "heading" ? { ...node, data: origin("title") } : node;
}

function headingOf(level: Heading["depth"]): Expand {
  return (element, inside) => [{ type: "heading", depth: level, children: inside.inline(element), data: origin("title") }];
}

function summaryOf(element: Element): string | undefined {
  const summary = element.children.flatMap(withParagraphChildren).find((child) => isElement(child) && child.name === "summary");
  return summary ? toText(summary) : undefined;
}

function withParagraphChildren(node: Nodes): Nodes[] {
  return node.type === "paragraph" ? [...node.children] : [node];
}

function stepList(element: Element, inside: Inside): List {
  const steps = element.children.flatMap(withParagraphChildren).filter(isElement);
  const items = steps.length > 0 ? steps.map((step) => stepItem(step, inside)) : [listItem(inside.children(element))];
  return { ...orderedList(items), data: origin("steps") };
}

function stepItem(element: Element, inside: Inside): ListItem {
  const title = attributeText(element, "title");
  return { ...listItem([...(title ? [titleParagraph(title)] : []), ...inside.blocks(element)]), spread: true };
}

/** A card becomes a list item that links to where the card leads. */
function cardItem(element: Element, inside: Inside): RootContent {
  const href = attributeText(element, "href", "url");
  const title = attributeText(element, "title") ?? href;
  const words: PhrasingContent[] = title ? [{ type: "text", value: title }] : [];
  return cards(leadItem(href ? [linkTo(href, words)] : [{ type: "strong", children: words }], inside.blocks(element)));
}

function cards(item: ListItem): List {
  return { type: "list", spread: false, children: [item], data: origin("cards") };
}

/** `name` (type, required, default: …): description. */
function fieldItem(element: Element, inside: Inside): RootContent {
  const name = attributeText(element, "name", "path", "query", "body", "header", "cookie") ?? "";
  const facts = [
    attributeText(element, "type"),
    attributeValue(element, "required") ? "required" : undefined,
    attributeValue(element, "deprecated") ? "deprecated" : undefined,
    attributeText(element, "default") && `default: ${attributeText(element, "default")}`,
  ].filter(Boolean);
  const head: PhrasingContent[] = [
    { type: "inlineCode", value: name },
    ...(facts.length > 0 ? [{ type: "text" as const, value: ` (${facts.join(", ")})` }] : []),
  ];
  return cards(leadItem(head, inside.blocks(element)));
}

function fileItem(element: Element, inside: Inside): RootContent {
  const name: Paragraph = { type: "paragraph", children: [{ type: "inlineCode", value: attributeText(element, "name") ?? "" }] };
  return cards(listItem([name, ...inside.blocks(element)]));
}

function captionOf(element: Element): RootContent[] {
  const caption = attributeText(element, "caption");
  return caption ? [{ type: "paragraph", children: [{ type: "text", value: caption }] }] : [];
}

function imageOf(element: Element): RootContent[] {
  const url = attributeText(element, "src");
  return url ? [{ type: "image", url, alt: attributeText(element, "alt") ?? "" }] : [];
}

function mediaLink(element: Element): RootContent[] {
  const url = attributeText(element, "src");
  const title = attributeText(element, "title", "aria-label");
  return url && title ? [{ type: "paragraph", children: [linkTo(url, [{ type: "text", value: title }])] }] : [];
}

function htmlList(element: Element, ordered: boolean, inside: Inside): List {
  const items = element.children.flatMap(withParagraphChildren).filter(isElement);
  return { type: "list", ordered, spread: false, children: items.map((item) => listItem(inside.children(item))) };
}

function tableOf(element: Element, inside: Inside): RootContent[] {
  const rows = elementsNamed(element, /^tr$/).map((row) => elementsNamed(row, /^t[hd]$/));
  if (rows.length === 0) return [];
  const table: Table = {
    type: "table",
    children: rows.map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({ type: "tableCell", children: inside.inline(cell) })),
    })),
  };
  return [table];
}

function elementsNamed(node: Nodes, name: RegExp): Element[] {
  if (!("children" in node)) return [];
  return node.children.flatMap((child: Nodes) =>
    isElement(child) && name.test(child.name ?? "") ? [child] : elementsNamed(child, name),
  );
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function textOf(element: Element, inside: Inside): string {
  return inside.inline(element).map(toText).join("");
}
