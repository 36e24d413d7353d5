import type { BlockContent, Heading, List, Nodes, RootContent, Table } from "mdast";
import { createRecord } from "../model/records.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { linkTo, listItem, origin } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";
import { type Inside, image, nothing, type ToMarkdown, titled, withParagraphChildren } from "./definition.ts";

const strong: ToMarkdown = (element, inside) => [{ type: "strong", children: inside.inline(element) }];
const emphasis: ToMarkdown = (element, inside) => [{ type: "emphasis", children: inside.inline(element) }];
const inlineCode: ToMarkdown = (element, inside) => [{ type: "inlineCode", value: joinText(element, inside) }];

/** Markdown of each HTML element; one that is not here is replaced by its children. */
export const HTML: Readonly<Record<string, ToMarkdown>> = createRecord<ToMarkdown>({
  details: (element, inside) => titled(element, summaryOf(element), inside),
  summary: nothing,
  svg: nothing,
  style: nothing,
  script: nothing,
  template: nothing,
  br: () => [{ type: "break" }],
  hr: () => [{ type: "thematicBreak" }],
  a: (element, inside) => [linkTo(attributeText(element, "href") ?? "", inside.inline(element))],
  img: image,
  video: mediaLink,
  iframe: mediaLink,
  strong,
  b: strong,
  em: emphasis,
  i: emphasis,
  code: inlineCode,
  kbd: inlineCode,
  pre: (element, inside) => [{ type: "code", value: joinText(element, inside) }],
  p: (element, inside) => inside.blocks(element),
  blockquote: (element, inside) => [{ type: "blockquote", children: inside.blocks(element) as BlockContent[] }],
  ul: (element, inside) => [toList(element, false, inside)],
  ol: (element, inside) => [toList(element, true, inside)],
  table,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingOf(level as Heading["depth"])])),
});

function headingOf(level: Heading["depth"]): ToMarkdown {
  return (element, inside) => [{ type: "heading", depth: level, children: inside.inline(element), data: origin("title") }];
}

function summaryOf(element: Element): string | undefined {
  const summary = element.children.flatMap(withParagraphChildren).find((child) => isElement(child) && child.name === "summary");
  return summary ? toText(summary) : undefined;
}

function mediaLink(element: Element): RootContent[] {
  const url = attributeText(element, "src");
  const title = attributeText(element, "title", "aria-label");
  return url && title ? [{ type: "paragraph", children: [linkTo(url, [{ type: "text", value: title }])] }] : [];
}

function toList(element: Element, ordered: boolean, inside: Inside): List {
  const items = element.children.flatMap(withParagraphChildren).filter(isElement);
  return { type: "list", ordered, spread: false, children: items.map((item) => listItem(inside.children(item))) };
}

function table(element: Element, inside: Inside): RootContent[] {
  const rows = elementsNamed(element, /^tr$/).map((row) => elementsNamed(row, /^t[hd]$/));
  if (rows.length === 0) return [];
  const found: Table = {
    type: "table",
    children: rows.map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({ type: "tableCell", children: inside.inline(cell) })),
    })),
  };
  return [found];
}

function elementsNamed(node: Nodes, name: RegExp): Element[] {
  if (!("children" in node)) return [];
  return node.children.flatMap((child: Nodes) =>
    isElement(child) && name.test(child.name ?? "") ? [child] : elementsNamed(child, name),
  );
}

function joinText(element: Element, inside: Inside): string {
  return inside.inline(element).map(toText).join("");
}
