import { textOf } from "./json.ts";

/** A longer text stays as it is: descriptions come from other hosts. */
const MAX_CHARS = 20_000;
/** Stands for the end of a block. */
const BREAK = "\uE000";
/** Fences and code spans of Markdown. */
const CODE = "(?:^|\\n)[ \\t]*(?:```[\\s\\S]*?\\n[ \\t]*```|~~~[\\s\\S]*?\\n[ \\t]*~~~)[^\\n]*|`[^`\\n]+`";
/** Bounds the text between two tags, so that a text without the second one takes no time. */
const CODE_ELEMENT = new RegExp(`${CODE}|<(pre|code|tt|kbd)\\b[^<>]*>([\\s\\S]{0,2000}?)</\\1>`, "gi");
const LINK = new RegExp(
  `${CODE}|<a\\b[^<>]*?\\bhref\\s*=\\s*["']([^"'<>]+)["'][^<>]*>((?:(?!</?a\\b)[\\s\\S]){1,500}?)</a>`,
  "gi",
);
const SCRIPT = /<(script|style)\b[\s\S]{0,2000}?<\/\1>/gi;
const STRONG = /<(b|strong)\b[^<>]*>(\s*)((?:(?!<\/?\1\b)[\s\S]){0,500}?)(\s*)<\/\1>/gi;
const EMPHASIS = /<(i|em)\b[^<>]*>(\s*)((?:(?!<\/?\1\b)[\s\S]){0,500}?)(\s*)<\/\1>/gi;
const NUMBERED = /<ol\b[^<>]*>[\s\S]{0,2000}?<\/ol>/gi;
const TABLE_ROW = /^[ \t]*\|.*$/gm;
const LINE_END = /\s{0,20}(?:<\/?br\s*\/?>\s*)+/gi;
const TAG = /<\/?([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi;
const BLOCK = /^(?:p|div|section|article|ul|ol|dl|dt|dd|table|tr|blockquote)$/i;
/** Elements whose words alone stay. */
const PLAIN =
  /^(?:a|abbr|b|center|code|details|em|font|i|iframe|img|nobr|pre|samp|small|span|strong|su[bp]|summary|t[dht]|tbody|tfoot|thead|u|wbr)$/i;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

/**
 * Returns a description as Markdown: HTML that formats it becomes Markdown, and a tag of any other name is text, such as
 * `<pod name>`. Scripts and pictures are left out.
 */
export function markdownOf(value: unknown): string {
  const text = textOf(value);
  return text.length > MAX_CHARS || !/<\/?[a-z]/i.test(text) ? text : toMarkdown(text.replaceAll(BREAK, ""));
}

function toMarkdown(text: string): string {
  const withCode = text
    .replace(TABLE_ROW, (row) => row.replace(/<\/?(?:br|p|div|[ou]l|li)\b[^<>]*>/gi, " "))
    .replace(LINK, (whole, address, words) =>
      words ? `[${words}](<${address.replaceAll("&amp;", "&").replace(/\s/g, "")}>)` : whole,
    )
    .replace(CODE_ELEMENT, (whole, name, inside) => (name ? toCode(inside, name.toLowerCase() === "pre") : whole));
  const parts = withCode.split(new RegExp(`(${CODE})`));
  return parts
    .map((part, index) => (index % 2 === 0 ? withoutTags(part) : part))
    .join("")
    .trim()
    .replace(/\\$/, "");
}

function toCode(html: string, isBlock: boolean): string {
  const text = html
    .replace(LINE_END, isBlock ? "\n" : " ")
    .replace(TAG, "")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, entity) => ENTITIES[entity] ?? "");
  if (isBlock) return `\n\n\`\`\`\n${text.trim()}\n\`\`\`\n\n`;
  return text && `\`${text}\``;
}

function withoutTags(text: string): string {
  return text
    .replace(SCRIPT, "")
    .replace(STRONG, (_, _name, before, words, after) => before + (words && `**${words}**`) + after)
    .replace(EMPHASIS, (_, _name, before, words, after) => before + (words && `*${words}*`) + after)
    .replace(NUMBERED, (list) => list.replace(/<li\b[^<>]*>/gi, `${BREAK}1. `))
    .replace(LINE_END, "\\\n")
    .replace(/<li\b[^<>]*>/gi, `${BREAK}- `)
    .replace(/<h[1-6]\b[^<>]*>/gi, `${BREAK}#### `)
    .replace(/<hr\b[^<>]*>/gi, `${BREAK}---${BREAK}`)
    .replace(/<\/(?:li|h[1-6])>/gi, BREAK)
    .replace(TAG, (tag, name) => (BLOCK.test(name) ? BREAK : PLAIN.test(name) ? "" : `\\${tag}`))
    .replace(/(?<=\uE000(?:-|1\.|####) )[\s\uE000]+/g, "")
    .replace(/(?:\s|\\\n){0,100}\uE000(?:[\s\uE000]|\\\n)*/g, "\n\n");
}
