import type { Code, Heading, List, ListItem, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import { type ApiDescription, type DescriptionPart, isPart, resolveReference } from "./open-api-document.ts";
import { type Field, listFields, toField } from "./open-api-schema.ts";
import { own } from "./own.ts";
import { parseMarkdown, walk } from "./parse.ts";
import { leadItem, listItem } from "./plain-nodes.ts";
import { toText } from "./text.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
const MAX_EXAMPLE_CHARS = 4_000;
/** Some texts take time in the square of their length; descriptions come from other hosts. */
const MAX_TEXT_CHARS = 20_000;
const MAX_SUMMARY_CHARS = 200;

/** One operation of an API description, ready to become a page. */
export interface ApiOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly title: string;
  /** First paragraph of its description, as plain text. */
  readonly description: string;
  /** Name of its first tag; undefined without one. */
  readonly tag: string | undefined;
  /** `api/<tag>/<operation id>`, or `api/<tag>/<method>-<path>` without an id. */
  readonly slug: string;
  /** Its text: description, parameters, bodies, responses. Headings have no anchors. */
  readonly tree: Root;
  /** The same without the paragraph that is its description, which a page shows below the title. */
  readonly body: Root;
}

/** The operations of a description in its order; those marked `x-internal` are left out. */
export function listOperations(document: ApiDescription): ApiOperation[] {
  const slugs = new Set<string>();
  return Object.entries(partOf(document.paths)).flatMap(([path, raw]) => {
    const item = resolveReference(document, raw);
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (!isPart(operation) || operation["x-internal"] === true || item["x-internal"] === true) return [];
      return [toOperation({ document, item, operation, method, path, slugs })];
    });
  });
}

interface Raw {
  readonly document: ApiDescription;
  readonly item: DescriptionPart;
  readonly operation: DescriptionPart;
  readonly method: string;
  readonly path: string;
  readonly slugs: Set<string>;
}

function toOperation(raw: Raw): ApiOperation {
  const { operation, method, path, slugs } = raw;
  const id = textOf(operation.operationId);
  const name = toSlug(id) || toSlug(`${method} ${path}`);
  const [tag] = listOf(operation.tags).filter((value) => typeof value === "string");
  const folder = tag === undefined ? "api" : `api/${toSlug(tag) || "other"}`;
  const text = parseDescription(textOf(operation.description));
  const description = firstParagraph(text);
  const head = [endpointBlock(raw), ...deprecation(operation)];
  const rest = sectionsOf(raw);
  const repeated = text[0] !== undefined && toText(text[0]) === description;
  return {
    method: method.toUpperCase(),
    path,
    title: textOf(operation.summary) || id || `${method.toUpperCase()} ${path}`,
    description,
    tag,
    slug: takeSlug(slugs, `${folder}/${name}`),
    tree: { type: "root", children: [...head, ...text, ...rest] },
    body: { type: "root", children: [...head, ...(repeated ? text.slice(1) : text), ...rest] },
  };
}

/** Words in lower case, joined with hyphens: `searchDocs` and `Search docs` give `search-docs`. */
function toSlug(text: string): string {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3-$2")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

/** The slug, numbered when an earlier operation has it. */
function takeSlug(taken: Set<string>, slug: string): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  taken.add(free);
  return free;
}

function sectionsOf({ document, item, operation }: Raw): RootContent[] {
  return [
    ...authorisation(document, operation),
    ...parameters(document, [...listOf(item.parameters), ...listOf(operation.parameters)]),
    ...requestBody(document, operation.requestBody),
    ...responses(document, operation.responses),
  ];
}

function endpointBlock({ method, path }: Raw): Code {
  return { type: "code", lang: "http", value: `${method.toUpperCase()} ${path}` };
}

function deprecation({ deprecated }: DescriptionPart): RootContent[] {
  return deprecated === true ? [paragraph("This operation is deprecated.")] : [];
}

function authorisation(document: ApiDescription, operation: DescriptionPart): RootContent[] {
  const names = listOf(operation.security ?? document.security).flatMap((requirement) => Object.keys(partOf(requirement)));
  const schemes = partOf(partOf(document.components).securitySchemes);
  const lines = [...new Set(names)].map((name) => describeScheme(resolveReference(document, own(schemes, name)), name));
  return lines.length > 0 ? [heading(2, "Authorization"), list(lines.map((line) => listItem(line)))] : [];
}

function describeScheme(scheme: DescriptionPart, name: string): RootContent[] {
  const { type, scheme: http, in: place, name: parameter } = scheme;
  const how =
    type === "http" && String(http).toLowerCase() === "bearer"
      ? "Header `Authorization: Bearer <token>`"
      : type === "apiKey"
        ? `Key in the ${String(place)} \`${String(parameter)}\``
        : `${String(type ?? name)}${http ? ` (${String(http)})` : ""}`;
  return parseDescription([how, textOf(scheme.description)].filter(Boolean).join(": "));
}

const PLACES = ["path", "query", "header", "cookie"] as const;

function parameters(document: ApiDescription, raw: readonly unknown[]): RootContent[] {
  const byName = new Map<string, DescriptionPart>();
  // What the operation says of a parameter replaces what its path says.
  for (const part of raw.map((entry) => resolveReference(document, entry)))
    byName.set(`${String(part.in)} ${String(part.name)}`, part);
  return PLACES.flatMap((place) => {
    const fields = [...byName.values()].filter((part) => part.in === place).map((part) => parameterField(document, part));
    const title = `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters`;
    return fields.length > 0 ? [heading(2, title), fieldList(fields)] : [];
  });
}

function parameterField(document: ApiDescription, part: DescriptionPart): Field {
  const schema = part.schema ?? partOf(Object.values(partOf(part.content))[0]).schema;
  return toField(document, { name: String(part.name), schema, part, required: part.required === true });
}

function requestBody(document: ApiDescription, raw: unknown): RootContent[] {
  const body = resolveReference(document, raw);
  const content = contentOf(document, body);
  if (content.length === 0) return [];
  const note = body.required === true ? [] : [paragraph("The body is optional.")];
  return [heading(2, "Request body"), ...parseDescription(textOf(body.description)), ...note, ...content];
}

function responses(document: ApiDescription, raw: unknown): RootContent[] {
  const entries = Object.entries(partOf(raw)).map(([status, response]) => ({
    status,
    response: resolveReference(document, response),
  }));
  if (entries.length === 0) return [];
  const successes = entries.filter(({ status }) => !isFailure(status));
  const sections = successes.flatMap(({ status, response }) => [
    heading(3, status),
    ...parseDescription(textOf(response.description)),
    ...headersOf(document, response),
    ...contentOf(document, response),
  ]);
  return [
    heading(2, "Responses"),
    ...sections,
    ...failures(
      document,
      entries.filter(({ status }) => isFailure(status)),
    ),
  ];
}

function isFailure(status: string): boolean {
  return /^[45]/.test(status) || status === "default";
}

interface StatusResponse {
  readonly status: string;
  readonly response: DescriptionPart;
}

/** Failures as one list; most share one body, which is told once. */
function failures(document: ApiDescription, entries: readonly StatusResponse[]): RootContent[] {
  if (entries.length === 0) return [];
  const lines = entries.map(({ status, response }) => {
    return leadItem([{ type: "inlineCode", value: status }], parseDescription(textOf(response.description)));
  });
  const bodies = new Map<string, RootContent[]>();
  for (const { response } of entries) {
    const body = contentOf(document, response);
    const key = JSON.stringify(body.filter(({ type }) => type !== "code"));
    if (body.length > 0 && !bodies.has(key)) bodies.set(key, body);
  }
  return [heading(3, "Errors"), list(lines), ...[...bodies.values()].flat()];
}

function headersOf(document: ApiDescription, { headers }: DescriptionPart): RootContent[] {
  const fields = Object.entries(partOf(headers)).map(([name, raw]) => {
    const part = resolveReference(document, raw);
    return toField(document, { name, schema: part.schema, part, required: part.required === true });
  });
  return fields.length > 0 ? [paragraph("Headers:"), fieldList(fields)] : [];
}

function contentOf(document: ApiDescription, { content }: DescriptionPart): RootContent[] {
  return Object.entries(partOf(content)).flatMap(([type, raw]) => {
    const media = resolveReference(document, raw);
    const fields = listFields(document, media.schema);
    const about = textOf(resolveReference(document, media.schema).description);
    return [
      { type: "paragraph", children: [{ type: "inlineCode", value: type }] } satisfies Paragraph,
      ...parseDescription(about),
      ...(fields.length > 0 ? [fieldList(fields)] : []),
      ...exampleOf(document, media),
    ];
  });
}

function exampleOf(document: ApiDescription, { example, examples }: DescriptionPart): RootContent[] {
  const [first] = Object.values(partOf(examples));
  const value = example ?? resolveReference(document, first).value;
  if (value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (text.length > MAX_EXAMPLE_CHARS) return [];
  return [paragraph("Example:"), { type: "code", lang: typeof value === "string" ? "text" : "json", value: text }];
}

function fieldList(fields: readonly Field[]): List {
  return list(fields.map(fieldItem));
}

/** `name` (type, required): description. One of … */
function fieldItem({ name, type, required, deprecated, description, facts }: Field): ListItem {
  const kind = [type, required && "required", deprecated && "deprecated"].filter(Boolean).join(", ");
  const head: PhrasingContent[] = [
    { type: "inlineCode", value: name },
    { type: "text", value: ` (${kind})` },
  ];
  const rules = facts.length > 0 ? [{ type: "text" as const, value: ` (${facts.join("; ")})` }] : [];
  const [first, ...rest] = parseDescription(description);
  if (first?.type !== "paragraph") return leadItem([...head, ...rules], first ? [first, ...rest] : []);
  return leadItem(head, [{ ...first, children: [...first.children, ...rules] }, ...rest]);
}

/** The Markdown of a description: without HTML, its headings below those of the page. */
function parseDescription(text: string): RootContent[] {
  if (!text) return [];
  const tree = parseMarkdown(text.slice(0, MAX_TEXT_CHARS));
  walk(tree, (node) => {
    if (node.type === "heading") node.depth = Math.min(node.depth + 3, 6) as Heading["depth"];
    if ("children" in node) node.children = node.children.filter((child) => child.type !== "html") as typeof node.children;
    return undefined;
  });
  return tree.children;
}

function firstParagraph(nodes: readonly RootContent[]): string {
  const first = nodes.find((node) => node.type === "paragraph");
  const text = first ? toText(first) : "";
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS).replace(/\s+\S*$/, "")}…` : text;
}

function heading(depth: Heading["depth"], value: string): Heading {
  return { type: "heading", depth, children: [{ type: "text", value }] };
}

function paragraph(value: string): Paragraph {
  return { type: "paragraph", children: [{ type: "text", value }] };
}

function list(children: ListItem[]): List {
  return { type: "list", ordered: false, spread: false, children };
}

function partOf(value: unknown): DescriptionPart {
  return isPart(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
