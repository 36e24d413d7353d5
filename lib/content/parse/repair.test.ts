import type { Root } from "mdast";
import { expect, test } from "vitest";
import { toText } from "../tree/text.ts";
import { parseText, repairSource } from "./syntax.ts";

test.each([
  ["a less-than sign before a number", "Less than <5 of them.", "Less than <5 of them."],
  ["a less-than sign that has a backslash", "Less \\<5, \\<= 5, \\< 5, \\<br>.", "Less <5, <= 5, < 5, <br>."],
  ["an address in angle brackets", "See <https://a.test/b>.", "See https://a.test/b."],
  ["an address of mail", "Write to <help@a.test>.", "Write to help@a.test."],
  ["a brace that nothing closes", "A set { of things.", "A set { of things."],
  ["a brace that holds no code", "A set {of things} here.", "A set {of things} here."],
  ["a line that begins like a keyword", "import duties are paid.", "import duties are paid."],
  ["a tag that nothing closes", "One <b>two.", "One two."],
  ["a tag that closes nothing", "One </b>two.", "One two."],
  ["a tag that holds nothing", "One<br> two.", "One two."],
])("%s is shown as it was meant", (_, written, shown) =>
  expect(toText(parseText("page.mdx", written).tree as Root).replace(/ {2,}/g, " ")).toBe(shown),
);

test("a repaired text has as many lines as before, so that later faults are named in the right one", () => {
  const text = "One\n\n{\n\n\n}\n\nTwo";
  const repaired = repairSource(text, {
    source: "micromark-extension-mdx-expression",
    ruleId: "unexpected-empty-expression",
    place: { offset: 5 },
  });
  expect(repaired?.text.split("\n")).toHaveLength(8);
  expect(repaired?.text).not.toMatch(/[{}]/);
});

test("says apart whether text was meant as MDX, and whether half of a tag is missing", () => {
  expect(repairSource("a <b", { source: "micromark-extension-mdx-jsx", place: { offset: 4 } })?.isText).toBe(true);
  expect(repairSource("a < 5", { source: "micromark-extension-mdx-jsx", place: { offset: 4 } })?.isText).toBe(false);
  expect(repairSource("a </b> c", { source: "mdast-util-mdx-jsx", message: "Unexpected", place: { offset: 5 } })).toEqual({
    text: "a      c",
    isFault: true,
  });
});

test("a fault of another kind, or one that is nowhere, is not repaired", () => {
  expect(repairSource("a { b", { source: "yaml" })).toBeUndefined();
  expect(repairSource("a b", { source: "micromark-extension-mdx-expression", ruleId: "unexpected-eof" })).toBeUndefined();
  expect(repairSource("a b", new Error("no fault of a parser"))).toBeUndefined();
});

test("fifty parts of a page that are not MDX are shown as text, and of more the page is an error", () => {
  const line = "A set {of things} here.\n\n";
  expect(parseText("page.mdx", line.repeat(50)).findings).toHaveLength(50);
  expect(() => parseText("page.mdx", line.repeat(51))).toThrow(/acorn/);
});

test.each([
  ["under a list", "<Tabs>\n<Tab>\n\n- one\n- two\n  </Tab>\n</Tabs>\n\nAfter"],
  ["under a list of numbers, indented itself", "<Steps>\n  <Step>\n    1. one\n    2. two\n       </Step>\n</Steps>\n\nAfter"],
  ["under a list in a list", "<Tabs>\n<Tab>\n\n- one\n  - two\n    </Tab>\n    </Tabs>\n\nAfter"],
])("a closing tag that is indented %s closes its element, and not the item", (_, text) => {
  const { tree, findings } = parseText("page.mdx", text);
  expect(findings).toEqual([]);
  expect(tree?.children.map(({ type }) => type)).toEqual(["mdxJsxFlowElement", "paragraph"]);
  expect(toText(tree as Root)).toBe("onetwoAfter");
});
