import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { docsMessages } from "../../../lib/i18n/messages.ts";
import { readOperation } from "../../../lib/openapi/document/operation.ts";
import { toPlayground } from "../../../lib/openapi/playground/playground.ts";
import { OperationExamples } from "./operation-examples.tsx";

const answer = (text: string, length: number) => ({
  content: { "application/json": { example: { text, more: "x".repeat(length) } } },
});

test("a long answer of a call that succeeds is shown, and a long error is not", () => {
  const get = { responses: { 200: answer("done", 12_000), 404: answer("gone", 100), 500: answer("broken", 12_000) } };
  const operation = readOperation({ paths: { "/a": { get } } }, { method: "GET", path: "/a" });
  if (!operation) throw new Error("no operation");
  const messages = docsMessages("en");
  const html = renderToStaticMarkup(
    <OperationExamples operation={operation} playground={toPlayground(operation)} messages={messages} />,
  );
  expect(["200", "404", "500"].filter((status) => html.includes(`>${status}<`))).toEqual(["200", "404"]);
});

test("no example is generated for an error, which shows none", () => {
  const body = { content: { "application/json": { schema: { type: "object", properties: { a: { type: "string" } } } } } };
  const get = { responses: { 200: body, 404: body, 500: body } };
  const operation = readOperation({ paths: { "/a": { get } } }, { method: "GET", path: "/a" });
  if (!operation) throw new Error("no operation");
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
  renderToStaticMarkup(
    <OperationExamples
      operation={{ ...operation, responses }}
      playground={toPlayground(operation)}
      messages={docsMessages("en")}
    />,
  );
  expect(generated).toEqual(["200"]);
});
