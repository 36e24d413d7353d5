import type { ElementContent, Root as HtmlRoot, RootContent } from "hast";
import { defaultSchema, type Schema, sanitize } from "hast-util-sanitize";
import { LRUCache } from "lru-cache";
import type { Nodes, Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import rehypeRaw from "rehype-raw";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { textOf } from "./json.ts";

/** Most characters of a text; a longer one is cut, since descriptions come from other hosts. */
export const MAX_TEXT = 10_000;
/** Parsers take quadratic time for these, or exhaust the stack with nesting; nobody writes as many. */
const MAX_BRACKETS = 500;
const MAX_LINES = 1_000;
const MAX_LEVELS = 50;

/** Elements that format a text. A tag of any other name is text: authors write `<pod name>` for what a caller fills in. */
const FORMATTING: ReadonlySet<string> = new Set([
  ...(defaultSchema.tagNames ?? []).filter((name) => !["input", "picture", "source", "var"].includes(name)),
  ...["abbr", "article", "center", "font", "iframe", "nobr", "script", "small", "style", "u", "wbr"],
]);
/** Elements that end without a closing tag. */
const SELF_ENDING = /^(?:br|hr|img|wbr|p|li|d[dt]|t[dhr]|t(?:head|body|foot))$/;
/** Elements that are something without words. */
const HOLLOW = /^(?:br|hr|t[dh])$/;
const TAG = /<(\/?)([a-z][\w:.-]*)[^<>]*>/gi;
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){50}/m;
/** A row of a table; each other row is filled up to as many cells. */
const WIDE_ROW = /^(?:[^|\n]*\|){100}/m;
const SCHEMA: Schema = {
  ...defaultSchema,
  strip: ["script", "style", "iframe"],
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "img"),
};
const WRITTEN: Options = {
  extensions: [gfmToMarkdown()],
  bullet: "-",
  emphasis: "*",
  listItemIndent: "one",
  incrementListMarker: false,
  rule: "-",
};

/** Schemas repeat on many pages; half a millisecond for each of their texts is seconds for a large description. */
const converted = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (markdown, text) => markdown.length + text.length + 1,
});
const reader = unified().use(remarkParse).use(remarkGfm);
const converter = unified()
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(
    () =>
      (tree: HtmlRoot): HtmlRoot => ({ type: "root", children: tidy(sanitize(tree, SCHEMA) as HtmlRoot) }),
  )
  .use(rehypeRemark);

/**
 * Returns a description as Markdown without HTML: elements that format it become Markdown, and a tag of any other name is
 * text. Scripts, frames and pictures are left out. A text that would take a parser long is shown as it is written.
 */
export function markdownOf(value: unknown): string {
  const text = shorten(textOf(value));
  if (isCostly(text)) return toMarkdown({ type: "text", value: text }, WRITTEN);
  return /<\/?[a-z]/i.test(text) ? convert(text) : text;
}

function convert(text: string): string {
  const cached = converted.get(text);
  if (cached !== undefined) return cached;
  const tree = reader.parse(text);
  const hasHtml = showTags(tree);
  if (hasHtml) splitAlerts(tree);
  const markdown = hasHtml ? withAlerts(toMarkdown(converter.runSync(tree) as Root, WRITTEN).trim()) : text;
  converted.set(text, markdown);
  return markdown;
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

function isCostly(text: string): boolean {
  if (has(text, "]", MAX_BRACKETS) || has(text, "\n", MAX_LINES) || CONTAINERS.test(text) || WIDE_ROW.test(text)) return true;
  let level = 0;
  for (const [, closing, name = ""] of text.matchAll(TAG)) {
    if (!FORMATTING.has(name.toLowerCase()) || SELF_ENDING.test(name.toLowerCase())) continue;
    level = closing ? Math.max(0, level - 1) : level + 1;
    if (level > MAX_LEVELS) return true;
  }
  return false;
}

/** Returns true when a character is in a text more often than this. */
function has(text: string, character: string, times: number): boolean {
  return text.split(character, times + 2).length > times + 1;
}

/** Turns tags that format nothing into text; returns whether there is any HTML at all, which code is not. */
function showTags(node: Nodes): boolean {
  if (node.type === "html") {
    node.value = node.value.replace(TAG, (tag, _, name: string) =>
      FORMATTING.has(name.toLowerCase()) ? tag : tag.replace("<", "&lt;"),
    );
    return true;
  }
  return "children" in node && node.children.map(showTags).some(Boolean);
}

const ALERT = /^\[![A-Za-z]{1,20}\][^\n]*\n/;

/** Puts the first line of a quote such as `[!NOTE] Title` in a paragraph, since HTML has no line breaks. */
function splitAlerts(node: Nodes): void {
  if (!("children" in node)) return;
  for (const child of node.children) splitAlerts(child);
  const [first] = node.children;
  const lead = node.type === "blockquote" && first?.type === "paragraph" ? first.children[0] : undefined;
  if (node.type !== "blockquote" || first?.type !== "paragraph" || lead?.type !== "text") return;
  const mark = ALERT.exec(lead.value)?.[0];
  if (mark === undefined) return;
  const rest = { ...first, children: [{ ...lead, value: lead.value.slice(mark.length) }, ...first.children.slice(1)] };
  node.children.splice(0, 1, { type: "paragraph", children: [{ type: "text", value: mark.trim() }] }, rest);
}

/** Takes the escape from the mark of a quote that had it. */
function withAlerts(markdown: string): string {
  return markdown.replace(/^((?:[ \t]*>)+[ \t]*)\\(?=\[![A-Za-z]{1,20}\])/gm, "$1");
}

/**
 * Moves spaces out of emphasised words, drops broken links and elements without words, and lowers
 * headings below a page's own.
 */
function tidy(parent: { readonly children: readonly (RootContent | ElementContent)[] }): ElementContent[] {
  return parent.children.flatMap((node): ElementContent[] => {
    if (node.type === "text") return [node];
    if (node.type !== "element") return [];
    const children = tidy(node);
    if (!HOLLOW.test(node.tagName) && children.every((child) => child.type === "text" && !child.value.trim()))
      return [{ type: "text", value: " " }];
    if (node.tagName === "a" && !node.properties.href) return children;
    if (/^h[123]$/.test(node.tagName)) return [{ ...node, tagName: "h4", children }];
    if (!/^(?:b|strong|i|em|del|s)$/.test(node.tagName)) return [{ ...node, children }];
    const [first, last] = [children[0], children.at(-1)];
    const before = first?.type === "text" ? (/^\s+/.exec(first.value)?.[0] ?? "") : "";
    const after = last?.type === "text" ? (/\s+$/.exec(last.value)?.[0] ?? "") : "";
    if (first?.type === "text") first.value = first.value.slice(before.length);
    if (last?.type === "text") last.value = last.value.trimEnd();
    return [
      { type: "text", value: before },
      { ...node, children },
      { type: "text", value: after },
    ];
  });
}
