import { expect, test } from "vitest";
import { integerOf } from "../description/json-text.ts";
import type { FormSchema } from "./form-schema.ts";
import { findFaults, firstValue, nearestChoice, toNumber } from "./form-values.ts";

const text: FormSchema = { kind: "string", type: "string", limits: { minLength: 2, maxLength: 4, pattern: "^[a-z]+$" } };
const count: FormSchema = { kind: "integer", type: "integer", limits: { minimum: 1, maximum: 9 } };
const pet: FormSchema = {
  kind: "object",
  type: "object",
  members: [
    { name: "name", required: true, schema: text },
    { name: "legs", required: false, schema: count },
  ],
};

test.each<[string, FormSchema, unknown, object[]]>([
  ["a value that fits", text, "abc", []],
  ["a value that was left out", text, undefined, []],
  ["a letter counted once, however many units it takes", { ...text, limits: { maxLength: 1 } }, "😀", []],
  ["a text too short", text, "a", [{ field: "f", reason: "limits", rule: "length 2 to 4" }]],
  ["a text of another form", text, "AB", [{ field: "f", reason: "limits", rule: "matches ^[a-z]+$" }]],
  ["a number in place of a text", text, 3, [{ field: "f", reason: "type", rule: "string" }]],
  ["a fraction", count, 1.5, [{ field: "f", reason: "integer" }]],
  ["a text in place of a number", count, "1", [{ field: "f", reason: "number" }]],
  ["a number out of range", count, 10, [{ field: "f", reason: "limits", rule: "1 to 9" }]],
  ["a value of no choice", { ...text, allowed: ["aa", "bb"] }, "cc", [{ field: "f", reason: "allowed", rule: '"aa", "bb"' }]],
  ["null where it is allowed", { ...text, nullable: true }, null, []],
  ["a list for an object", pet, [], [{ field: "f", reason: "type", rule: "object" }]],
])("finds the fault of %s", (_, schema, value, faults) => expect(findFaults(schema, value, "f")).toEqual(faults));

test("names a field inside a list of objects by its path, and a required one that is missing", () => {
  const pets: FormSchema = { kind: "array", type: "array", items: pet, limits: { maxItems: 1 } };
  expect(findFaults(pets, [{ name: "rex" }, { legs: 0 }], "body")).toEqual([
    { field: "body", reason: "limits", rule: "items at most 1" },
    { field: "body/1/name", reason: "missing" },
    { field: "body/1/legs", reason: "limits", rule: "1 to 9" },
  ]);
});

test("a name that every object inherits still counts as missing", () => {
  const odd: FormSchema = { ...pet, members: [{ name: "constructor", required: true, schema: text }] };
  expect(findFaults(odd, {}, "f")).toEqual([{ field: "f/constructor", reason: "missing" }]);
});

test.each(["(a+)+$", "(?<x>a)", "(a)\\1", "[", "^a*a*a*a*c$", "a?a?a?c$", "^x|a{0,9}a{0,9}a{0,9}c$"])(
  "an invalid pattern, or one that may not end, refuses nothing: %s",
  (pattern) => expect(findFaults({ kind: "string", type: "string", limits: { pattern } }, "b", "f")).toEqual([]),
);

test("an address of mail is checked by its pattern, which has three flexible parts", () => {
  const address: FormSchema = { kind: "string", type: "string", limits: { pattern: "^[^@]+@[^@]+\\.[^@]+$" } };
  expect(findFaults(address, "ada@example.com", "f")).toEqual([]);
  expect(findFaults(address, "ada@example", "f")).toMatchObject([{ field: "f", reason: "limits" }]);
});

test("a value is checked by the choice of its kind, however many faults it has there", () => {
  const choices: FormSchema[] = [count, pet];
  expect(nearestChoice(choices, { legs: 99 })).toBe(1);
  expect(nearestChoice(choices, 99)).toBe(0);
  expect(findFaults({ kind: "choice", type: "any", choices }, {}, "f")).toEqual([{ field: "f/name", reason: "missing" }]);
});

test("a new value has its first choice and what is required, and ends where a schema is inside itself", () => {
  expect(firstValue({ ...text, allowed: ["aa", "bb"] })).toBe("aa");
  expect(firstValue({ kind: "array", type: "array", items: pet })).toEqual([]);
  const members = [{ name: "kind", required: true, schema: { ...text, allowed: ["dog"] } }];
  expect(firstValue({ ...pet, members })).toEqual({ kind: "dog" });
  const inside: FormSchema = { kind: "object", type: "object", members: [] };
  const endless = { ...inside, members: [{ name: "in", required: true, schema: inside }] };
  Object.assign(inside, endless);
  expect(JSON.stringify(firstValue(endless)).length).toBeLessThan(100);
});

test.each([
  [" ", undefined],
  ["1.50", 1.5],
  ["-7", -7],
  ["1.", 1],
  ["1e3", 1000],
  ["one", "one"],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", integerOf("9007199254740993")],
  ["-9223372036854775808", integerOf("-9223372036854775808")],
])("reads %j as a number, unless it would be rounded", (text, value) => expect(toNumber(text)).toBe(value));
