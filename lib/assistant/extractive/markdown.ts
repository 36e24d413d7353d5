import type { Block } from "../../content/passage.ts";

/** Writes blocks as Markdown that renders to their plain text: what could be read as a mark is escaped. */
export function toMarkdown(blocks: readonly Block[], marker: string): string[] {
  const first = blocks.findIndex(({ kind }) => kind === "paragraph");
  const texts = blocks.map(
    (block, index) => blockMarkdown(block) + (block.kind === "paragraph" && index >= first ? ` ${marker}` : ""),
  );
  return first < 0 ? [...texts, marker] : texts;
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "code":
      return fenced(block);
    case "label":
      return `**${escapeText(block.text)}**`;
    case "table":
      return tableMarkdown(block.text) ?? escapeLines(block.text);
    case "list":
      return block.text.split("\n").map(listLine).join("\n");
    default:
      return escapeLines(block.text);
  }
}

function fenced({ text, language }: Block): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const info = language && /^[\w+#.-]+$/.test(language) ? language : "";
  return `${fence}${info}\n${text}\n${fence}`;
}

function listLine(line: string): string {
  const [, lead = "", rest = ""] = /^(\s*(?:[-*]|\d{1,9}[.)])\s+|\s*)(.*)$/.exec(line) ?? [];
  return lead + escapeText(rest);
}

/** A table whose rows do not all have the same cells cannot be told apart again; it stays text. */
function tableMarkdown(text: string): string | undefined {
  const rows = text.split("\n").map((row) => row.split(" | "));
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.some(({ length }) => length !== width)) return undefined;
  const lines = rows.map((cells) => `| ${cells.map((cell) => escapeText(cell.trim()).replaceAll("|", "\\|")).join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(width)}`, ...lines.slice(1)].join("\n");
}

function escapeLines(text: string): string {
  // A single line end would vanish in rendering.
  return text
    .split("\n")
    .map((line) => escapeStart(escapeText(line)))
    .join("  \n");
}

/** Marks that begin a block at the start of a line. */
function escapeStart(line: string): string {
  return line
    .trimStart()
    .replace(/^([#>+=~-])/, "\\$1")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** Marks within a line; an underscore inside a word and a bracket that no target follows are harmless. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*]/g, "\\$&")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, "\\_")
    .replace(/~~/g, "\\~~")
    .replace(/\[(?=[^\]]*\][([:])|\[(?=\d{1,3}(\s*,\s*\d{1,3})*\])/g, "\\[");
}
