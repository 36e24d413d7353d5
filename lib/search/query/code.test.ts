import { expect, test } from "vitest";
import { codesIn } from "./code.ts";

test.each([
  ["--tunnel", ["--tunnel"]],
  ["x-api-key", ["x-api-key"]],
  ['"--Tunnel"', ["--tunnel"]],
  ["what does `--tunnel` do?", ["--tunnel"]],
  ["can I call novu.trigger() from /v1/events, or use @novu/api?", ["novu.trigger()", "/v1/events", "@novu/api"]],
  ["does AUTH_SKIP=1 work with GitHub and Next.js?", ["auth_skip=1"]],
  ["tunnel", []],
  ["tunnel?", []],
  ["How do I sign-up? It doesn't work.", []],
  ["", []],
])("of %j the code is %j", (text, codes) => {
  expect(codesIn(text)).toEqual(codes);
});

test("a text of nothing but marks is read in time that grows with its length", () => {
  expect(codesIn(`${"?".repeat(100_000)}x`)).toEqual([]);
  expect(codesIn(Array.from({ length: 1_000 }, (_, i) => `--f${i}`).join(" "))).toHaveLength(5);
});
