import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents, toMarkdown } from "../../lib/content/output/compile.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

/**
 * What a browser shows and the Markdown form leaves out, each with its reason: controls and labels of the interface (nothing of the
 * page), tips that open on demand, marks of headings, drawings, formulas (their source stands there), and footnotes (written where they are defined).
 */
const LEFT_OUT = [
  "[role=tooltip]",
  "button, label, select, input, textarea, [role=tablist], [role=status], .sr-only, .example-label, .code-more",
  ".heading-link, .step-number, .api-path-label",
  "svg, script, style, template, iframe, video, audio, canvas",
  ".formula, .formula-block, .diagram",
  ".footnotes, sup",
  ".callout-icon, .callout-title-default, .icon, .badge-icon",
  ".outside-link small, .outside-link b",
];
const SELECTORS = LEFT_OUT.flatMap((list) => list.split(", "));

function isLeftOut(node: Extract<Nodes, { type: "element" }>): boolean {
  const classes = [node.properties.className ?? []].flat().map(String);
  return SELECTORS.some((selector) => {
    if (selector.startsWith(".")) return !selector.includes(" ") && classes.includes(selector.slice(1));
    const role = /^\[role=(\w+)\]$/.exec(selector)?.[1];
    return role ? node.properties.role === role : node.tagName === selector;
  });
}

/** The words of an article as a browser shows them, folds open. */
function shownWords(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element" && node.type !== "root") return "";
  if (node.type === "element" && (isLeftOut(node) || node.properties.ariaHidden === "true")) return " ";
  const words = node.children.map(shownWords).join("");
  // A span with a class is an item of a row, which a browser parts from the next one.
  const isItem = node.type === "element" && node.tagName === "span" && node.properties.className !== undefined;
  const isInline =
    node.type === "element" &&
    !isItem &&
    /^(?:a|b|strong|i|em|code|span|kbd|sub|mark|u|s|del|ins|abbr|small|wbr|q|cite)$/.test(node.tagName);
  return isInline ? words : ` ${words} `;
}

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the first list that are not in the second in this order. */
function missing(shown: readonly string[], written: readonly string[]): string[] {
  const left: string[] = [];
  let at = 0;
  for (const word of shown) {
    const found = written.indexOf(word, at);
    // A word that stands far off is taken for missing, so that one of them does not swallow those behind it.
    if (found < 0 || found - at > 400) left.push(word);
    else at = found + 1;
  }
  return left;
}

async function compare(site: Site, page: Page) {
  const pageKey = { language: page.language, version: page.version, slug: page.slug };
  const components = componentsFor(docsMessages("en"), { site, pageKey, page });
  const { body } = await compilePage(page);
  const html = renderToStaticMarkup(createElement(body, { components: components as PageComponents }));
  return missing(toWords(shownWords(fromHtml(html, { fragment: true }))), toWords(await toMarkdown(page)));
}

test("the words that a browser shows of a page are in its Markdown form, in their order", async () => {
  const project = createProject({ content: "e2e/site/content/en/v2" });
  const site = await buildSite(project, await readContentFiles(project));
  const lost = await Promise.all(site.pages.map(async (page) => [page.path, (await compare(site, page)).slice(0, 8)] as const));
  expect(lost.filter(([, words]) => words.length > 0)).toEqual([]);
});

test.each([
  ["numbers that are raised", "10<sup>6</sup> bytes and 2<sup>nd</sup>", "10^6 bytes and 2nd"],
  ["a list in a cell", "| a | b |\n| - | - |\n| <ul><li>one</li><li>two</li></ul> | y |", "one two"],
  ["terms", "<dl><dt>Term</dt><dd>What it means.</dd></dl>", "**Term**\n\n  What it means."],
  ["lines of preformatted text", "<pre>one\n  two</pre>", "one\ntwo"],
  ["elements of a line", '<abbr title="x">HT</abbr> <time>now</time> <small>small</small>', "HT now small"],
  ["a caption", '<figure><img src="/a.png" alt="x" /><figcaption>Below it</figcaption></figure>', "![x](/a.png)\n\nBelow it"],
  ["a break at the end", "Uncheck the box:<br/>\n\nNext", "Uncheck the box:\n\nNext"],
  ["a place without words", 'Text.\n\n## <a id="old"></a>Title', "## Title"],
  ["a title with code", "<Steps><Step title={<>Run <code>npm ci</code></>}>Text</Step></Steps>", "1. **Run `npm ci`**"],
])("the Markdown form has %s", async (_, text, written) => {
  const site = await buildSite(createProject(), createFiles({ "a.mdx": text }));
  const markdown = await toMarkdown(site.pages[0] as Page);
  expect(markdown).toContain(written);
  expect(markdown).not.toMatch(/&#x|\[\]\(|\\$/m);
});
