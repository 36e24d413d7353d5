import { expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { readOperation } from "./operation.ts";
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
  expect(playground).toEqual({
    method: "POST",
    path: "/pets",
    servers: ["https://api.example.com"],
    credentials: [{ key: "security:token", name: "token", kind: "bearer", place: "header", field: "Authorization" }],
    fields: [
      { key: "query:limit", name: "limit", place: "query", required: true, initial: "1" },
      { key: "query:sort", name: "sort", place: "query", required: false, initial: "" },
      { key: "header:trace", name: "trace", place: "header", required: true, initial: "" },
    ],
    body: { contentType: "application/json", required: true, initial: '{\n  "name": "string"\n}' },
  });
  expect(JSON.parse(JSON.stringify(playground))).toEqual(playground);
});

test("without a server that can be called there is none", () => {
  for (const servers of [undefined, [], [{ url: "https://{open}.example.com" }], 3])
    expect(playgroundOf({}, { servers })).toBeUndefined();
  const servers = [{ url: "https://{open}.example.com" }, { url: "/v1" }];
  expect(playgroundOf({}, { servers })?.servers).toEqual(["/v1"]);
});

test("headers that no browser can send are left out", () => {
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "api key" } };
  const parameters = ["X-Trace", "X Trace", "x:y", "→", "__proto__"].map((name) => ({ name, in: "header", schema: text }));
  const playground = playgroundOf({ parameters, security: [{ key: [] }] }, { components: { securitySchemes } });
  expect(playground?.fields.map(({ name }) => name)).toEqual(["X-Trace", "__proto__"]);
  expect(playground?.credentials).toEqual([]);
  expect(() => playground?.fields.map(({ name }) => new Headers([[name, "x"]]))).not.toThrow();
});

test("a body is text that fits into a form", () => {
  const bodyOf = (content: JsonObject) => playgroundOf({ requestBody: { content } })?.body;
  expect(bodyOf({ "image/png": {} })).toBeUndefined();
  expect(bodyOf({ "text/plain": { example: "Hello" } })).toEqual({
    contentType: "text/plain",
    required: false,
    initial: "Hello",
  });
  expect(bodyOf({ "text/plain": { example: "x".repeat(20_001) } })?.initial).toBe("");
});
