import { expect, test } from "vitest";
import type { JsonObject } from "../../../lib/openapi/description/json.ts";
import { readOperation, WEBHOOK } from "../../../lib/openapi/document/operation.ts";
import { toPlayground } from "../../../lib/openapi/playground/playground.ts";
import { toPanel } from "./panel.ts";

function panelOf(operation: JsonObject, webhook = false) {
  const servers = [{ url: "https://api.example" }];
  const document = webhook ? { webhooks: { a: { post: operation } } } : { servers, paths: { "/a": { post: operation } } };
  const read = readOperation(document, { method: webhook ? WEBHOOK : "POST", path: webhook ? "a" : "/a" });
  if (!read) throw new Error("no operation");
  return { operation: read, panel: toPanel(read, toPlayground(read)) };
}

const answer = (text: string, length: number) => ({
  content: { "application/json": { example: { text, more: "x".repeat(length) } } },
});
const sample = (lang: string, label: string, source: string) => ({ lang, label, source });

test("code of the description comes first, in place of the generated one of its language; two of one title are both kept", () => {
  const { panel } = panelOf({
    "x-codeSamples": [sample("shell", "CLI", "one"), sample("node", "SDK", "two"), sample("TypeScript", "SDK", "three")],
    responses: {},
  });
  expect(panel.samples.map(({ title, code = "generated" }) => `${title}: ${code}`)).toEqual([
    ...["CLI: one", "SDK: two", "SDK (2): three"],
    ...["Python", "Go", "PHP", "Ruby", "Java", "C#"].map((language) => `${language}: generated`),
  ]);
  expect(panel.first).toContain("import requests");
});

test("named examples of a body fill the samples; one that no form holds comes with its code", () => {
  const examples = {
    small: { summary: "Small", description: "A few.", value: { n: 1 } },
    large: { value: { n: "x".repeat(30_000) } },
    last: { value: { n: 3 } },
  };
  const { panel } = panelOf({ requestBody: { content: { "application/json": { examples } } }, responses: {} });
  expect(panel.examples.map(({ title, note, held, code }) => [title, note, held, code?.length])).toEqual([
    ["Small", "A few.", 0, undefined],
    ["large", undefined, undefined, expect.any(Number)],
    ["last", undefined, 1, undefined],
  ]);
  expect(panel.first).toContain('"n": 1');
});

test("a webhook has no code of a call, and shows what it sends", () => {
  const { panel } = panelOf({ requestBody: { content: { "application/json": { example: { paid: true } } } } }, true);
  expect([panel.samples, panel.first]).toEqual([[], ""]);
  expect(panel.examples).toEqual([{ title: "application/json", code: '{\n  "paid": true\n}' }]);
});

test("a long answer of a call that succeeds is shown, and a long error is not", () => {
  const { panel } = panelOf({ responses: { 200: answer("done", 12_000), 404: answer("gone", 100), 500: answer("bad", 12_000) } });
  expect(panel.responses.map(({ status }) => status)).toEqual(["200", "404"]);
});

test("no example is generated for an error, which shows none", () => {
  const body = { content: { "application/json": { schema: { type: "object", properties: { a: { type: "string" } } } } } };
  const { operation } = panelOf({ responses: { 200: body, 404: body, 500: body } });
  const generated: string[] = [];
  const responses = operation.responses.map((response) => ({
    ...response,
    contents: response.contents.map((content) => ({
      ...content,
      example: () => {
        generated.push(response.status);
        return content.example();
      },
    })),
  }));
  toPanel({ ...operation, responses }, toPlayground(operation));
  expect(generated).toEqual(["200"]);
});
