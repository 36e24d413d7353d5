import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import type { Page } from "../model/page.ts";
import { compilePage } from "../output/compile.ts";

async function show(text: string) {
  const site = await buildPage(text, "page.mdx");
  const { body } = await compilePage(site.pages[0] as Page);
  return renderToStaticMarkup(createElement(body, {})).replace(/\n/g, "");
}

test.each([
  ["words on separate lines", '<p id="x">\n  Some *words*.\n</p>', '<p id="x">Some <em>words</em>.</p>'],
  ["two parts", "<p>\n  One.\n\n  Two.\n</p>", "<p>One.<br/>Two.</p>"],
  ["a list", "<p>\n  One:\n\n  - Two\n</p>", "<div>One:<ul><li>Two</li></ul></div>"],
  ["a box in a line", "Before <div>inside</div> after.", '<div class="paragraph">Before <div>inside</div> after.</div>'],
  ["a component in a line", "Before <Note>inside</Note> after.", '<div class="paragraph">Before inside after.</div>'],
  ["a component on a separate line", "<p>\n  <Card>inside</Card>\n</p>", "<div>inside</div>"],
  [
    "a summary above words",
    "<details>\n<summary>More</summary>\nOne *two*.\n\nThree.\n</details>",
    '<details id="more"><summary>More</summary><p>One <em>two</em>.</p><p>Three.</p></details>',
  ],
  [
    "words of a link and a heading",
    '<a href="#x">\n  Go *on*\n</a>\n\n<h3>\n  Title\n</h3>',
    '<a href="#x">Go <em>on</em></a><h3>Title</h3>',
  ],
  ["a component that is words", "Before <Badge>inside</Badge> after.", "<p>Before inside after.</p>"],
])("a paragraph holds no block: %s", async (_, text, html) => {
  expect(await show(text)).toBe(html);
});
