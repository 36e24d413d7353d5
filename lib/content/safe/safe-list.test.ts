import { expect, test } from "vitest";
import { STYLE } from "./safe-list.ts";

test.each([
  "",
  "color: red",
  "color:red;",
  "color: red; margin: 0 auto;",
  "margin: 0 4px; text-indent: -4px",
  "color: red;margin:0",
  "border-left-width:  1px",
])("a style of colours, lengths and shapes is kept: %s", (style) => {
  expect(STYLE.test(style)).toBe(true);
});

test.each([
  "margin-top: -4px",
  "margin:0 -4px",
  "margin: calc(-1 * 4px)",
  "color: red; margin-left:-1rem",
  "position: fixed",
  "color: url(x)",
  "background: u\\72l(x)",
  "color: red; inset: 0",
  "color:",
  "color: red;;",
])("any other is refused: %s", (style) => {
  expect(STYLE.test(style)).toBe(false);
});

// With two ways to read each declaration, thirty of them take minutes.
test("a style of many declarations is refused as fast as one", () => {
  expect(STYLE.test(`${"color: red; ".repeat(30)}color: *`)).toBe(false);
});
