import { describe, expect, test } from "vitest";
import { markdownOf } from "./html.ts";

describe("a description in HTML is Markdown", () => {
  test.each([
    [
      `<p>With <a href="/a?b=1&amp;c=2">Connect</a> you\nmay.</p>\n\n<p>Next.</p>`,
      "With [Connect](</a?b=1&c=2>) you\nmay.\n\nNext.",
    ],
    ["<strong>Mind </strong>the <i>gap</i>, <b></b>and <code>a &lt; b</code>", "**Mind** the *gap*, and `a < b`"],
    ["All:<ul>\n  <li>one</li>\n  <li><p>two</p></li>\n</ul>Then <ol><li>x</li></ol>", "All:\n\n- one\n\n- two\n\nThen\n\n1. x"],
    ["one<br>two<br/><br/>three", "one\\\ntwo\\\nthree"],
    ["<h2>Use</h2><pre><code>a &lt; b\n  c</code></pre>", "#### Use\n\n\n```\na < b\n  c\n```"],
    ["<b>The <em>a</em></b> of <ol> <li>b</li></ol>", "**The *a*** of\n\n1. b"],
    ["| a |\n|---|\n| x<br>y |", "| a |\n|---|\n| x y |"],
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

test("a text that is made to take long takes no time", () => {
  const start = performance.now();
  for (const part of ["<b", "<p>", "`<p>", "<u><p>", "</b>", "<a href=", "| <br>", "<pre>"])
    markdownOf(part.repeat(20_000 / part.length));
  expect(performance.now() - start).toBeLessThan(500);
});
