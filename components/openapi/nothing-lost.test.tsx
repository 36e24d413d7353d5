import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toOperationText } from "../../lib/content/markdown/reference-text.ts";
import { writeMarkdown } from "../../lib/content/tree/markdown-writer.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import type { JsonObject } from "../../lib/openapi/description/json.ts";
import { listOperations, listWebhooks, type Operation, readOperation, WEBHOOK } from "../../lib/openapi/document/operation.ts";
import { toOperationDocument } from "../../lib/openapi/document/operation-document.ts";
import { readOpenApi } from "../../lib/openapi/openapi.ts";
import { toPlayground } from "../../lib/openapi/playground/playground.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { DocumentHtml } from "./reference/document-html.tsx";
import { toPanel } from "./samples/panel.ts";

const messages = docsMessages("en");
const context = { pageKey: { language: "en" } } as LinkContext;

function htmlOf(operation: Operation): string {
  const document = <DocumentHtml blocks={toOperationDocument(operation)} messages={messages} context={context} />;
  return renderToStaticMarkup(document).replaceAll("&quot;", '"');
}

/** The code of an operation, and the words about it. */
const panelOf = (operation: Operation) => toPanel(operation, toPlayground(operation));
const markdownOf = (operation: Operation) => writeMarkdown(toOperationText(operation).tree);

function operationOf(operation: JsonObject, rest: JsonObject = {}): Operation {
  const read = readOperation({ openapi: "3.1.0", paths: { "/a": { post: operation } }, ...rest }, { method: "POST", path: "/a" });
  if (!read) throw new Error("no operation");
  return read;
}

/** Kinds of values, each with the words that a reader finds of it. */
const { kinds, schemas }: { kinds: [string, JsonObject, string[]][]; schemas: JsonObject } = parse(
  readFileSync("internal/testing/fixtures/kinds.yaml", "utf8"),
);

/** Fields that are shown to no reader, and why. */
const LEFT_OUT: readonly (readonly [name: string, schema: JsonObject, word: string, reason: string])[] = [
  [
    "how XML has it",
    { type: "string", xml: { name: "Wing" } },
    "Wing",
    "the samples and fields are JSON, and most XML names repeat the property's",
  ],
  [
    "the title of an element",
    { type: "array", items: { title: "Tabby", type: "object" } },
    "Tabby",
    "generators give every model one, which is its name in their code; a choice has it",
  ],
  ["a comment", { type: "string", $comment: "Inward" }, "Inward", "JSON Schema: not for readers"],
  ["anchors", { type: "string", $anchor: "Inward", $dynamicAnchor: "Inward" }, "Inward", "names for references"],
];

test.each(LEFT_OUT)("left out is %s", (_, schema, word) => {
  const content = { "application/json": { schema: { type: "object", properties: { value: schema } } } };
  expect(htmlOf(operationOf({ requestBody: { content } }))).not.toContain(word);
});

test.each(kinds)("nothing is lost of %s, in a body, a parameter, an answer, an element and a map", (_, schema, words) => {
  const contentOf = (value: JsonObject) => ({
    "application/json": { schema: { type: "object", properties: { value } } },
  });
  const content = contentOf(schema);
  const components = { schemas };
  const places = {
    body: operationOf({ requestBody: { content } }, { components }),
    parameter: operationOf({ parameters: [{ name: "value", in: "query", schema }] }, { components }),
    answer: operationOf({ responses: { 200: { content } } }, { components }),
    header: operationOf({ responses: { 200: { description: "ok", headers: { value: { schema } } } } }, { components }),
    element: operationOf({ requestBody: { content: contentOf({ type: "array", items: schema }) } }, { components }),
    map: operationOf({ requestBody: { content: contentOf({ type: "object", additionalProperties: schema }) } }, { components }),
  };
  for (const [place, operation] of Object.entries(places)) {
    const html = htmlOf(operation);
    const markdown = markdownOf(operation);
    const lost = (text: string) => words.filter((word) => !text.includes(word));
    expect([place, lost(html), lost(markdown)]).toEqual([place, [], []]);
  }
});

test("allowed values are values to copy, folded above twelve, and listed with what is said of them", () => {
  const numbers = Array.from({ length: 13 }, (_, index) => index);
  const values = (schema: JsonObject) => {
    const html = htmlOf(operationOf({ parameters: [{ name: "value", in: "query", schema }] }));
    const buttons = [...html.matchAll(/<button[^>]*data-copy=""[^>]*>([^<]*)/g)].map(([, text]) => text);
    return { html, buttons };
  };
  expect(values({ enum: ["a", "1", 1, null, ""] }).buttons).toEqual(["a", '"1"', "1", "null", '""']);
  expect(values({ enum: ["a"] }).html).not.toContain("<details");
  const folded = values({ enum: numbers });
  expect(folded.html).toMatch(/<details class="field-inside"><summary>Allowed values \(13\)<\/summary>/);
  expect(folded.buttons).toEqual(numbers.map(String));
  const listed = values({ oneOf: [{ const: "a", description: "First." }, { const: "b" }] });
  expect(listed.html.replace(/<[^>]*>/g, " ")).toMatch(/Allowed values\s+a\s+First\.\s+b/);
});

test("a style is said where it is not that of its place, and a rule of names where it says more than text", () => {
  const said = (parameter: JsonObject) => {
    const operation = operationOf({ parameters: [{ name: "value", in: "query", ...parameter }] });
    return [htmlOf(operation), markdownOf(operation)].map((text) => /style \w+|names \w+/.exec(text)?.[0]);
  };
  const schema = { type: "array", items: { type: "string" } };
  expect(said({ schema, style: "form" })).toEqual([undefined, undefined]);
  expect(said({ schema, style: "pipeDelimited" })).toEqual(["style pipeDelimited", "style pipeDelimited"]);
  expect(said({ schema, in: "header", style: "simple" })).toEqual([undefined, undefined]);
  expect(said({ schema: { type: "object", propertyNames: { type: "string" } } })).toEqual([undefined, undefined]);
  expect(said({ schema: { type: "object", propertyNames: { maxLength: 3 } } })).toEqual(["names fit", "names fit"]);
});

test("each named example has its summary, in a parameter, a body and an answer", () => {
  const examples = { small: { summary: "Small one", value: { n: 11 } }, big: { summary: "Big one", value: { n: 22 } } };
  const content = { "application/json": { schema: { type: "object" }, examples } };
  const header = { schema: { type: "integer" }, examples: { many: { value: 99 } } };
  const operation = operationOf({
    parameters: [
      { name: "since", in: "query", schema: { type: "string" }, examples: { day: { summary: "A day", value: "d1" } } },
    ],
    requestBody: { content },
    responses: { 200: { headers: { "X-Left": header }, content } },
  });
  expect(htmlOf(operation).replace(/<[^>]*>/g, "")).toMatch(/example "d1" \(A day\)[\s\S]*example 99/);
  expect(markdownOf(operation)).toMatch(
    /`"d1"` \(A day\)[\s\S]*Small one[\s\S]*Big one[\s\S]*`99`[\s\S]*Small one[\s\S]*Big one/,
  );
  const titlesOf = (examples: readonly { readonly title: string }[]) => examples.map(({ title }) => title);
  const panel = panelOf(operation);
  expect([panel.examples, panel.responses[0]?.examples ?? []].map(titlesOf)).toEqual([
    ["Small one", "Big one"],
    ["Small one", "Big one"],
  ]);
});

test("one example alone has its summary, and none without", () => {
  const contentOf = (example: object) => ({ "application/json": { schema: { type: "object" }, examples: { usual: example } } });
  const operationWith = (example: object) =>
    operationOf({ requestBody: { content: contentOf(example) }, responses: { 200: { content: contentOf(example) } } });
  const described = operationWith({ summary: "Of a small one", value: { n: 11 } });
  const titles = (operation: Operation) => {
    const { examples, responses } = panelOf(operation);
    return [examples, responses[0]?.examples ?? []].map((list) => list.map(({ title }) => title));
  };
  expect(titles(described)).toEqual([["Of a small one"], ["Of a small one"]]);
  expect(markdownOf(described).match(/Of a small one/g)).toHaveLength(2);
  expect(titles(operationWith({ value: { n: 11 } }))).toEqual([[], [""]]);
});

test("fields whose names differ in signs alone have an id each, and the first keeps its own", () => {
  const text = { type: "string" };
  const properties = { "a b": text, "a-b": text, "a/b": text };
  const operation = operationOf({
    parameters: ["x[y]", "x-y-"].map((name) => ({ name, in: "query", schema: text })),
    requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
  });
  const ids = [...htmlOf(operation).matchAll(/class="field" id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["query-x-y-", "query-x-y--2", "body-a-b", "body-a-b-2", "body-a-b-3"]);
});

test("one way to authenticate is said once, with its scopes at the field", () => {
  const securitySchemes = { OAuth2: { type: "oauth2", flows: {} } };
  const operation = operationOf({ security: [{ OAuth2: ["read"] }] }, { components: { securitySchemes } });
  const html = htmlOf(operation);
  expect(html.match(/OAuth2/g)).toBeNull();
  expect(html).toContain("Scopes: <code>read</code>");
});

test("a reader sees which schemes go together, which are a choice, and their scopes", () => {
  const securitySchemes = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    token: { type: "http", scheme: "bearer" },
    login: { type: "oauth2", flows: {} },
  };
  const security = [{ key: [], token: [] }, { login: ["read", "write"] }, {}];
  const operation = operationOf({ security }, { components: { securitySchemes } });
  expect(htmlOf(operation)).toContain("<code>key</code></span><span> + <code>token</code>");
  expect(htmlOf(operation)).toContain("<code>login</code> (read, write)");
  expect(markdownOf(operation)).toMatch(
    /`key` and `token`[\s\S]*`login` with the scopes read, write[\s\S]*nothing: it is optional/,
  );
});

test("alternatives are separate in Markdown, what they share is listed once, patterns are as written, and the server is named", () => {
  const circle = { type: "object", title: "Circle", properties: { size: { type: "number" }, radius: { type: "number" } } };
  const square = {
    type: "object",
    title: "Square",
    properties: { size: { type: "number" }, side: { type: "string", pattern: "^\\d*$" } },
  };
  const content = { "application/json": { schema: { oneOf: [circle, square] } } };
  const operation = operationOf({ requestBody: { content }, servers: [{ url: "https://api.example.com/v1" }] });
  const markdown = markdownOf(operation);
  expect(markdown.match(/`size`/g)).toHaveLength(1);
  expect(markdown).toContain("`(Circle).radius`");
  expect(markdown).toContain("`(Square).side` (string) (matches `^\\d*$`)");
  expect(markdown).toContain("`https://api.example.com/v1`");
});

test("the code that a description brings is shown", () => {
  const operation = operationOf({ "x-codeSamples": [{ lang: "Python", label: "SDK", source: "client.a()" }] });
  expect(panelOf(operation).samples[0]).toEqual({ title: "SDK", language: "Python", code: "client.a()" });
  expect(markdownOf(operation)).toContain("```python\nclient.a()\n```");
});

test("OpenAPI 3.2 is read with its methods, its streams and what it says of tags", async () => {
  const item = { type: "object", properties: { data: { type: "string", description: "A part." } } };
  const get = {
    responses: { 200: { summary: "Short.", description: "ok", content: { "text/event-stream": { itemSchema: item } } } },
  };
  const responses = { 200: { description: "ok" } };
  const paths = { "/b": { get, query: { responses }, additionalOperations: { COPY: { responses } } } };
  const tags = [{ name: "books", summary: "Books and shelves", kind: "nav" }];
  const servers = [{ url: "https://api.example.com", name: "Main" }];
  const text = JSON.stringify({ openapi: "3.2.0", info: { title: "B", version: "1" }, servers, tags, paths });
  const { document, findings } = await readOpenApi({ text });
  expect(findings).toEqual([]);
  if (!document) throw new Error("no document");
  expect(listOperations(document).map(({ method }) => method)).toEqual(["GET", "QUERY", "COPY"]);
  expect(readOperation(document, { method: "copy", path: "/b" })?.method).toBe("COPY");
  const read = readOperation(document, { method: "GET", path: "/b" });
  expect(read && markdownOf(read)).toMatch(/Short\.[\s\S]*`data` \(string\): A part\./);
});

test("webhooks and callbacks are operations, a callback beside the one that leads to it", () => {
  const done = { "{$request.body#/url}": { post: { summary: "It is done", responses: {} } } };
  const paths = {
    "/a": { post: { tags: ["jobs"], callbacks: { done } } },
    "/b": { put: { operationId: "two", callbacks: { done } } },
  };
  const document = { openapi: "3.1.0", paths, webhooks: { sold: { post: {} } } };
  expect(listWebhooks(document).map(({ path }) => path)).toEqual(["sold", "done", "two done"]);
  expect(readOperation(document, { method: WEBHOOK, path: "done" })).toMatchObject({
    title: "It is done",
    tag: "jobs",
    servers: [],
  });
});
