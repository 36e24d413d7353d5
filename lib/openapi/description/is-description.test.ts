import { expect, test } from "vitest";
import { isDescription } from "./is-description.ts";

const SCHEMAS = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`Schema${at}`, { type: "object", title: '"{' }]));

test.each([
  ["in its first line", "openapi: 3.1.0\ninfo: {}"],
  ["with marks of quotation", '"openapi": "3.0.3"\npaths: {}'],
  ["of one line", '{"openapi":"3.1.0","paths":{}}'],
  [
    "whose records are in the order of the alphabet",
    JSON.stringify({ components: { schemas: SCHEMAS }, openapi: "3.0.0" }, null, 2),
  ],
  ["at the end of long YAML", `components:\n${"  # words\n".repeat(5_000)}openapi: 3.0.0\n`],
])("a description says which version it has %s", (_, text) => {
  expect(isDescription(text)).toBe(true);
});

test.each([
  ["an older version", '{ "swagger": "2.0", "paths": {} }'],
  ["data that quotes a description", JSON.stringify({ example: { openapi: "3.1.0" }, text: '{"openapi":"3.1.0"}' })],
  ["an example in YAML", "example:\n  openapi: 3.1.0\n"],
  ["a list", '[{ "openapi": "3.1.0" }]'],
  ["a string that is never closed", `{ "a${'\\"'.repeat(2_000_000)}`],
])("%s is none", (_, text) => {
  expect(isDescription(text)).toBe(false);
});
