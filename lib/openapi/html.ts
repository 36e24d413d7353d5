import { memberOf, textOf } from "./json.ts";

/** A longer text stays as it is: descriptions come from other hosts. */
const MAX_CHARS = 20_000;
/** Stand for the end of a paragraph and of a line. */
const [BREAK, LINE] = ["\u0000", "\u0001"];
const TOKEN = /(`+)|<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi;
const FENCE = /^\s*(```|~~~)/;
const BLOCK = /^(?:p|div|section|article|ul|ol|li|dl|dt|dd|table|tr|blockquote|pre|h[1-6]|hr)$/;
const MARKS = { b: "**", strong: "**", i: "*", em: "*", code: "`", tt: "`", kbd: "`" };
/** Elements whose words alone stay. */
const PLAIN = /^(?:abbr|center|details|font|iframe|img|nobr|samp|small|span|su[bp]|summary|t[dh]|tbody|tfoot|thead|u|wbr)$/;
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/**
 * Returns a description as Markdown: HTML that formats it becomes Markdown, and a tag of any other name is text, such as
 * `<pod name>`. Scripts and pictures are left out.
 */
export function markdownOf(value: unknown): string {
  const text = textOf(value);
  return text.length > MAX_CHARS || !/<\/?[a-z]/i.test(text) ? text : toMarkdown(text);
}

interface Writing {
  readonly parts: string[];
  /** Addresses of the links that are open; empty for an anchor. */
  readonly links: string[];
  /** The marks of the list that is open. */
  item: string;
  /** Backticks of Markdown that are open. */
  ticks: string;
  /** The element that is open and whose text is no Markdown: `code` and `pre` are shown as it is, a script is left out. */
  verbatim: "" | "code" | "pre" | "script";
}

function toMarkdown(text: string): string {
  const writing: Writing = { parts: [], links: [], item: "- ", ticks: "", verbatim: "" };
  let fence = "";
  for (const line of text.replaceAll(BREAK, "").replaceAll(LINE, "").split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence || mark) writing.parts.push(line);
    else writeLine(writing, line);
    if (mark && (!fence || fence === mark)) fence = fence ? "" : mark;
    writing.parts.push("\n");
  }
  const blocks = writing.parts.join("").split(BREAK).map(joinLines);
  return blocks.filter((block) => block !== "" && block !== "-" && block !== "1.").join("\n\n");
}

/** Lines that `<br>` ends. */
function joinLines(block: string): string {
  const lines = block.split(LINE).map((line) => line.trim());
  return lines.filter(Boolean).join("\\\n");
}

function writeLine(writing: Writing, line: string): void {
  // A cell of a table is one line.
  const isRow = /^\s*\|/.test(line);
  const spaced = (part: string) => (isRow ? part.replaceAll(BREAK, " ").replaceAll(LINE, " ") : part);
  let at = 0;
  writing.ticks = "";
  for (const { 0: whole, 1: ticks, 2: slash, 3: name = "", 4: rest = "", index } of line.matchAll(TOKEN)) {
    writeText(writing, line.slice(at, index));
    at = index + whole.length;
    if (ticks || writing.ticks) writing.ticks = ticks ? toggle(writing.ticks, ticks) : writing.ticks;
    const isText = Boolean(ticks) || writing.ticks !== "";
    writing.parts.push(isText ? whole : spaced(toMark(writing, { whole, name: name.toLowerCase(), isEnd: slash === "/", rest })));
  }
  writeText(writing, line.slice(at));
}

function toggle(open: string, ticks: string): string {
  if (open === "") return ticks;
  return open === ticks ? "" : open;
}

/** Code of Markdown holds no entities. */
function writeText({ parts, verbatim }: Writing, text: string): void {
  if (verbatim === "script") return;
  parts.push(verbatim ? text.replace(/&(?:lt|gt|quot|#39|amp);/g, (found) => String(memberOf(ENTITIES, found))) : text);
}

interface Tag {
  readonly whole: string;
  readonly name: string;
  readonly isEnd: boolean;
  readonly rest: string;
}

/** Returns what Markdown has in the place of a tag. */
function toMark(writing: Writing, { whole, name, isEnd, rest }: Tag): string {
  const mark = memberOf(MARKS, name);
  if (name === "script" || name === "style" || writing.verbatim === "script") {
    if (name === "script" || name === "style") writing.verbatim = isEnd ? "" : "script";
    return "";
  }
  if (name === "br") return writing.verbatim === "pre" ? "\n" : LINE;
  if (name === "a") return isEnd ? endLink(writing) : startLink(writing, rest);
  if (typeof mark === "string") return writing.verbatim === "pre" ? "" : setMark(writing, mark, isEnd);
  if (BLOCK.test(name)) return toBlock(writing, name, isEnd);
  return PLAIN.test(name) ? "" : `\\${whole}`;
}

function startLink({ links }: Writing, attributes: string): string {
  const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const address = (double ?? single ?? "").replaceAll("&amp;", "&").replace(/[\s<>]/g, "");
  links.push(address);
  return address && "[";
}

function endLink({ links }: Writing): string {
  const address = links.pop();
  return address ? `](<${address}>)` : "";
}

/** Marks are next to the words, and nothing is around no words. */
function setMark(writing: Writing, mark: string, isEnd: boolean): string {
  const { parts } = writing;
  if (mark === "`") writing.verbatim = isEnd ? "" : "code";
  if (!isEnd) return mark;
  const last = parts.pop() ?? "";
  if (last === "" && parts.at(-1) === mark) {
    parts.pop();
    return "";
  }
  const words = last.trimEnd();
  parts.push(words);
  return mark + last.slice(words.length);
}

function toBlock(writing: Writing, name: string, isEnd: boolean): string {
  const { parts, item } = writing;
  if (name === "ul" || name === "ol") writing.item = name === "ol" && !isEnd ? "1. " : "- ";
  if (name === "li" && !isEnd) return BREAK + writing.item;
  if (name === "pre") {
    writing.verbatim = isEnd ? "" : "pre";
    return isEnd ? `\n\`\`\`${BREAK}` : `${BREAK}\`\`\`\n`;
  }
  if (name === "hr") return `${BREAK}---${BREAK}`;
  if (/^h\d$/.test(name) && !isEnd) return `${BREAK}#### `;
  // A paragraph inside an item begins beside its mark.
  const isBesideMark = !isEnd && parts.findLast((part) => part.trim() !== "") === BREAK + item;
  return isBesideMark ? "" : BREAK;
}
