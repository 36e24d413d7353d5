import { describe, expect, test } from "vitest";
import { markdownOf } from "./html.ts";

describe("a description in HTML is Markdown", () => {
  test.each([
    [
      `<p>With <a href="/a?b=1&amp;c=2">Connect</a> you\nmay.</p>\n\n<p>Next.</p>`,
      "With [Connect](/a?b=1\\&c=2) you may.\n\nNext.",
    ],
    ["<strong>Mind </strong>the <i>gap</i>, <b></b>and <code>a &lt; b</code>", "**Mind** the *gap*, and `a < b`"],
    ["All:<ul>\n  <li>one</li>\n  <li><p>two</p></li>\n</ul>Then <ol><li>x</li></ol>", "All:\n\n- one\n\n- two\n\nThen\n\n1. x"],
    ["one<br>two<br/><br/>three", "one\\\ntwo\\\n\\\nthree"],
    ["<h2>Use</h2><pre><code>a &lt; b\n  c</code></pre>", "#### Use\n\n```\na < b\n  c\n```"],
    ["<b>The <em>a</em></b> of <ol> <li>b</li></ol>", "**The _a_** of\n\n1. b"],
    ["| a |\n|---|\n| x<br>y |", "| a   |\n| --- |\n| x y |"],
    [`<a name="top"></a>See <span class="x">this</span>`, "See this"],
  ])("%j", (html, markdown) => expect(markdownOf(html)).toBe(markdown));
});

test("a tag that formats nothing is text, so that names in brackets stay", () => {
  expect(markdownOf("<hostname>.<pod name>.svc, a List<String>, a < b")).toBe(
    "\\<hostname>.\\<pod name>.svc, a List\\<String>, a < b",
  );
});

test("code of Markdown stays as it is, and a script is left out", () => {
  const code = "Use `<p>` or:\n\n```html\n<p>hi</p>\n```";
  expect(markdownOf(code)).toBe(code);
  expect(markdownOf("One <script>alert(1)</script>two")).toBe("One two");
});

const costly = [
  ...[
    "<b",
    "<p>",
    "`<p>",
    "<u><p>",
    "</b>",
    "<a href=",
    "| <br>",
    "<pre>",
    "<a>",
    "<div>",
    "]",
    "<b>]",
    "[<b>",
    "> ",
    "- ",
    "1. > ",
  ],
  ...[
    "``` <b>",
    "=\n<b>",
    "|-|-\n<b>",
    "<i></i>",
    "<code> </code>",
    "<ul><li>",
    "_a<i>",
    "![<b>",
    "<table><tr><td>",
    "<font><p>",
  ],
];

// Each took seconds to minutes, or the stack.
test.each(costly)("a text of many %j takes no longer than others", (part) => {
  expect(markdownOf(`<b>x</b>${part.repeat(600_000 / part.length)}`)).toContain("x");
});

test("a tag that spaces follow takes no longer than others", () =>
  expect(markdownOf(`<b>${" ".repeat(4_000)}</i>x`)).toBe("**x**"));

test("a row of thousands of cells is shown as it is written", () => {
  const rows = `${"|a".repeat(2_000)}\n${"|-".repeat(2_000)}\n${"|b\n".repeat(400)}`;
  expect(markdownOf(rows)).toContain("\\|-|-");
});

test("of a text of more than 10,000 characters the beginning is shown", () =>
  expect(markdownOf("word ".repeat(3_000))).toBe(`${"word ".repeat(2_000)}…`));
