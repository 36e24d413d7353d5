import type { Blockquote, Paragraph, RootContent } from "mdast";
import { expect, test } from "vitest";
import { parseMarkdown } from "../parse/syntax.ts";
import { dropRepeatedTitle, openingTitle, toText } from "./text.ts";

test.each([
  ["at the start", "# Pets\n\nCats.", ["Cats."]],
  ["below an empty line that only makes room", "&nbsp;\n\n# Pets\n\nCats.", ["Cats."]],
  ["below a badge", "![](a.svg)\n\n# Pets\n\nCats.", ["", "Cats."]],
  ["inside an element", "> # Pets\n>\n> Cats.", ["Cats."]],
  ["below another heading, which stays", "## Cats\n\n# Pets", ["Cats", "Pets"]],
  ["in other words, which stays", "# Dogs", ["Dogs"]],
])("a heading that repeats the title %s", (_, text, left) => {
  const tree = parseMarkdown(text);
  dropRepeatedTitle(tree, "Pets");
  expect(tree.children.map((node) => toText(node))).toEqual(left);
});

test("the title that a page opens with may be below an empty line, and not below words", () => {
  expect(toText(openingTitle(parseMarkdown("&nbsp;\n\n# Pets")) ?? { type: "root", children: [] })).toBe("Pets");
  expect(openingTitle(parseMarkdown("Words.\n\n# Pets"))).toBeUndefined();
});

test("every node above a deeply nested heading is visited once", () => {
  let looks = 0;
  const words = (): Paragraph => ({
    get type() {
      looks += 1;
      return "paragraph" as const;
    },
    children: [],
  });
  const inside = (node: RootContent): Blockquote => ({ type: "blockquote", children: [words(), node] as Blockquote["children"] });
  let node = parseMarkdown("# Pets").children[0] as RootContent;
  for (let level = 0; level < 200; level += 1) node = inside(node);
  dropRepeatedTitle({ type: "root", children: [node] }, "Pets");
  expect(looks).toBe(200);
});
