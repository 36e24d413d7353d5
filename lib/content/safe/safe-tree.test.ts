import { toHtml } from "hast-util-to-html";
import type { Root } from "mdast";
import { expect, test } from "vitest";
import { parseText } from "../parse/syntax.ts";
import type { Element } from "../tree/jsx.ts";
import { listElements } from "../tree/walk.ts";
import { findUnsafeAttributes, findUnsafeName, isUnknownToComponent, splitStyle, toPlainElements } from "./safe-tree.ts";

function elementOf(text: string): Element {
  const [element] = listElements(parseText("page.mdx", text).tree as Root);
  if (!element) throw new Error(`No element in ${text}`);
  return element;
}
const html = (text: string, trusted: boolean) =>
  toHtml(toPlainElements({ type: "root", children: [elementOf(text) as never] }, { trusted }));

test.each([
  ['<a href="javascript:alert(1)">x</a>', "<a>x</a>"],
  ['<a href="https://a.test">x</a>', '<a href="https://a.test">x</a>'],
  ['<img src="/a.png" onerror="x()" />', '<img src="/a.png">'],
  ["<script>x</script>", ""],
  ['<p style="position: fixed">x</p>', "<p>x</p>"],
  ['<p className="fixed inset-0 mt-4">x</p>', '<p class="mt-4">x</p>'],
])("of %s in a page from elsewhere, %s is left", (text, left) => expect(html(text, false)).toBe(left));

test("a page of the build keeps them", () => {
  expect(html('<a href="javascript:alert(1)">x</a>', true)).toContain("javascript:");
  expect(html('<p className="fixed">x</p>', true)).toBe('<p class="fixed">x</p>');
});

test("names each attribute that is taken away, and none that stays", () => {
  const found = findUnsafeAttributes(elementOf('<img src="data:text/html,x" onload="x" alt="A" width={20} />'));
  expect(found.map(({ attribute }) => "name" in attribute && attribute.name)).toEqual(["src", "onload"]);
  expect(found[1]?.reason).toContain("onload of <img> is refused");
});

test("tells an element that may not be there from one that nobody knows", () => {
  expect(findUnsafeName("p")).toBeUndefined();
  expect(findUnsafeName("Card")).toBeUndefined();
  expect(findUnsafeName("script")).toContain("is refused");
  expect(findUnsafeName("wobble")).toContain("is no component of Docent");
});

test("an attribute that a component does not have costs nothing, unless it would run", () => {
  const card = elementOf('<Card wobble="1" title="A" onClick="x" />');
  const unknown = card.attributes.map((attribute) => isUnknownToComponent("Card", attribute));
  expect(unknown).toEqual([true, false, false]);
});

test("splits a style: what is allowed stays, the rest is named, and relative says nothing", () => {
  const [style] = elementOf(
    '<p style={{ "color": "red", "position": "relative", "zIndex": 9, "maxWidth": 20 }}>x</p>',
  ).attributes;
  expect(style && splitStyle(style)).toEqual({
    safe: {
      declarations: [
        ["color", "red"],
        ["maxWidth", 20],
      ],
    },
    unsafe: ["zIndex"],
  });
});
