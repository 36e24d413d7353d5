import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

test.each([
  ["plain", "plain"],
  ["a%20b%2Fc", "a b/c"],
  ["%C3%BC", "ü"],
  ["100%", undefined],
  ["%C3", undefined],
])("%s is %s", (text, decoded) => expect(decodeText(text)).toBe(decoded));
