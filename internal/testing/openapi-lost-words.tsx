import { Description } from "../../components/openapi/reference/description.tsx";
import { DocumentHtml } from "../../components/openapi/reference/document-html.tsx";
import { fieldsHtml } from "../../components/openapi/reference/fields-html.tsx";
import { toPanel } from "../../components/openapi/samples/panel.ts";
import { staticHtml } from "../../components/ui/static-html.ts";
import { toOperationText } from "../../lib/content/markdown/reference-text.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { referenceOf } from "../../lib/content/site/reference.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { writeMarkdown } from "../../lib/content/tree/markdown-writer.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { isObject, listOf } from "../../lib/openapi/description/json.ts";
import { toJson } from "../../lib/openapi/description/json-text.ts";
import { followReference, type OpenApiDocument } from "../../lib/openapi/description/reference.ts";
import { listOperations, listWebhooks, readOperation } from "../../lib/openapi/document/operation.ts";
import { toOperationDocument } from "../../lib/openapi/document/operation-document.ts";
import { toPlayground } from "../../lib/openapi/playground/playground.ts";

/** Parts of a description that no page shows as they are written, each with the reason. */
const UNSHOWN: Readonly<Record<string, string>> = {
  in: "is the heading above the parameter",
  kind: "of a tag: for tools",
  type: "is shown as the words of a type",
  $ref: "leads to what is shown",
  operationId: "names the address of the page, and is searched",
  jsonSchemaDialect: "says how to read the rest",
  $schema: "says how to read the rest",
  $id: "names a schema for tools",
  $anchor: "names a schema for tools",
  $comment: "JSON Schema keeps it from readers",
  "x-": "an extension; those that are shown have a separate test",
  links: "says how programs go from answer to request",
  encoding: "decides how a form is sent",
  xml: "decides how XML is written",
  callbacks: "an expression of an address; its operation has a page",
  mapping: "of a discriminator: its targets are shown by their titles, its values beside them",
};
const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

interface Shown {
  readonly html: string;
  readonly markdown: string;
}

/** Renders all that the pages of a description show, with what folds bring that are opened twice. */
export function renderAll(document: OpenApiDocument, site: Site): Shown {
  const messages = docsMessages("en");
  const html: string[] = [];
  const markdown: string[] = [];
  const overviews = site.pages.filter((page) => page.overview);
  for (const page of overviews) {
    const context = { site, page, pageKey: page };
    const blocks = referenceOf(site, page) ?? [];
    html.push(staticHtml(<DocumentHtml blocks={blocks} {...{ context, messages }} />), page.title);
    markdown.push(page.title, page.description, page.source);
  }
  for (const key of [...listOperations(document), ...listWebhooks(document)]) {
    const operation = readOperation(document, key);
    const page = site.pages.find(({ operation: shown }) => shown?.method === key.method && shown.path === key.path) as Page;
    if (!operation || !page) continue;
    const context = { site, page, pageKey: page };
    const text = (words: string) => <Description text={words} context={context} messages={messages} />;
    const body = staticHtml(<DocumentHtml blocks={toOperationDocument(operation)} {...{ context, messages }} />);
    const loaded = fieldsOf(body, (name, prefix) => fieldsHtml(context, { name, prefix }) ?? "");
    html.push(
      operation.title,
      operation.path,
      staticHtml(text(operation.description)),
      body,
      ...loaded,
      // The code of all choices, of which the page shows one at a time.
      toJson(toPanel(operation, toPlayground(operation))),
    );
    markdown.push(operation.title, writeMarkdown(toOperationText(operation).tree));
  }
  return { html: html.join("\n"), markdown: markdown.join("\n") };
}

const MAX_FOLDS = 2;

function fieldsOf(html: string, load: (name: string, prefix: string) => string, seen = new Set<string>(), depth = 0): string[] {
  if (depth >= MAX_FOLDS) return [];
  return [...html.matchAll(/data-fields="([^"/]+)\/([^"]+)"/g)].flatMap(([, name = "", prefix = ""]) => {
    const use = `${name} ${prefix.startsWith("response")}`;
    if (seen.has(use)) return [];
    seen.add(use);
    const inside = load(decodeURIComponent(name), decodeURIComponent(prefix));
    return [inside, ...fieldsOf(inside, load, seen, depth + 1)];
  });
}

/** Lists words of a description, from what its operations lead to, that a text has nowhere; by where they are first. */
export function lostWords(document: OpenApiDocument, text: string): Map<string, string> {
  const shown = new Set(
    wordsIn(
      decoded(
        text
          .replace(/href="([^"]*)"[^>]*>/g, "> $1 ")
          .replace(/<\/?[a-z][^>:]*(?::[^>]*)?>/gi, (tag) => (/^<https?:/.test(tag) ? tag : " ")),
      ),
    ),
  );
  const lost = new Map<string, string>();
  const seen = new Set<unknown>();
  const note = (words: string, at: string) => {
    for (const word of wordsIn(words)) if (!shown.has(word) && !lost.has(word)) lost.set(word, at);
  };
  const walk = (value: unknown, at: string, isData: boolean): void => {
    if (typeof value === "string" || typeof value === "number") note(typeof value === "string" ? value : String(value), at);
    if (Array.isArray(value)) {
      for (const part of value) walk(part, at, isData);
      return;
    }
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    if (typeof value.$ref === "string" && !isData) {
      const target = followReference(document, value);
      if ("value" in target) walk(target.value, at, false);
    }
    for (const [key, part] of Object.entries(value)) {
      const isNamed =
        /\/(?:properties|patternProperties|\$defs|schemas|examples|example|default|value|const|enum)$/.test(at) || isData;
      if (!isNamed && (key in UNSHOWN || key.startsWith("x-"))) continue;
      const inRequest = at.includes("/requestBody");
      // A request has no read-only members, a response no write-only ones.
      if (isObject(part) && !isData && part[inRequest ? "readOnly" : "writeOnly"] === true) continue;
      if (/\/(?:properties|headers)$/.test(at)) note(key, at);
      const isValue = /^(?:example|value|const|enum)$/.test(key) || (key === "default" && !at.endsWith("/responses"));
      walk(part, `${at}/${key}`, isData || isValue);
    }
  };
  for (const key of ["info", "servers", "tags", "security"]) walk(document[key], key, false);
  const components = isObject(document.components) ? document.components : {};
  walk(components.securitySchemes, "securitySchemes", false);
  for (const [path, item] of Object.entries({ ...(document.paths ?? {}), ...(document.webhooks ?? {}) })) {
    note(path, "paths");
    const target = followReference(document, item);
    if (!("value" in target) || !isObject(target.value)) continue;
    walk(target.value.parameters, `${path}/parameters`, false);
    for (const [method, operation] of Object.entries(target.value))
      if (METHODS.test(method) && isObject(operation) && operation["x-internal"] !== true)
        walk(operation, `${path}/${method}`, false);
  }
  return lost;
}

function decoded(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/&(?:lt|gt|quot|amp);/g, (sign) => ({ "&lt;": "<", "&gt;": ">", "&quot;": '"' })[sign] ?? "&");
}

function wordsIn(text: string): string[] {
  return listOf(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu)).map(String);
}
