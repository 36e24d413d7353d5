import type { PhrasingContent } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isPhrasing } from "./plain-nodes.ts";

const parser = unified().use(remarkParse).freeze();
const MARKED = /[`*_[\]\\&]/;
const MAX_INLINE_CHARS = 2_000;
/** The parser's time grows by their square, and a page has many attributes. */
const MAX_INLINE_MARKS = 100;

/**
 * Returns the text of an attribute as the Markdown of a line: code, emphasis and links. What is more than a line, or long, is
 * text as it is.
 */
export function inlineMarkdown(text: string): PhrasingContent[] {
  const asText: PhrasingContent[] = [{ type: "text", value: text }];
  const marks = text.length > MAX_INLINE_CHARS ? 0 : text.split(MARKED).length - 1;
  if (marks === 0 || marks > MAX_INLINE_MARKS) return asText;
  const [only, ...more] = parser.parse(text).children;
  if (only?.type !== "paragraph" || more.length > 0 || !only.children.every(isPhrasing)) return asText;
  return only.children;
}
