import { expect, test } from "vitest";
import { contrastOf, readableOn, toReadable } from "./contrast.ts";

test.each(["#a8ff53", "#8f74e0", "#104deb", "#ffffff", "#000000"])("text in %s can be read on light and dark paper", (colour) => {
  for (const paper of ["#fbfaf7", "#131513"]) expect(contrastOf(toReadable(colour, paper), paper)).toBeGreaterThanOrEqual(4.5);
});

test("a colour that can be read stays as it is", () => {
  expect(toReadable("#0f5f4c", "#fbfaf7")).toBe("#0f5f4c");
});

test("text on a colour is black or white, whichever stands out more", () => {
  expect([readableOn("#a8ff53"), readableOn("#104deb")]).toEqual(["#0d0f0d", "#ffffff"]);
});
