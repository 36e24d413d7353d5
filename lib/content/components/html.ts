import type { BlockContent, Heading, List, Nodes, PhrasingContent, RootContent, Table } from "mdast";
import { createRecord } from "../model/records.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { isPhrasing, linkTo, listItem, origin, trimmed } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";
import { type Inside, image, nothing, type ToMarkdown, titled, withParagraphChildren } from "./definition.ts";

const strong: ToMarkdown = (element, inside) => [{ type: "strong", children: inside.inline(element) }];
const emphasis: ToMarkdown = (element, inside) => [{ type: "emphasis", children: inside.inline(element) }];
const inlineCode: ToMarkdown = (element, inside) => [{ type: "inlineCode", value: joinText(element, inside) }];

/** Elements that begin and end a line. */
const BLOCKS = [
  ...["p", "div", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "figcaption", "center", "address"],
  ...[
    "dt",
    "dd",
    "fieldset",
    "legend",
    "form",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "hgroup",
    "search",
    "menu",
    "canvas",
    "object",
    "audio",
    "picture",
  ],
];

/** Elements of a line, also where a page writes nothing but them into it. */
const INLINE = [
  ...["abbr", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "font", "ins", "label", "mark", "meter", "output", "progress"],
  ...["s", "samp", "small", "span", "strike", "sub", "time", "tt", "u", "var", "ruby", "rt", "rp", "button"],
];
const inline: ToMarkdown = (element, inside) => {
  const isLine = element.children.every((child) => child.type === "paragraph" || isPhrasing(child) || isElement(child));
  return isLine ? inside.inline(element) : inside.blocks(element);
};

/** Markdown of each HTML element; one that is not here is replaced by its children, in the line that it is in. */
export const HTML: Readonly<Record<string, ToMarkdown>> = createRecord<ToMarkdown>({
  details: (element, inside) => titled(element, summaryOf(element), inside),
  summary: nothing,
  svg: nothing,
  style: nothing,
  script: nothing,
  template: nothing,
  br: () => [{ type: "break" }],
  hr: () => [{ type: "thematicBreak" }],
  a: (element, inside) => {
    const href = attributeText(element, "href");
    // An address in a link is a link too, which a browser does not nest.
    const words = inside.inline(element).flatMap((word) => (href && word.type === "link" ? word.children : [word]));
    return href && words.length > 0 ? [linkTo(href, words)] : words;
  },
  img: image,
  video: mediaLink,
  iframe: mediaLink,
  strong,
  b: strong,
  em: emphasis,
  i: emphasis,
  code: inlineCode,
  kbd: inlineCode,
  pre: (element) => [{ type: "code", value: codeText(element).replace(/^\n|\n\s*$/g, ""), lang: languageOf(element) ?? null }],
  sup: (element, inside) => raised(inside.inline(element)),
  q: (element, inside) => [{ type: "text", value: "“" }, ...inside.inline(element), { type: "text", value: "”" }],
  dl: (element, inside) => definitions(element, inside),
  ...Object.fromEntries(INLINE.map((name) => [name, inline])),
  ...Object.fromEntries(BLOCKS.map((name) => [name, (element: Element, inside: Inside) => inside.blocks(element)])),
  blockquote: (element, inside) => [{ type: "blockquote", children: inside.blocks(element) as BlockContent[] }],
  ul: (element, inside) => [toList(element, false, inside)],
  ol: (element, inside) => [toList(element, true, inside)],
  table,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingOf(level as Heading["depth"])])),
});

/** Returns raised words with a sign before numbers, which would run into those before them: `10^6`, and `2nd`. */
function raised(words: PhrasingContent[]): RootContent[] {
  const isNumber = /^[-+−]?[\d(]/.test(words.map(toText).join(""));
  return isNumber ? [{ type: "text", value: "^" }, ...words] : words;
}

/** Terms and what they mean, as a list. */
function definitions(element: Element, inside: Inside): RootContent[] {
  const parts = element.children.flatMap(withParagraphChildren).filter(isElement);
  const inner = parts.flatMap((part) => (part.name === "div" ? part.children.filter(isElement) : [part]));
  const items: RootContent[][] = [];
  for (const part of inner) {
    if (part.name === "dt" || items.length === 0)
      items.push([{ type: "paragraph", children: [{ type: "strong", children: inside.inline(part) }] }]);
    else items.at(-1)?.push(...inside.blocks(part));
  }
  return [{ type: "list", ordered: false, spread: false, children: items.map(listItem) }];
}

/** Returns the text of preformatted content with its lines. */
export function codeText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if ("value" in node) return node.value;
  if (!("children" in node)) return "";
  const isBlocks = node.children.some(({ type }) => type === "paragraph");
  return node.children.map(codeText).join(isBlocks ? "\n\n" : "");
}

function languageOf(element: Element): string | undefined {
  const code = element.children.flatMap(withParagraphChildren).find((child) => isElement(child) && child.name === "code");
  const classes = code && isElement(code) ? attributeText(code, "className", "class") : undefined;
  return /(?:^|\s)language-([\w+#-]+)/.exec(classes ?? "")?.[1];
}

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
  const start = Number(attributeText(element, "start") ?? 1);
  return {
    type: "list",
    ordered,
    start: ordered && start >= 0 ? Math.floor(start) : null,
    spread: false,
    children: items.map((item) => listItem(inside.children(item))),
  };
}

function table(element: Element, inside: Inside): RootContent[] {
  const rows = elementsNamed(element, /^tr$/).map((row) => elementsNamed(row, /^t[hd]$/));
  if (rows.length === 0) return [];
  const found: Table = {
    type: "table",
    children: spread(rows).map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({ type: "tableCell", children: cell ? trimmed(inside.inline(cell)) : [] })),
    })),
  };
  const captions = elementsNamed(element, /^caption$/).flatMap((caption) => inside.blocks(caption));
  return [...captions, found];
}

const MAX_SPAN = 50;

/** Returns the cells of rows by column. Columns and rows that a cell spans are empty. */
function spread(rows: readonly (readonly Element[])[]): (Element | undefined)[][] {
  const open: number[] = [];
  return rows.map((cells) => {
    const row: (Element | undefined)[] = [];
    const skip = () => {
      while ((open[row.length] ?? 0) > 0) {
        open[row.length] = (open[row.length] ?? 0) - 1;
        row.push(undefined);
      }
    };
    for (const cell of cells) {
      skip();
      const below = spanOf(cell, "rowSpan") - 1;
      for (let beside = 0; beside < spanOf(cell, "colSpan"); beside += 1) {
        open[row.length] = below;
        row.push(beside === 0 ? cell : undefined);
      }
    }
    skip();
    return row;
  });
}

function spanOf(cell: Element, name: string): number {
  const span = Math.floor(Number(attributeText(cell, name, name.toLowerCase())));
  return span > 1 ? Math.min(span, MAX_SPAN) : 1;
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
