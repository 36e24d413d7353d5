import type { List, ListItem, Nodes, Paragraph, RootContent, Table, TableRow } from "mdast";
import type { Block } from "../model/passage.ts";
import { anchorOf } from "../tree/anchors.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { originOf, partOf, strongParagraph } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";

/** Characters of the head of a table, which is in each of its blocks. */
const MAX_HEAD_CHARS = 1_000;
const MAX_EMPTY_CELLS = 20;
/** Above this many characters a list or table is cut between its items or rows. */
const MAX_LIST_CHARS = 1_200;

/** Returns the blocks of one node of a plain tree, in reading order. A fence, and a step, is always one block. */
export function toBlocks(node: RootContent): Block[] {
  switch (node.type) {
    case "paragraph":
      return paragraphBlocks(node);
    case "heading":
      return headingBlock(toText(node), originOf(node) === "title" ? (partOf(node) ?? "") : anchorOf(node));
    case "code":
      return textBlock("code", node.value, node, node.lang ? { language: node.lang.toLowerCase() } : {});
    case "list":
      return originOf(node) === "steps" ? stepBlocks(node) : listBlocks(node);
    case "table":
      return tableBlocks(node);
    case "blockquote":
    case "footnoteDefinition":
      return node.children.flatMap(toBlocks);
    default:
      return textBlock("paragraph", toText(node), node);
  }
}

function paragraphBlocks(node: Paragraph): Block[] {
  const origin = originOf(node);
  if (origin === "decoration") return [];
  return textBlock(origin === "title" ? "label" : "paragraph", toText(node), node);
}

/** Returns a heading that begins no section; without `anchor` where the HTML has no id for it. */
export function headingBlock(text: string, anchor: string): Block[] {
  return textBlock("label", text, strongParagraph(text), anchor ? { anchor } : {});
}

function textBlock(kind: Block["kind"], text: string, node: RootContent, more: Partial<Block> = {}): Block[] {
  return text.trim() ? [{ kind, text, markdown: quotableMarkdown(node), ...more }] : [];
}

function stepBlocks(list: List): Block[] {
  return list.children.map((item, index) => ({
    kind: "step",
    text: item.children
      .map((child) => flowText(child, ""))
      .filter(Boolean)
      .join("\n"),
    markdown: itemsMarkdown(list, index, index + 1),
  }));
}

function listBlocks(list: List): Block[] {
  const start = list.start ?? 1;
  const items = list.children.map((item, index) => itemText(item, list.ordered ? `${start + index}.` : "-", ""));
  return inPieces(items).map(({ text, from, to }) => ({ kind: "list", text, markdown: itemsMarkdown(list, from, to) }));
}

/** Writes some items of a list, which keep their numbers. */
function itemsMarkdown(list: List, from: number, to: number): string {
  return quotableMarkdown({
    ...list,
    start: list.ordered ? (list.start ?? 1) + from : null,
    children: list.children.slice(from, to),
  });
}

function itemText(item: ListItem, mark: string, indent: string): string {
  const inner = `${indent}${" ".repeat(mark.length + 1)}`;
  const body = item.children
    .map((child) => flowText(child, inner))
    .filter(Boolean)
    .join("\n");
  return body ? `${indent}${mark} ${body.slice(inner.length)}` : "";
}

/** Returns the plain text of flow content inside an item, each line indented. */
function flowText(node: Nodes, indent: string): string {
  if (node.type === "list") {
    const start = node.start ?? 1;
    return node.children
      .map((item, index) => itemText(item, node.ordered ? `${start + index}.` : "-", indent))
      .filter(Boolean)
      .join("\n");
  }
  if (node.type === "paragraph") return originOf(node) === "decoration" ? "" : indented(toText(node), indent);
  if (node.type === "heading") return indented(toText(node), indent);
  return toBlocks(node as RootContent)
    .map(({ text }) => indented(text, indent))
    .join("\n");
}

function indented(text: string, indent: string): string {
  return text === "" ? "" : text.replace(/^/gm, indent);
}

function tableBlocks(table: Table): Block[] {
  const [head, ...rows] = table.children.map(rowText);
  if (head === undefined) return [];
  if (rows.length === 0) return [{ kind: "table", text: head, markdown: quotableMarkdown(table) }];
  const [firstRow, ...bodyRows] = table.children as [TableRow, ...TableRow[]];
  const headRow = head.length > MAX_HEAD_CHARS ? emptied(firstRow) : firstRow;
  // Not trimmed: an empty cell at the start or end of a row is a cell.
  return inPieces(rows).map(({ text, from, to }) => ({
    kind: "table",
    text: `${head.slice(0, MAX_HEAD_CHARS)}\n${text}`,
    markdown: quotableMarkdown({ ...table, children: [headRow, ...bodyRows.slice(from, to)] }),
  }));
}

/** Returns a head without words, of as many cells as a table that is read has. */
function emptied(row: TableRow): TableRow {
  return { ...row, children: row.children.slice(0, MAX_EMPTY_CELLS).map((cell) => ({ ...cell, children: [] })) };
}

function rowText(row: TableRow): string {
  return row.children.map(toText).join(" | ");
}

/** A run of lines, and which they are. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Joins lines to pieces of at most 1,200 characters; a longer line stays whole, an empty one is left out. */
function inPieces(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    const last = pieces.at(-1);
    if (!line) continue;
    if (last && last.text.length + line.length < MAX_LIST_CHARS)
      pieces[pieces.length - 1] = { text: `${last.text}\n${line}`, from: last.from, to: index + 1 };
    else pieces.push({ text: line, from: index, to: index + 1 });
  }
  return pieces;
}

/**
 * Returns a node of a plain tree as Markdown that reads the same outside of its page: an image in a line as its words, no footnotes
 * or labels. Empty for a picture by itself, whose words stand for what a reader of the quote does not see.
 */
export function quotableMarkdown(node: RootContent): string {
  // Of an image in JSX, which is in no paragraph.
  if ((node as Nodes).type === "image") return "";
  return quotable(node)
    .map((each) => writeMarkdown(each))
    .join("\n")
    .trimEnd();
}

function quotable(node: Nodes): Nodes[] {
  if (originOf(node) === "decoration" || isPicture(node)) return [];
  switch (node.type) {
    case "image":
    case "imageReference":
      return node.alt ? [{ type: "text", value: node.alt }] : [];
    case "footnoteReference":
    case "definition":
      return [];
    case "linkReference":
      return node.children.flatMap(quotable);
    case "heading":
      return [strongParagraph(toText(node))];
    default:
      return "children" in node ? [{ ...node, children: node.children.flatMap(quotable) } as Nodes] : [node];
  }
}

/** Returns true for a paragraph of images and nothing else. */
function isPicture(node: Nodes): boolean {
  if (node.type !== "paragraph") return false;
  const inside = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  return inside.length > 0 && inside.every(({ type }) => type === "image" || type === "imageReference");
}
