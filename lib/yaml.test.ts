import { expect, test } from "vitest";
import { readYaml } from "./yaml.ts";

test.each([
  ["at the top", "a: 1\nb: 2\na: 3\n", 10],
  ["deeper", "a:\n  - b: 1\n    b: 2\n", 16],
  ["in braces", "a: { b: 1, b: 2 }", 11],
])("a key that a map has twice is a fault at its place: %s", (_, text, offset) => {
  const [error] = readYaml(text).errors;
  expect(error?.message).toBe("Map keys must be unique");
  expect(error?.pos[0]).toBe(offset);
});

test("equal keys of different maps are not reported, nor are faults of another kind hidden", () => {
  const document = readYaml("a: { x: 1 }\nb: { x: 1, a: 2 }\n");
  expect(document.errors).toEqual([]);
  expect(document.toJS()).toEqual({ a: { x: 1 }, b: { x: 1, a: 2 } });
  expect(readYaml("a: [1").errors[0]?.message).toMatch(/Flow sequence/);
});

// Comparing each key with all before it takes minutes.
test("a map of very many keys is read in time that grows with its length", () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `a${index}: 1`).join("\n");
  expect(readYaml(text).errors).toEqual([]);
});
