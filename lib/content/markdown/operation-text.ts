import { LRUCache } from "lru-cache";
import type { Blockquote, Code, Heading, List, ListItem, Paragraph, PhrasingContent, Root, RootContent } from "mdast";
import { plainText, toJson } from "../../openapi/description/json-text.ts";
import { type Fact, factRuns } from "../../openapi/document/facts.ts";
import { type ApiObject, type Field, listFields } from "../../openapi/document/fields.ts";
import {
  type ApiResponse,
  type Content,
  type Header,
  isError,
  type Operation,
  PLACES,
} from "../../openapi/document/operation.ts";
import type { Schema } from "../../openapi/document/schema.ts";
import type { PageEndpoint } from "../model/page.ts";
import { parseMarkdown } from "../parse/syntax.ts";
import { walk } from "../tree/jsx.ts";
import { codeNode, leadItem, linkTo, listItem, textNode } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";

const MAX_EXAMPLE_CHARS = 4_000;
/** Some texts take time in the square of their length; descriptions come from other hosts. */
const MAX_TEXT_CHARS = 20_000;
const MAX_SUMMARY_CHARS = 200;
/** An error may hold the whole object that it is about. */
const MAX_FAILURE_FIELDS = 30;
const MAX_FAILURE_CHARS = 1_000;

/** The texts of an operation's page, its Markdown and its passages. */
export interface OperationText {
  /** First paragraph of its description, as plain text. */
  readonly description: string;
  /** Its text: description, parameters, bodies, responses. Headings have no anchors. */
  readonly tree: Root;
  /** The same without the paragraph that is its description, which a page shows below the title. */
  readonly body: Root;
}

/** Describes an operation in words. */
export function toOperationText(operation: Operation): OperationText {
  const rest = operationSections(operation);
  return toPageText(parseDescription(operation.description), { above: headOf(operation), searched: rest, shown: rest });
}

interface Around {
  readonly above?: readonly RootContent[];
  /** The rest of the text for search, and of that of the page. */
  readonly searched: readonly RootContent[];
  readonly shown: readonly RootContent[];
}

/** Returns the texts of a page with a description. */
export function toPageText(text: readonly RootContent[], { above = [], searched, shown }: Around): OperationText {
  const description = firstParagraph(text);
  const repeated = text[0] !== undefined && toText(text[0]) === description;
  const root = (...children: RootContent[]): Root => ({ type: "root", children });
  return {
    description,
    tree: root(...above, ...text, ...searched),
    body: root(...above, ...(repeated ? text.slice(1) : text), ...shown),
  };
}

/** Returns the operation without its description, where the text of a page has that already. */
export function omitRepeatedDescription(operation: Operation, page: string): Operation {
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  return words(page).includes(words(operation.description)) ? { ...operation, description: "" } : operation;
}

/** Describes an object in words: its description and its fields. */
export function toObjectText({ description, fields }: ApiObject): Root {
  return { type: "root", children: [...parseDescription(description), ...(fields.length > 0 ? [fieldList(fields)] : [])] };
}

function headOf({ method, path, deprecated }: Operation): RootContent[] {
  const line = toLine({ method, path });
  return deprecated ? [line, paragraph("This operation is deprecated.")] : [line];
}

/** Returns the content above the text of a page that describes its operation itself. */
export function toEndpointText(endpoint: PageEndpoint): RootContent[] {
  const { described } = endpoint;
  if (described === undefined) return [toLine(endpoint)];
  const words = textNode("Parameters and responses are described here: ");
  return [toLine(endpoint), { type: "paragraph", children: [words, linkTo(described, [textNode(described)])] }];
}

/** Returns method and address of an operation as the first line of a request. */
export function toLine({
  method,
  path,
  server = "",
}: Pick<Operation, "method" | "path"> & { server?: string | undefined }): Code {
  return { type: "code", lang: "http", value: `${method} ${server}${path}` };
}

function operationSections(operation: Operation): RootContent[] {
  const { parameters, body, responses, servers, samples } = operation;
  return [
    ...serversOf(servers.filter(Boolean)),
    ...operation.ownServers.map(({ url, words }) => paragraph(`${url}: ${words}`)),
    ...securityOf(operation),
    ...parametersOf(parameters),
    ...bodyContent(body),
    ...responsesOf(responses),
    ...samples.flatMap(({ title, language, source }): RootContent[] => [
      heading(3, title),
      { type: "code", lang: language.toLowerCase().replace(/[^\w+#-]/g, ""), value: source },
    ]),
  ];
}

function securityOf({ security, ways }: Operation): RootContent[] {
  if (security.length === 0) return [];
  const schemes = security.map((scheme) => leadItem([codeNode(scheme.name)], describeScheme(scheme)));
  return [heading(2, "Authorization"), ...waysOf(ways), bulletList(schemes)];
}

/** Lists the ways to authenticate, where there are several, or one of several schemes or with scopes. */
function waysOf(ways: Operation["ways"]): RootContent[] {
  const isPlain = ways.length === 1 && ways[0]?.length === 1 && ways[0][0]?.scopes.length === 0;
  if (ways.length === 0 || isPlain) return [];
  const lines = ways.map((way): PhrasingContent[] =>
    way.length === 0
      ? [textNode("nothing: it is optional")]
      : way.flatMap(({ name, scopes }, index) => [
          ...(index > 0 ? [textNode(" and ")] : []),
          codeNode(name),
          ...(scopes.length > 0 ? [textNode(` with the scopes ${scopes.join(", ")}`)] : []),
        ]),
  );
  const intro = paragraph(ways.length > 1 ? "One of these ways:" : "Needed:");
  return [intro, bulletList(lines.map((children) => listItem([{ type: "paragraph", children }])))];
}

/** Lists the server addresses below which the path is. */
function serversOf(servers: readonly string[]): RootContent[] {
  const urls = servers.flatMap((url, index) => [...(index > 0 ? [textNode(", ")] : []), codeNode(url)]);
  return urls.length > 0 ? [{ type: "paragraph", children: [textNode("Server: "), ...urls] }] : [];
}

export function describeScheme({ type, kind, place, field, description }: Operation["security"][number]): RootContent[] {
  const isBearer = /^http \(bearer\)$/i.test(type);
  const key = kind === "apiKey" ? `Key in the ${place} \`${field}\`` : type;
  const how = isBearer ? "Header `Authorization: Bearer <token>`" : key;
  return parseDescription([how, description].filter(Boolean).join(": "));
}

function parametersOf(parameters: Operation["parameters"]): RootContent[] {
  return PLACES.flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.place === place).flatMap(withInside);
    const title = `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters`;
    return fields.length > 0 ? [heading(2, title), fieldList(fields)] : [];
  });
}

/** Lists a parameter or header with the fields inside it. */
function withInside(whole: Header): Field[] {
  const nameOf = ({ name }: Field) => (/^[[{(]/.test(name) ? `${whole.name}${name}` : `${whole.name}.${name}`);
  return [whole, ...listFields(whole.schema).map((field) => ({ ...field, name: nameOf(field) }))];
}

function bodyContent(body: Operation["body"]): RootContent[] {
  if (!body) return [];
  const note = body.required ? [] : [paragraph("The body is optional.")];
  return [heading(2, "Request body"), ...parseDescription(body.description), ...note, ...contentsOf(body.contents)];
}

function responsesOf(responses: readonly ApiResponse[]): RootContent[] {
  if (responses.length === 0) return [];
  const successes = responses.filter(({ status }) => !isError(status));
  const written = new Map<string, string>();
  const sections = successes.flatMap(({ status, description, headers, contents }) => {
    const fields = JSON.stringify(contents.map((content) => content.fields));
    const same = written.get(fields);
    written.set(fields, same ?? status);
    return [
      heading(3, status),
      ...parseDescription(description),
      ...(headers.length > 0 ? [paragraph("Headers:"), fieldList(headers.flatMap(withInside))] : []),
      ...(same !== undefined && contents.some((content) => content.fields.length > 0)
        ? [paragraph(`The fields are those of ${same}.`), ...examplesIn(contents[0])]
        : contentsOf(contents)),
    ];
  });
  return [heading(2, "Responses"), ...sections, ...failuresOf(responses.filter(({ status }) => isError(status)))];
}

/** Lists the failures; most share one body, which is described once. */
function failuresOf(failures: readonly ApiResponse[]): RootContent[] {
  if (failures.length === 0) return [];
  const lines = failures.map(({ status, description }) => leadItem([codeNode(status)], parseDescription(description)));
  const bodies = new Map<string, RootContent[]>();
  for (const { contents } of failures) {
    const shown = { given: undefined, named: [] };
    const body = contentsOf(contents.map((one) => ({ ...one, ...shown, fields: one.fields.slice(0, MAX_FAILURE_FIELDS) })));
    const key = JSON.stringify(body);
    if (body.length > 0 && !bodies.has(key)) bodies.set(key, body);
  }
  const headers = failures.flatMap((failure) => failure.headers);
  const byName = [...new Map(headers.map((header) => [header.name, header])).values()];
  const more = byName.length > 0 ? [paragraph("Headers:"), fieldList(byName.flatMap(withInside))] : [];
  return [
    heading(3, "Errors"),
    bulletList(lines),
    ...more,
    ...[...bodies.values()].flat(),
    ...failures.flatMap(examplesOfFailure),
  ];
}

/** Returns the examples of a failed response that are at most MAX_FAILURE_CHARS long. */
function examplesOfFailure({ status, contents }: ApiResponse): RootContent[] {
  const { named = [], given } = contents[0] ?? {};
  const values = named.length > 0 ? named.map(({ value }) => value) : [given];
  return values.flatMap((value) => {
    const code = exampleOf(value, `Example of ${status}:`);
    const last = code.at(-1);
    return last?.type === "code" && last.value.length > MAX_FAILURE_CHARS ? [] : code;
  });
}

/** Bodies with their media types; those that have the same fields as one. */
function contentsOf(contents: readonly Content[]): RootContent[] {
  const bySchema = Map.groupBy(contents, ({ schema, description, fields, given }) =>
    JSON.stringify([schema.type, schema.facts, description, fields, given]),
  );
  return [...bySchema.values()].flatMap((same) => {
    const [content] = same as [Content];
    const { schema, description, fields } = content;
    const types = same.flatMap(({ contentType }, index) => [...(index > 0 ? [textNode(", ")] : []), codeNode(contentType)]);
    return [
      { type: "paragraph" as const, children: types },
      ...parseDescription(description),
      ...(fields.length > 0 ? [fieldList(fields)] : plainBody(schema)),
      ...examplesIn(content),
    ];
  });
}

/** Describes a body that has no fields, such as a text or a list of numbers. */
function plainBody({ kind, type, facts }: Schema): RootContent[] {
  if (kind === "any" && facts.length === 0) return [];
  return [{ type: "paragraph", children: [textNode(`A value: ${type}`), ...rulesOf(facts)] }];
}

function examplesIn(content: Content | undefined): RootContent[] {
  const { named = [], given } = content ?? {};
  if (named.length === 0) return exampleOf(given, "Example:");
  return named.flatMap(({ title, description, value }) => {
    const code = exampleOf(value, `Example: ${title}`);
    return code.length === 0 ? [] : [...code.slice(0, 1), ...parseDescription(description), ...code.slice(1)];
  });
}

function exampleOf(value: unknown, title: string): RootContent[] {
  if (value === undefined) return [];
  const text = typeof value === "string" ? plainText(value) : toJson(value, 2);
  if (text.length > MAX_EXAMPLE_CHARS) return [];
  return [paragraph(title), { type: "code", lang: typeof value === "string" ? "text" : "json", value: text }];
}

function fieldList(fields: readonly Field[]): List {
  return bulletList(fields.map(fieldItem));
}

/** Writes "`name` (type, required): description. One of …". */
function fieldItem({ name, type, required, deprecated, description, facts }: Field): ListItem {
  const kind = [type, required && "required", deprecated && "deprecated"].filter(Boolean).join(", ");
  const head = [codeNode(name), textNode(` (${kind})`)];
  const rules = rulesOf(facts);
  const [first, ...rest] = parseDescription(description);
  if (first?.type !== "paragraph") return leadItem([...head, ...rules], first ? [first, ...rest] : []);
  return leadItem(head, [{ ...first, children: [...first.children, ...rules] }, ...rest]);
}

/** Writes rules in brackets. Patterns and examples are code: none of their signs is Markdown. */
function rulesOf(facts: readonly Fact[]): PhrasingContent[] {
  if (facts.length === 0) return [];
  const words = facts.flatMap((fact, index): PhrasingContent[] => [
    ...(index > 0 ? [textNode("; ")] : []),
    ...factRuns(fact).map(({ text, isCode }) => (isCode ? codeNode(text) : textNode(text))),
  ]);
  return [textNode(" ("), ...words, textNode(")")];
}

/** Returns the Markdown of a description: without HTML, its headings below those of the page. */
export function parseDescription(text: string): RootContent[] {
  if (!text) return [];
  if (isPlain(text)) return [paragraph(text)];
  const known = parsed.get(text);
  if (known) return structuredClone(known);
  const children = parse(text);
  parsed.set(text, structuredClone(children));
  return children;
}

/** A schema has the same text in every operation that uses it, and parsing descriptions takes most of the time. */
const parsed = new LRUCache<string, RootContent[]>({ maxSize: 2_000_000, sizeCalculation: (_, text) => text.length });

/** Returns whether a text is one line that Markdown leaves as it is. */
function isPlain(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} ,.;:?%$/'’"“”()—–-]*$/u.test(text) && !/:\/\/|www\.| {2}/i.test(text);
}

function parse(text: string): RootContent[] {
  const tree = parseMarkdown(text.slice(0, MAX_TEXT_CHARS));
  walk(tree, (node) => {
    if (node.type === "blockquote") nameTone(node);
    if (node.type === "heading") node.depth = Math.min(node.depth + 3, 6) as Heading["depth"];
    if ("children" in node) node.children = node.children.filter((child) => child.type !== "html") as typeof node.children;
  });
  return tree.children;
}

/** Replaces the `[!NOTE]` in front of a quote by its word. */
function nameTone({ children: [first] }: Blockquote): void {
  const lead = first?.type === "paragraph" ? first.children[0] : undefined;
  if (lead?.type !== "text") return;
  lead.value = lead.value.replace(
    /^\[!([A-Z])([A-Z]{1,20})\]\s*/,
    (_, head: string, rest: string) => `${head}${rest.toLowerCase()}: `,
  );
}

function firstParagraph(nodes: readonly RootContent[]): string {
  const first = nodes.find((node) => node.type === "paragraph");
  const text = first ? toText(first) : "";
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS).replace(/\s+\S*$/, "")}…` : text;
}

export function heading(depth: Heading["depth"], value: string): Heading {
  return { type: "heading", depth, children: [{ type: "text", value }] };
}

export function paragraph(value: string): Paragraph {
  return { type: "paragraph", children: [{ type: "text", value }] };
}

export function bulletList(children: ListItem[]): List {
  return { type: "list", ordered: false, spread: false, children };
}
