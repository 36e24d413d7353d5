import { expect, test } from "vitest";
import type { JsonObject } from "../description/json.ts";
import { readOperation } from "../document/operation.ts";
import { toPlayground } from "./playground.ts";

const text = { type: "string" };
const playgroundOf = (operation: JsonObject, rest: JsonObject = {}) => {
  const document = { servers: [{ url: "https://api.example.com/" }], paths: { "/pets": { post: operation } }, ...rest };
  return toPlayground(readOperation(document, { method: "POST", path: "/pets" })!);
};

test("an operation becomes plain data with nothing left to resolve", () => {
  const securitySchemes = { token: { type: "http", scheme: "bearer" }, session: { type: "apiKey", in: "cookie", name: "sid" } };
  const schemas = { Pet: { type: "object", properties: { name: text, parent: { $ref: "#/components/schemas/Pet" } } } };
  const operation = {
    security: [{ token: [] }, { session: [] }],
    parameters: [
      { name: "limit", in: "query", required: true, schema: { type: "integer", minimum: 1 } },
      { name: "sort", in: "query", schema: { ...text, example: "name" } },
      { name: "trace", in: "header", required: true, schema: text },
      { name: "sid", in: "cookie", schema: text },
    ],
    requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
  };
  const playground = playgroundOf(operation, { components: { securitySchemes, schemas } });
  const string = { kind: "string", type: "string" };
  const query = { place: "query", style: "form", explode: true };
  expect(playground).toEqual({
    method: "POST",
    path: "/pets",
    servers: ["https://api.example.com"],
    credentials: [
      { key: "security:token", name: "token", kind: "bearer", place: "header", field: "Authorization", asked: true },
      { key: "security:session", name: "session", kind: "apiKey", place: "cookie", field: "sid" },
    ],
    ways: [["security:token"], ["security:session"]],
    fields: [
      {
        ...{ key: "query:limit", name: "limit", required: true, initial: 1, ...query },
        schema: { kind: "integer", type: "integer", limits: { minimum: 1 } },
      },
      { key: "query:sort", name: "sort", required: false, ...query, schema: string },
      { key: "header:trace", name: "trace", place: "header", required: true, style: "simple", explode: false, schema: string },
      { key: "cookie:sid", name: "sid", place: "cookie", required: false, style: "form", explode: true, schema: string },
    ],
    needsBody: true,
    bodies: [
      {
        contentType: "application/json",
        kind: "json",
        initial: { name: "example" },
        schema: {
          ...{ kind: "object", type: "object", title: "Pet" },
          members: [
            { name: "name", required: false, schema: string },
            { name: "parent", required: false, schema: { kind: "any", type: "object", title: "Pet" } },
          ],
        },
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(playground))).toEqual(playground);
});

test("a parameter without an example is open, so that a sample names it", () => {
  const path = (schema: object, rest: object = {}) => ({ name: "a", in: "path", required: true, schema, ...rest });
  const initial = (parameter: object) => playgroundOf({ parameters: [parameter] }).fields[0]?.initial;
  const numbers = [{ type: "integer" }, { type: "integer", minimum: 1 }, text].map((schema) => initial(path(schema)));
  expect(numbers).toEqual([undefined, 1, undefined]);
  expect(initial(path({ type: "integer" }, { example: 7 }))).toBe(7);
});

test("a body of any type is sent as JSON, and a form has the style of each member", () => {
  const object = { type: "object", properties: { a: text } };
  const bodyOf = (content: JsonObject) => playgroundOf({ requestBody: { content } }).bodies[0];
  expect(bodyOf({ "*/*": { schema: object } })).toMatchObject({ contentType: "application/json", kind: "json" });
  expect(bodyOf({ "*/*": { schema: { ...text, format: "binary" } } })).toMatchObject({ kind: "file" });
  const encoding = { a: { style: "deepObject" }, b: { style: "form" } };
  expect(bodyOf({ "application/x-www-form-urlencoded": { schema: object, encoding } })?.inBrackets).toEqual(["a"]);
});

test("servers that cannot be called are left out", () => {
  for (const servers of [[{ url: "https://exa mple.com" }], [{ url: "https://{}.example.com" }], [3]])
    expect(playgroundOf({}, { servers }).servers).toEqual([]);
  const servers = [{ url: "https://exa mple.com" }, { url: "/v1" }];
  expect(playgroundOf({}, { servers }).servers).toEqual(["/v1"]);
});

test("requests that no browser can send are left out: a body of a GET, and any TRACE", () => {
  const operation = { requestBody: { required: true, content: { "application/json": { schema: text } } }, responses: {} };
  const paths = { "/pets": { get: operation, trace: operation, delete: operation } };
  const document = { servers: [{ url: "https://api.example.com" }], paths };
  const read = (method: string) => toPlayground(readOperation(document, { method, path: "/pets" })!);
  expect(read("GET")).toMatchObject({ bodies: [], needsBody: false });
  expect(read("TRACE").servers).toEqual([]);
  expect(read("DELETE")).toMatchObject({ bodies: [{ kind: "json" }], needsBody: true, servers: ["https://api.example.com"] });
});

test("a parameter of the name of the body's media type is none, as OpenAPI says", () => {
  const parameters = [{ name: "content-Type", in: "header", required: true, schema: { ...text, example: "text/plain" } }];
  expect(playgroundOf({ parameters }).fields).toEqual([]);
});

test("headers that no browser can send are left out", () => {
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "api key" } };
  const parameters = ["X-Trace", "X Trace", "x:y", "→", "__proto__"].map((name) => ({ name, in: "header", schema: text }));
  const playground = playgroundOf({ parameters, security: [{ key: [] }] }, { components: { securitySchemes } });
  expect(playground.fields.map(({ name }) => name)).toEqual(["X-Trace", "__proto__"]);
  expect(playground.credentials).toEqual([]);
  expect(() => playground.fields.map(({ name }) => new Headers([[name, "x"]]))).not.toThrow();
});

test("each media type of a body is filled in in its own way", () => {
  const bodyOf = (content: JsonObject) => playgroundOf({ requestBody: { content } }).bodies[0];
  expect(bodyOf({ "image/png": {} })).toMatchObject({ kind: "file" });
  expect(bodyOf({ "text/plain": { example: "Hello" } })).toMatchObject({ kind: "text", initial: "Hello" });
  expect(bodyOf({ "text/plain": { example: "x".repeat(20_001) } })).not.toHaveProperty("initial");
  expect(bodyOf({ "multipart/form-data": {} })).toMatchObject({ kind: "multipart" });
  const both = playgroundOf({ requestBody: { content: { "text/plain": {}, "application/json": {} } } }).bodies;
  expect(both.map(({ contentType }) => contentType)).toEqual(["application/json", "text/plain"]);
});

test("a form has required members first, none that only the API sends, and a bounded number of fields", () => {
  const properties = { late: text, id: { ...text, readOnly: true }, first: text };
  const schema = { type: "object", required: ["first"], properties };
  const membersOf = (from: JsonObject) =>
    playgroundOf({ requestBody: { content: { "application/json": { schema: from } } } }).bodies[0]?.schema.members;
  expect(membersOf(schema)?.map(({ name }) => name)).toEqual(["first", "late"]);
  const inner = { type: "object", properties: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, text])) };
  const wide = { type: "object", properties: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`o${index}`, inner])) };
  expect(JSON.stringify(membersOf(wide)).length).toBeLessThan(20_000);
});

test("a control names the value that the API takes where none is sent", () => {
  const defaultOf = (value: unknown) => {
    const parameter = { name: "limit", in: "query", schema: { type: "integer", default: value } };
    return playgroundOf({ parameters: [parameter] }).fields[0];
  };
  expect(defaultOf(10)).toMatchObject({ schema: { default: "10" } });
  expect(defaultOf(10)).not.toHaveProperty("initial");
  expect(defaultOf(["a", false])?.schema.default).toBe('["a",false]');
  expect(defaultOf("x".repeat(99))?.schema.default).toBe(`${"x".repeat(60)}…`);
  expect(defaultOf(null)?.schema).not.toHaveProperty("default");
});

test("named examples of a body are choices, and the first fills the form", () => {
  const examples = { one: { summary: "One", value: { n: 1 } }, two: { value: { n: 2 } } };
  const [body] = playgroundOf({
    requestBody: { content: { "application/json": { schema: { type: "object" }, examples } } },
  }).bodies;
  expect(body).toMatchObject({
    initial: { n: 1 },
    examples: [
      { title: "One", value: { n: 1 } },
      { title: "two", value: { n: 2 } },
    ],
  });
});

test("an input has the first sentence of its description, without what is listed below it", () => {
  const hintOf = (description: string) =>
    playgroundOf({ parameters: [{ name: "a", in: "query", schema: { type: "string", description } }] }).fields[0]?.schema.hint;
  expect(hintOf("The `price`, e.g. of a trip. More.")).toBe("The price, e.g. of a trip.");
  expect(hintOf("By type:\n- `true`: some\n- `false`: none")).toBe("By type:");
});
