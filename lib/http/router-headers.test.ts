import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceLogSink } from "../log.ts";
import { refuseRouterHeaders } from "./router-headers.ts";

const lines: string[] = [];
let restore = () => {};
beforeEach(() => {
  lines.splice(0);
  restore = replaceLogSink((line) => lines.push(JSON.stringify(line)));
});
afterEach(() => restore());

const refuse = (state: string) =>
  refuseRouterHeaders({ headers: { "next-router-state-tree": state } } as unknown as IncomingMessage);
const encode = (state: unknown) => encodeURIComponent(JSON.stringify(state));

test.each([
  [
    "a page",
    [
      "",
      { children: ["docs", { children: [["slug", "quickstart", "oc", null], { children: ["__PAGE__", {}] }] }] },
      null,
      null,
      16,
    ],
  ],
  ["one that is fetched again", ["", { children: ["docs", {}, null, "refetch"] }]],
  ["one with siblings", ["", { children: [["lang", "es", "d", ["docs", "api"]], {}, ["/es", ""]] }]],
])("the router state of %s is let through", (_, state) => {
  expect(refuse(encode(state))).toBeUndefined();
  expect(lines).toEqual([]);
});

test.each([
  ["no JSON", "x"],
  ["half an escape", "%5B%22%22%2C%7B%7D%5"],
  ["no tree", encode({})],
  ["a tree without a map", encode([""])],
  ["an unknown kind of segment", encode([["a", "b", "zz", null], {}])],
  ["a branch that is none", encode(["", { children: 1 }])],
  ["thousands of levels", encodeURIComponent("[".repeat(10_000))],
  ["more than Next reads", encode(["", {}, null, null, 1, "x".repeat(40_000)])],
])("a router state that is %s is refused with one line, without what was sent", (_, state) => {
  expect(refuse(state)).toBe(400);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(400);
});
