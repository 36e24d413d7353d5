import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../../../lib/content/content.ts";
import { toOperationText } from "../../../lib/content/markdown/reference-text.ts";
import { referenceOf } from "../../../lib/content/site/reference.ts";
import { anchorOf } from "../../../lib/content/tree/anchors.ts";
import { docsMessages } from "../../../lib/i18n/messages.ts";
import { readOperation } from "../../../lib/openapi/document/operation.ts";
import { listIds } from "../../../lib/openapi/document/operation-document.ts";
import { staticHtml } from "../../ui/static-html.ts";
import { DocumentHtml, headingsOf } from "./document-html.tsx";

const text = { type: "string", description: "Words of a field. ".repeat(40) };
const shapes = {
  oneOf: [
    { type: "object", title: "A", properties: { a: text } },
    { type: "object", title: "B", properties: { b: text } },
  ],
};
const content = {
  "application/json": { schema: { type: "object", properties: { "x y": text, list: { type: "array", items: shapes } } } },
  "text/csv": { schema: { type: "object", properties: { row: text } } },
};
const response = { description: "ok", headers: { Left: { schema: text } }, content };
const post = {
  operationId: "add",
  tags: ["Pets"],
  security: [{ key: [] }],
  parameters: ["path", "query", "header", "cookie"].map((place) => ({ name: place, in: place, schema: text })),
  requestBody: { content },
  responses: { 404: response, 201: response },
};
const description = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1", description: "# Servers\n\n## One\n\n### Two\n\n#### Three" },
  servers: [{ url: "https://pets.example" }],
  tags: [{ name: "Pets" }, { name: "Guide", description: "A chapter." }],
  paths: { "/pets/{path}": { post } },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};

/** Shows the page of an address. */
async function show(path: string, language = "en") {
  const site = await buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, JSON.stringify(description)));
  const page = site.pages.find((each) => each.path === path);
  const reference = page && referenceOf(site, page);
  if (!page || !reference) throw new Error("no page");
  const messages = docsMessages(language);
  const html = staticHtml(<DocumentHtml blocks={reference} context={{ site, page, pageKey: page }} messages={messages} />);
  const passages = site.passages.filter((passage) => passage.path === path);
  return { html, passages, ids: listIds(reference), headings: headingsOf(reference, messages) };
}

test("a page has the ids of its document, in its order", async () => {
  for (const path of ["/docs/api/pets/add", "/docs/api"]) {
    const { html, ids } = await show(path);
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("passages and headings of the Markdown lead to the sections of the page", async () => {
  const { ids, passages } = await show("/docs/api/pets/add");
  const anchors = passages.flatMap(({ anchor }) => anchor || []);
  expect(anchors).toEqual(expect.arrayContaining(["request-body", "response-201", "response-404"]));
  expect(ids).toEqual(expect.arrayContaining(anchors));
  const operation = readOperation(description, { method: "POST", path: "/pets/{path}" });
  const headings = (operation ? toOperationText(operation).tree.children : []).flatMap((node) =>
    node.type === "heading" ? anchorOf(node) : [],
  );
  expect(headings.slice(0, 2)).toEqual(["authentication", "path-parameters"]);
  expect(ids).toEqual(expect.arrayContaining(headings));
});

test("the contents of a page name its sections in the reader's language, and of an overview its introduction first", async () => {
  const { headings } = await show("/docs/api/pets/add", "de");
  expect(headings.map(({ title }) => title)).toEqual([
    ...["Authentifizierung", "Pfadparameter", "Query-Parameter", "Header", "Cookies", "Request-Body", "Antworten"],
  ]);
  expect((await show("/docs/api")).headings).toEqual([
    { id: "servers", title: "Servers", depth: 2 },
    { id: "one", title: "One", depth: 2 },
    { id: "two", title: "Two", depth: 3 },
    { id: "servers-2", title: "Servers", depth: 2 },
    { id: "authentication", title: "Authentication", depth: 2 },
    { id: "tag/Guide", title: "Guide", depth: 2 },
    { id: "operations", title: "Operations", depth: 2 },
    { id: "tag/Pets", title: "Pets", depth: 3 },
  ]);
});

test("operations are below one heading, their tags below it lead to their pages, and a chapter is searched", async () => {
  const { html, passages } = await show("/docs/api");
  expect(html).toMatch(
    /<h2 id="tag\/Guide">Guide<\/h2>[\s\S]*<h2 id="operations">[\s\S]*<h3 id="tag\/Pets"><a[^>]*href="\/docs\/api\/pets"/,
  );
  expect(passages.map(({ text: words }) => words).join("\n")).toContain("A chapter.");
});

test("the response that a caller wants is above failures, and is open", async () => {
  const { html } = await show("/docs/api/pets/add");
  expect(html).toMatch(/<details class="accordion response my-2.5" open>[\s\S]*id="response-201"[\s\S]*id="response-404"/);
  expect(html.match(/response my-2.5" open/g)).toHaveLength(1);
  expect(html).toContain('<a href="#response-201">The same fields as 201</a>');
});
