import { describe, expect, test } from "vitest";
import type { JsonObject } from "../description/json.ts";
import { compareDescriptions, compareInDetail, isBreaking, isUnchanged } from "./compare.ts";

const text = { type: "string" };
const object = (properties: JsonObject, required: string[] = []) => ({ type: "object", properties, required });
const json = (schema: unknown) => ({ "application/json": { schema } });
const documentOf = (operation: JsonObject, rest: JsonObject = {}) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { post: { responses: {}, ...operation } } },
  ...rest,
});
const changes = (before: JsonObject, after: JsonObject) =>
  compareDescriptions(documentOf(before), documentOf(after)).changed.map(({ what, breaking }) => `${breaking ? "!" : ""}${what}`);
const requests = (before: unknown, after: unknown) =>
  changes({ requestBody: { content: json(before) } }, { requestBody: { content: json(after) } });
const responses = (before: unknown, after: unknown) =>
  changes(
    { responses: { 200: { description: "", content: json(before) } } },
    { responses: { 200: { description: "", content: json(after) } } },
  );

test("operations that are new, gone or deprecated are listed by method and path", () => {
  const before = { openapi: "3.1.0", paths: { "/a": { get: {}, put: {} }, "/b": { get: {} } } };
  const after = { openapi: "3.1.0", paths: { "/a": { get: { deprecated: true }, post: {} }, "/b": { get: {} } } };
  const found = compareDescriptions(before, after);
  expect(found).toEqual({ added: ["POST /a"], removed: ["PUT /a"], deprecated: ["GET /a"], changed: [] });
  expect(isBreaking(found)).toBe(true);
  expect(isUnchanged(compareDescriptions(before, structuredClone(before)))).toBe(true);
});

describe("a request breaks programs when it asks for more or takes less", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["an optional field", object({}), object({ a: text }), ["`a` in the request body is new."]],
    ["a required field", object({}), object({ a: text }, ["a"]), ["!`a` in the request body is new and required."]],
    ["a field that goes", object({ a: text, b: text }), object({ b: text }), ["!`a` in the request body is removed."]],
    ["a duty", object({ a: text }), object({ a: text }, ["a"]), ["!`a` in the request body is required now."]],
    ["a duty that goes", object({ a: text }, ["a"]), object({ a: text }), ["`a` in the request body is no longer required."]],
    ["a value that goes", { enum: ["x", "y"] }, { enum: ["x"] }, ['!The request body can no longer be "y".']],
    ["a value more", { enum: ["x"] }, { enum: ["x", "y"] }, ['The request body may be "y" as well.']],
    ["a wider number", { type: "integer" }, { type: "number" }, ["The request body was integer and is number."]],
    ["another type", text, { type: "integer" }, ["!The request body was string and is integer."]],
    [
      "a lower bound",
      { ...text, maxLength: 9 },
      { ...text, maxLength: 5 },
      ["!The request body has other bounds: length at most 5."],
    ],
    ["null no longer", { type: ["string", "null"] }, text, ["!The request body may no longer be null."]],
    ["a read-only field", object({}), object({ id: { ...text, readOnly: true } }, ["id"]), []],
    [
      "inside lists",
      object({ pets: { type: "array", items: object({ a: text }) } }),
      object({ pets: { type: "array", items: object({ a: { ...text, deprecated: true } }) } }),
      ["`pets[].a` in the request body is deprecated."],
    ],
    [
      "a variant that goes",
      {
        oneOf: [
          { title: "Cat", ...object({ a: text }) },
          { title: "Dog", ...object({ b: text }) },
          { title: "Cow", ...object({}) },
        ],
      },
      {
        oneOf: [
          { title: "Cat", ...object({ a: text }) },
          { title: "Cow", ...object({}) },
        ],
      },
      ["!The request body can no longer be Dog."],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(requests(before, after)).toEqual(expected);
  });
});

describe("a response breaks programs when it gives less, or what they do not know", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["a field more", object({}), object({ a: text }), ["`a` in the response 200 is new."]],
    ["a field that goes", object({ a: text, b: text }), object({ b: text }), ["!`a` in the response 200 is removed."]],
    [
      "a field that may be missing",
      object({ a: text }, ["a"]),
      object({ a: text }),
      ["!`a` in the response 200 is no longer required."],
    ],
    ["a value more", { enum: ["x"] }, { enum: ["x", "y"] }, ['!The response 200 may be "y" as well.']],
    ["a narrower number", { type: "number" }, { type: "integer" }, ["The response 200 was number and is integer."]],
    [
      "a lower bound",
      { ...text, maxLength: 9 },
      { ...text, maxLength: 5 },
      ["The response 200 has other bounds: length at most 5."],
    ],
    ["null", text, { type: ["string", "null"] }, ["!The response 200 may be null now."]],
  ])("%s", (_, before, after, expected) => {
    expect(responses(before, after)).toEqual(expected);
  });
});

test("parameters, media types, statuses and authentication are compared", () => {
  const parameter = (rest: JsonObject) => ({ parameters: [{ name: "q", in: "query", schema: text, ...rest }] });
  expect(changes({}, parameter({}))).toEqual(["The query parameter `q` is new."]);
  expect(changes({}, parameter({ required: true }))).toEqual(["!The query parameter `q` is new and required."]);
  expect(changes(parameter({}), parameter({ schema: { enum: ["a"] } }))).toEqual([
    '!The query parameter `q` takes only "a" now.',
  ]);
  expect(changes(parameter({}), {})).toEqual(["!The query parameter `q` is removed."]);
  const body = (...types: string[]) => ({ requestBody: { content: Object.fromEntries(types.map((type) => [type, {}])) } });
  expect(changes(body("text/plain"), body("text/csv"))).toEqual([
    "!The request body can no longer be text/plain.",
    "The request body may be text/csv as well.",
  ]);
  const status = (...codes: string[]) => ({ responses: Object.fromEntries(codes.map((code) => [code, { description: "" }])) });
  expect(changes(status("200", "404"), status("201"))).toEqual([
    "!The response 200 is removed.",
    "The response 404 is removed.",
    "The response 201 is new.",
  ]);
  expect(changes({}, { security: [{ key: [] }] })).toEqual(["!Authentication is required now: key."]);
  expect(changes({ security: [{ key: [] }] }, { security: [{ key: [] }, { token: [] }] })).toEqual([
    "Authentication by token is new.",
  ]);
});

test("a change of a shared schema is found in every operation that uses it", () => {
  const paths = { "/a": { post: { requestBody: { content: json({ $ref: "#/components/schemas/Pet" }) } } } };
  const withPet = (Pet: JsonObject) => ({ openapi: "3.1.0", paths, components: { schemas: { Pet } } });
  expect(compareDescriptions(withPet(object({ a: text })), withPet(object({ a: text, b: text }, ["b"]))).changed).toEqual([
    { operation: "POST /a", what: "`b` in the request body is new and required.", breaking: true },
  ]);
});

test("only operations that a change can reach are read", () => {
  const schemas = { Pet: { $ref: "#/components/schemas/Base" }, Base: object({ a: text }), Other: object({ a: text }) };
  const uses = (name: string) => ({ post: { requestBody: { content: json({ $ref: `#/components/schemas/${name}` }) } } });
  const unread = { post: { requestBody: { content: json({ $ref: "#/components/schemas/Other" }) } } };
  const before = { paths: { "/pet": uses("Pet"), "/other": unread }, components: { schemas } };
  const after = { paths: { "/pet": uses("Pet"), "/other": unread }, components: { schemas: { ...schemas, Base: object({}) } } };
  expect(compareDescriptions(before, after).changed).toEqual([
    { operation: "POST /pet", what: "`a` in the request body is removed.", breaking: true },
  ]);
});

test("the number of changes is bounded", () => {
  const paths = (type: string) =>
    Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [`/p${index}`, { post: { requestBody: { content: json({ type }) } } }]),
    );
  expect(compareDescriptions({ paths: paths("string") }, { paths: paths("integer") }).changed).toHaveLength(500);
});

test("a schema that thousands of others use takes time by their number alone", { timeout: 5_000 }, () => {
  const user = { $ref: "#/components/schemas/Base" };
  const users = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`S${index}`, user]));
  const documentWith = (Base: JsonObject) => ({ paths: {}, components: { schemas: { Base, ...users } } });
  expect(isUnchanged(compareDescriptions(documentWith({}), documentWith(text)))).toBe(true);
});

test("names what is gone: with its new name, with the field that it is of, and once for all operations", () => {
  const bodyOf = (properties: object) => ({ content: { "application/json": { schema: { type: "object", properties } } } });
  const operation = (parameters: object[], properties: object) => ({
    operationId: "send",
    parameters,
    requestBody: bodyOf(properties),
    responses: { 200: { description: "ok" } },
  });
  const query = (name: string, schema: object) => ({ name, in: "query", schema });
  const paths = (parameters: object[], properties: object) => ({
    "/pets": { post: operation(parameters, properties) },
    "/shops": { put: operation(parameters, properties) },
  });
  const before = paths([query("page_size", { type: "integer", maximum: 100 }), query("owner", { type: "string" })], {
    user_id: { type: "string" },
    state: { enum: ["new", "old"] },
  });
  const after = paths([query("page_size", { type: "integer", maximum: 50 })], {
    userId: { type: "string" },
    owner: { type: "string" },
    state: { enum: ["new"] },
  });
  const { outdated } = compareInDetail({ paths: before }, { paths: after });
  expect(outdated.map(({ operations, ...rest }) => ({ ...rest, in: operations.map((each) => each.operation) }))).toEqual([
    { kind: "limit", name: "100", of: "page_size", in: ["POST /pets", "PUT /shops"] },
    { kind: "field", name: "user_id", renamedTo: "userId", in: ["POST /pets", "PUT /shops"] },
    { kind: "value", name: "old", of: "state", in: ["POST /pets", "PUT /shops"] },
  ]);
});

test("the fields of an object that is too deep to be read are not removed", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`f${index}`, { type: "object", properties: { a: {} } }]),
  );
  const documentOf = (more: object) => ({
    paths: {
      "/pets": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: { type: "object", properties: { ...more, ...wide, last: { $ref: "#/components/schemas/Last" } } },
              },
            },
          },
          responses: {},
        },
      },
    },
    components: { schemas: { Last: { type: "object", properties: { a: {}, b: {} } } } },
  });
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`n${index}`, { type: "object", properties: { a: {} } }]),
  );
  const { changed } = compareDescriptions(documentOf({}), documentOf(many));
  expect(changed.filter(({ breaking }) => breaking)).toEqual([]);
  expect(changed.length).toBeGreaterThan(0);
});
