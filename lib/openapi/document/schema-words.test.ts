import { expect, test } from "vitest";
import type { JsonObject } from "../description/json.ts";
import { factWords } from "./facts.ts";
import { choicesOf, factsOf, isExhausted, look, startWalk, typeOf, withParts } from "./schema-words.ts";

const document = {
  openapi: "3.1.0",
  components: {
    schemas: {
      Id: { type: "string", format: "uuid", description: "Of the pet." },
      Pet: { properties: { id: { $ref: "#/components/schemas/Id" } } },
      Loop: { type: "array", items: { $ref: "#/components/schemas/Loop" } },
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each<[string, JsonObject]>([
  ["string, uuid", ref("Id")],
  ["object", ref("Pet")],
  ["array of object", { items: ref("Pet") }],
  ["string or null", { type: ["string", "null"] }],
  ["string, uuid or integer", { oneOf: [ref("Id"), { type: "integer" }, { type: "integer" }] }],
  ["number", { const: 3 }],
  ["string", { enum: ["a"] }],
  ["any", {}],
  ["any", { type: "tuple" }],
  ["array of array of array of array of object", ref("Loop")],
])("calls the type %s", (words, schema) => expect(typeOf(startWalk(document), schema)).toBe(words));

test("lists what a value must be, in words", () => {
  const facts = (schema: JsonObject) => factsOf(startWalk(document), schema).map(factWords);
  expect(facts({ enum: ["a", 1], default: "a" })).toEqual(['one of "a", 1', 'default "a"']);
  const many = Array.from({ length: 1_003 }, (_, index) => index);
  expect(facts({ enum: many })).toEqual([`one of ${many.slice(0, 1_000).join(", ")}, and 3 more`]);
  expect(facts({ items: { enum: ["x"] }, minItems: 1, maxItems: 3 })).toEqual(['each one of "x"', "items 1 to 3"]);
  expect(facts({ exclusiveMinimum: 0, maximum: 9, multipleOf: 3 })).toEqual(["greater than 0", "at most 9", "multiple of 3"]);
  expect(facts({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual([]);
  expect(facts({ pattern: "a".repeat(301) })).toEqual([`matches ${"a".repeat(300)}`]);
});

test("joins the parts of allOf: the schema itself wins over them, and an earlier part over a later one", () => {
  const joined = withParts(startWalk(document), {
    allOf: [ref("Id"), { description: "Later.", maxLength: 9 }],
    format: "own",
  });
  expect(joined).toMatchObject({ type: "string", format: "own", description: "Of the pet.", maxLength: 9 });
});

test("a schema of thousands of choices costs no more than the bound", () => {
  const walk = startWalk(document);
  expect(choicesOf({ oneOf: Array.from({ length: 500 }, () => ({})) }).length).toBe(100);
  for (let count = 0; count <= 5_000; count += 1) look(walk, ref("Id"));
  expect([isExhausted(walk), look(walk, ref("Id"))]).toEqual([true, {}]);
});
