import { expect, test } from "vitest";
import { contrastOf, readableOn, toReadable } from "./look.ts";

test.each([
  ["#a8ff53", "#fbfaf7", "#e8efe7"],
  ["#00aa66", "#fbfaf7", "#e8efe7"],
  ["#8f74e0", "#131513", "#22202c"],
  ["#ffffff", "#fbfaf7", "#efeeec"],
  ["#000000", "#131513", "#1f211f"],
])("text in %s can be read on its paper %s, and on what marks the current page there", (colour, paper, soft) => {
  const readable = toReadable(colour, paper);
  expect(Math.min(contrastOf(readable, paper), contrastOf(readable, soft))).toBeGreaterThanOrEqual(4.5);
});

test("a colour that can be read stays as it is", () => {
  expect(toReadable("#0f5f4c", "#fbfaf7")).toBe("#0f5f4c");
});

test("text on a colour is black or white, whichever stands out more", () => {
  expect([readableOn("#a8ff53"), readableOn("#104deb")]).toEqual(["#0d0f0d", "#ffffff"]);
});
