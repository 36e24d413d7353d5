import type { List, ListItem, Nodes, RootContent, Table, TableRow } from "mdast";
import { anchorOf } from "./anchors.ts";
import type { Block } from "./passage.ts";
import { originOf } from "./plain-nodes.ts";
import { toText } from "./text.ts";

/** Above this many characters a list or table is cut between its items or rows. */
const MAX_LIST_CHARS = 1_200;

/** The blocks of one node of a plain tree, in reading order. A fence, and a step, is always one block. */
export function toBlocks(node: RootContent): Block[] {
  switch (node.type) {
    case "paragraph":
      return paragraphBlocks(node);
    case "heading":
      return headingBlock(toText(node), originOf(node) === "title" ? "" : anchorOf(node));
    case "code":
      return node.value.trim()
        ? [{ kind: "code", text: node.value, ...(node.lang ? { language: node.lang.toLowerCase() } : {}) }]
        : [];
    case "list":
      return originOf(node) === "steps" ? node.children.map(stepBlock) : listBlocks(node);
    case "table":
      return tableBlocks(node);
    case "blockquote":
    case "footnoteDefinition":
      return node.children.flatMap(toBlocks);
    default:
      return textBlock("paragraph", toText(node));
  }
}

/** The blocks' plain text, separated by blank lines. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("\n\n");
}

function paragraphBlocks(node: Extract<RootContent, { type: "paragraph" }>): Block[] {
  const origin = originOf(node);
  if (origin === "decoration") return [];
  return textBlock(origin === "title" ? "label" : "paragraph", toText(node));
}

/** A heading that makes no section of its own; without `anchor` where the HTML has no id for it. */
export function headingBlock(text: string, anchor: string): Block[] {
  return text ? [{ kind: "label", text, ...(anchor ? { anchor } : {}) }] : [];
}

function textBlock(kind: Block["kind"], text: string): Block[] {
  return text ? [{ kind, text }] : [];
}

function stepBlock(item: ListItem): Block {
  return {
    kind: "step",
    text: item.children
      .map((child) => flowText(child, ""))
      .filter(Boolean)
      .join("\n"),
  };
}

function listBlocks(list: List): Block[] {
  const start = list.start ?? 1;
  const items = list.children.map((item, index) => itemText(item, list.ordered ? `${start + index}.` : "-", ""));
  return inPieces(items.filter(Boolean)).map((text) => ({ kind: "list", text }));
}

function itemText(item: ListItem, mark: string, indent: string): string {
  const inner = `${indent}${" ".repeat(mark.length + 1)}`;
  const body = item.children
    .map((child) => flowText(child, inner))
    .filter(Boolean)
    .join("\n");
  return body ? `${indent}${mark} ${body.slice(inner.length)}` : "";
}

/** Plain text of flow content inside an item, each line indented. */
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
  if (rows.length === 0) return [{ kind: "table", text: head }];
  // Not trimmed: an empty cell at the start or end of a row is a cell.
  return inPieces(rows).map((text) => ({ kind: "table", text: `${head}\n${text}` }));
}

function rowText(row: TableRow): string {
  return row.children.map(toText).join(" | ");
}

/** Joins lines to pieces of at most 1,200 characters; a longer line stays whole. */
function inPieces(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length < MAX_LIST_CHARS) pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line);
  }
  return pieces;
}
