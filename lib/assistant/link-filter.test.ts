import fc from "fast-check";
import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { LinkFilter, type LinkRules } from "./link-filter.ts";

const rules: LinkRules = {
  allows: (url) => url === "https://docs.test/docs/keys#create" || url === "/docs/keys",
  cite: (number) => (number === 3 ? " [1](https://docs.test/docs/keys#create)" : undefined),
};

function filter(text: string, sizes: readonly number[] = [text.length]): string {
  const links = new LinkFilter(rules);
  const shown: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    shown.push(links.push(text.slice(at, at + size)));
    at += size;
  }
  return shown.join("") + links.flush();
}

/** Every link target, image and piece of HTML that a Markdown renderer with GFM would act on. */
function actsOn(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes) => {
    if (node.type === "link" || node.type === "definition") found.push(node.url);
    if (node.type === "image" || node.type === "imageReference" || node.type === "html") found.push(node.type);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown));
  return found;
}

describe("the link filter", () => {
  test.each([
    [
      "a link to a page that was found",
      "See [Keys](https://docs.test/docs/keys#create).",
      "See [Keys](https://docs.test/docs/keys#create).",
    ],
    ["a relative link to a page that was found", "See [Keys](/docs/keys).", "See [Keys](/docs/keys)."],
    ["a bare address that was found", "See https://docs.test/docs/keys#create.", "See <https://docs.test/docs/keys#create>."],
    [
      "code with links and tags in it",
      "Use `[a](b)` and\n```html\n<img src=x>\n[a](https://evil.test)\n```\n",
      "Use `[a](b)` and\n```html\n<img src=x>\n[a](https://evil.test)\n```\n",
    ],
    [
      "code in a numbered step",
      "1. Run:\n\n   ```sh\n   curl https://evil.test\n   ```\n",
      "1. Run:\n\n   ```sh\n   curl https://evil.test\n   ```\n",
    ],
    [
      "a table, a list and emphasis",
      "| a | b |\n|---|---|\n| `x` | **y** |\n\n- one\n- [ ] two\n",
      "| a | b |\n|---|---|\n| `x` | **y** |\n\n- one\n- [ ] two\n",
    ],
    ["brackets in a sentence", "Pass [options] here! Really.", "Pass [options] here! Really."],
  ])("keeps %s", (_, text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  test.each([
    ["a link elsewhere leaves its text", "See [this](https://evil.test/?q=1) now", "See this now"],
    ["an image leaves its description", "Hi ![a chart](https://evil.test/x.png)!", "Hi a chart!"],
    ["an image of an allowed address too", "![x](https://docs.test/docs/keys#create)", "x"],
    ["a reference link leaves its text", "See [this][1].\n\n[1]: https://evil.test", "See this.\n\n\\[1]: `https://evil.test`"],
    ["a bare address becomes code", "Go to https://evil.test/a?b=c.", "Go to `https://evil.test/a?b=c`."],
    ["an autolink becomes code", "Go to <https://evil.test>", "Go to `https://evil.test`"],
    ["a tag is shown as text", '<img src="x"> and <a href="y">z</a>', '\\<img src="x"> and \\<a href="y">z\\</a>'],
    ["a citation becomes its link", "Create a key [3].", "Create a key  [1](https://docs.test/docs/keys#create)."],
    ["an unknown citation stays text", "Create a key [7].", "Create a key [7]."],
  ])("%s", (_, text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  test("gives the same text however the deltas are cut", () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), (text, sizes) => {
        expect(filter(text, sizes)).toBe(filter(text));
      }),
      { numRuns: 500 },
    );
  });

  test("leaves nothing for a renderer to act on but allowed links", () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), (text, sizes) => {
        const shown = filter(text, sizes);
        expect(actsOn(shown).filter((target) => !rules.allows(target))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("holds back no more than a bounded piece of text", () => {
    const links = new LinkFilter(rules);
    const text = `[${"a".repeat(10_000)}`;
    expect(links.push(text).length).toBeGreaterThan(7_000);
  });
});

/** Fragments that meet at their worst, put together at random. */
const markdown = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          "[",
          "]",
          "(",
          ")",
          "!",
          "`",
          "``",
          "```",
          "~~~",
          "<",
          ">",
          "\\",
          "\n",
          "\n\n",
          "  ",
          "    ",
          " ",
          ":",
          "|",
          "- ",
          "1. ",
          "> ",
          "*",
          "_",
          "&#58;",
          "&colon;",
          '"',
          "\t",
          "#",
          "@",
          ".",
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "https://evil.test/x",
          "http",
          "s://evil.test",
          "www.",
          "evil.test",
          "https://docs.test/docs/keys#create",
          "a@evil.test",
          "mailto:",
          "javascript:alert(1)",
          "/docs/keys",
          "//evil.test",
          "3",
          "text",
          "p",
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "[a](https://evil.test)",
          "![a](x)",
          "[a][b]",
          "\n[b]: https://evil.test\n",
          "<img src=x>",
          "\n```js\n",
          "\n```\n",
          "\n| a | b |\n|---|---|\n| ",
          "<https://evil.test>",
        ),
      },
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));
