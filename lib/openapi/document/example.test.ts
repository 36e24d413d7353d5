import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { JsonObject } from "../description/json.ts";
import type { OpenApiDocument } from "../description/reference.ts";
import { exampleOf as readExample } from "./example.ts";
import { readOperation } from "./operation.ts";
import type { Use } from "./schema.ts";

const exampleOf = (document: OpenApiDocument, part: JsonObject, use: Use) =>
  readExample(document, part, { use, room: { schemas: 5_000 } });

const make = (schema: unknown, schemas: object = {}, use: Use = "request") =>
  exampleOf({ components: { schemas } }, { schema }, use);
const text = { type: "string" };

// The sampler writes to the console what it cannot join.
let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test("examples of the description come first", () => {
  const document = { components: { examples: { Cat: { value: { name: "Tom" } } } } };
  const schema = { type: "object", properties: { name: { type: "string" } } };
  expect(exampleOf(document, { example: 3, schema }, "request")).toBe(3);
  expect(exampleOf(document, { examples: { cat: { $ref: "#/components/examples/Cat" } }, schema }, "request")).toEqual({
    name: "Tom",
  });
  const inValue = { cat: { value: { $ref: "#/components/examples/Cat" } } };
  expect(exampleOf(document, { examples: inValue, schema }, "request")).toEqual({ name: "Tom" });
  for (const examples of [["x"], 3, {}, { cat: { $ref: "#/components/examples/None" } }])
    expect(exampleOf(document, { examples, schema }, "request")).toEqual({ name: "example" });
});

test.each([
  ["its example", { ...text, example: "a", default: "b" }, "a"],
  ["its first example", { ...text, examples: ["a", "b"] }, "a"],
  ["its default", { enum: ["a", "b"], default: "b" }, "b"],
  ["its only value", { const: "a" }, "a"],
  ["its first value", { enum: ["a", "b"] }, "a"],
  ["null, when that is stated", { type: "null", example: null }, null],
  ["a number within its bounds", { type: "integer", minimum: 3 }, 3],
  ["a number above an open bound", { type: "integer", exclusiveMinimum: 3 }, 4],
  ["text of its length", { ...text, minLength: 8 }, "stringst"],
  ["a date", { ...text, format: "date" }, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  [
    "a time, whatever its length is said to be",
    { ...text, format: "date-time", maxLength: 3 },
    expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  ],
  ["plain text for a format with an inherited name", { ...text, format: "constructor" }, "string"],
  ["a list of one", { type: "array", items: text }, ["string"]],
  ["the type that is not null", { type: ["null", "boolean"] }, true],
  ["the choice that is not null", { anyOf: [{ type: "null" }, text] }, "string"],
  ["the first choice", { oneOf: [{ type: "array", items: text }, text] }, ["string"]],
  [
    "all its parts",
    { allOf: [{ properties: { a: text } }, { type: "object", properties: { b: text } }] },
    { a: "string", b: "string" },
  ],
  ["those parts that fit", { allOf: [text, { type: "object", properties: { b: text } }] }, "string"],
])("a schema gives %s", (_, schema, value) => {
  expect(make(schema)).toEqual(value);
});

test("a value whose name tells what it is reads like one", () => {
  const properties = {
    success_url: text,
    userEmail: text,
    notified_emails: { type: "array", items: text },
    created_at: text,
    customerId: text,
    account_id: { type: "integer" },
    created: { type: "integer", format: "unix-time" },
    amount: { type: ["null", "integer"] },
    owner: { type: "object", properties: { name: text, country: text } },
  };
  expect(make({ type: "object", required: Object.keys(properties), properties })).toEqual({
    success_url: "https://example.com",
    userEmail: "user@example.com",
    notified_emails: ["user@example.com"],
    created_at: "2026-01-15T09:30:00Z",
    customerId: "abc123",
    account_id: 123,
    created: 1_768_469_400,
    amount: 1000,
    owner: { name: "example", country: "US" },
  });
});

test("a name tells nothing where a schema says which values it takes, or where it is part of another word", () => {
  const properties = {
    curl: text,
    candid: text,
    url: { ...text, format: "uuid" },
    id: { ...text, pattern: "^x" },
    email: { ...text, maxLength: 6 },
    country: { ...text, minLength: 3 },
    user_id: { type: "integer", maximum: 9 },
    name: { ...text, enum: ["a"] },
    title: { ...text, default: "b" },
  };
  expect(make({ type: "object", required: Object.keys(properties), properties })).toEqual({
    curl: "string",
    candid: "string",
    url: expect.stringMatching(/^[0-9a-f-]{36}$/),
    id: "string",
    email: "string",
    country: "string",
    user_id: 9,
    name: "a",
    title: "b",
  });
});

test("a request shows of many members those that someone would send: required ones, and those with an example", () => {
  const optional = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`o${index}`, text]));
  const more = { list: { type: "array", items: text }, old: { ...text, deprecated: true }, ...optional };
  const described = { ...more, id: text, name: { ...text, example: "Rex" } };
  expect(make({ type: "object", required: ["id"], properties: described })).toEqual({ id: "abc123", name: "Rex" });
  expect(make({ type: "object", properties: more })).toEqual({ o0: "string", o1: "string", o2: "string" });
  expect(Object.keys(make({ type: "object", properties: more }, {}, "response") as object)).toHaveLength(30);
});

test("keys beside a reference count, as OpenAPI 3.1 allows", () => {
  const schemas = { Name: text, Pet: { type: "object", properties: { name: text } } };
  expect(make({ $ref: "#/components/schemas/Name", example: "Rex" }, schemas)).toBe("Rex");
  expect(make({ $ref: "#/components/schemas/Pet", properties: { legs: { const: 4 } } }, schemas)).toEqual({
    name: "example",
    legs: 4,
  });
});

test("nothing is made up where nothing is known", () => {
  for (const schema of [undefined, {}, true, 3, { type: "strng" }, { $ref: "#/components/schemas/None" }])
    expect(make(schema)).toBeUndefined();
  expect(make({ properties: { known: text, unknown: {}, broken: { $ref: "#/nowhere" } } })).toEqual({ known: "string" });
});

test("a request has no read-only members, a response no write-only ones", () => {
  const schema = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, name: text },
  };
  expect(make(schema, {}, "request")).toEqual({ secret: "string", name: "example" });
  expect(make(schema, {}, "response")).toEqual({ id: "abc123", name: "example" });
});

test("a schema that contains itself is left out inside itself", () => {
  const schemas = {
    Pet: {
      properties: {
        name: text,
        parent: { $ref: "#/components/schemas/Pet" },
        young: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
      },
    },
  };
  expect(make({ $ref: "#/components/schemas/Pet" }, schemas)).toEqual({ name: "example", young: [] });
});

test("members may have any name that can be written", () => {
  const schema = JSON.parse(
    '{"properties": {"__proto__": {"properties": {"a": {"type": "string"}}}, "constructor": {"type": "string"}}}',
  );
  const value = make(schema);
  expect(JSON.stringify(value)).toBe('{"constructor":"string"}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("no schema gives an example without end", () => {
  const layers = Array.from({ length: 30 }, (_, layer) => {
    const next = { $ref: `#/components/schemas/S${(layer + 1) % 30}` };
    return [`S${layer}`, { properties: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, next])) }];
  });
  const value = make({ $ref: "#/components/schemas/S0" }, Object.fromEntries(layers));
  expect(JSON.stringify(value).length).toBeLessThan(20_000);
  const huge = { properties: { text: { ...text, minLength: 1e9 }, list: { type: "array", items: text, minItems: 1e9 } } };
  expect(JSON.stringify(make(huge)).length).toBeLessThan(300);
});

test("all examples of an operation share one bound, and each is made once", () => {
  const members = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, { type: "integer" }]));
  const inner = { type: "object", required: Object.keys(members), properties: members };
  const outer = Object.fromEntries(Object.keys(members).map((name) => [name, { $ref: "#/components/schemas/Inner" }]));
  const schema = { type: "object", required: Object.keys(outer), properties: outer };
  const answer = { description: "A.", content: { "application/json": { schema } } };
  const responses = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [String(200 + at), answer]));
  const document = { paths: { "/a": { get: { responses } } }, components: { schemas: { Inner: inner } } };
  const operation = readOperation(document, { method: "get", path: "/a" });
  const examples = operation?.responses.map(({ contents: [content] }) => content?.example()) ?? [];
  const made = examples.filter((example) => example !== undefined);
  expect([examples.length, made.length]).toEqual([200, 5]);
  expect(operation?.responses[0]?.contents[0]?.example()).toBe(made[0]);
});
