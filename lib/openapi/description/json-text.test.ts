import { expect, test } from "vitest";
import { factWords } from "../document/facts.ts";
import { readOperation } from "../document/operation.ts";
import { readOpenApi } from "../openapi.ts";
import { initialState, toCall } from "../playground/call.ts";
import { findFaults, toNumber } from "../playground/form-values.ts";
import { toPlayground } from "../playground/playground.ts";
import { parseJson, toJson } from "./json-text.ts";

test.each([
  '{"id":1234567890123456789,"low":-9223372036854775808}',
  '[1234567890123456789,"1234567890123456789",12,1.5]',
  '{"1234567890123456789":"a \\"1234567890123456789\\", 1234567890123456789"}',
  '"\\\\"',
])("JSON is written as it was read: %s", (text) => expect(toJson(parseJson(text))).toBe(text));

test("fractions and bounds are numbers, whatever their length", () => {
  expect(parseJson("[0.12345678901234567890, 1e20]")).toEqual([0.12345678901234568, 1e20]);
  expect(parseJson('{"maximum": 9223372036854775807}')).toEqual({ maximum: 2 ** 63 });
  expect(() => parseJson("{1234567890123456789")).toThrow(SyntaxError);
});

const described = (example: string) =>
  `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{"/a/{id}":{"post":{
"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"},"example":${example}}],
"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807,"example":${example}}}}}}},
"responses":{"200":{"description":"ok"}}}}}}`;
const yaml = (example: string) => described(example).replace(/^\{/, "# YAML\n{");

test.each([described, yaml])(
  "an example of 64 bits is as it is written, in the facts, in the form and in the request",
  async (write) => {
    const { document, findings } = await readOpenApi({ text: write("1234567890123456789") });
    expect(findings).toEqual([]);
    const operation = document && readOperation(document, { method: "POST", path: "/a/{id}" });
    if (!operation) throw new Error("no operation");
    expect(operation.body?.contents[0]?.schema.members[0]?.schema.facts.map(factWords)).toContain("example 1234567890123456789");
    const playground = toPlayground(operation);
    const state = initialState(playground);
    expect(toCall(playground, state)).toMatchObject({
      url: "https://a.example/a/1234567890123456789",
      body: { text: '{\n  "id": 1234567890123456789\n}' },
    });
    const [body] = playground.bodies;
    expect(body && findFaults(body.schema, body.initial, "body")).toEqual([]);
  },
);

test("a long integer that a reader types is sent as digits", () => {
  expect(toJson({ id: toNumber(" 1234567890123456789 ") })).toBe('{"id":1234567890123456789}');
  expect(toNumber("12")).toBe(12);
  expect(toNumber("1.")).toBe(1);
  expect(toNumber("1x")).toBe("1x");
});
