import { LRUCache } from "lru-cache";
import type { Blockquote, Heading, List, ListItem, Paragraph, PhrasingContent, RootContent } from "mdast";
import { plainText, toJson } from "../../openapi/description/json-text.ts";
import { type Fact, factRuns } from "../../openapi/document/facts.ts";
import { type Field, type FieldBlock, listFields } from "../../openapi/document/fields.ts";
import type { Security } from "../../openapi/document/operation.ts";
import type {
  Block,
  BodyBlock,
  ContentBlock,
  Credential,
  GroupBlock,
  IntroductionPart,
  ResponseBlock,
  Section,
} from "../../openapi/document/operation-document.ts";
import type { ApiOverview, SchemeWords, ServerWords } from "../../openapi/document/overview.ts";
import { parseMarkdown } from "../parse/syntax.ts";
import { walk } from "../tree/jsx.ts";
import { codeNode, leadItem, linkTo, listItem, textNode } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";

const MAX_EXAMPLE_CHARS = 4_000;
/** An error may hold the whole object that it is about. */
const MAX_FAILURE_FIELDS = 30;
const MAX_FAILURE_CHARS = 1_000;

const TITLES = {
  authentication: "Authorization",
  requestBody: "Request body",
  responses: "Responses",
  servers: "Servers",
  operationList: "Operations",
} as const;

/** Returns the words of a section's heading. */
function titleOf(section: Section): string {
  if (section.name === "parametersIn") return `${section.place.charAt(0).toUpperCase()}${section.place.slice(1)} parameters`;
  return TITLES[section.name];
}

/** Writes the reference of an operation or an API as Markdown. Its headings have the anchors of the page. */
export function documentText(blocks: readonly Block[]): RootContent[] {
  return blocks.flatMap(blockText);
}

function blockText(block: Block): RootContent[] {
  switch (block.kind) {
    case "section":
      return [heading(2, titleOf(block.section), block.section.id), ...documentText(block.blocks)];
    case "fields":
      return fieldsText(block.fields);
    case "body":
      return bodyText(block.body);
    case "responses":
      return responsesText(block.responses);
    case "samples":
      return block.samples.flatMap(({ title, language, source }): RootContent[] => [
        heading(3, title),
        { type: "code", lang: language.toLowerCase().replace(/[^\w+#-]/g, ""), value: source },
      ]);
    case "bases":
      return [...basesText(block.urls), ...block.own.map(({ url, words }) => paragraph(`${url}: ${words}`))];
    case "credentials": {
      const schemes = block.credentials.map((scheme) => leadItem([codeNode(scheme.name)], schemeText(scheme)));
      return [...waysText(block), bulletList(schemes)];
    }
    case "introduction":
      return block.parts.flatMap(introductionText);
    case "about":
      return aboutText(block.about);
    case "servers":
      return [bulletList(block.servers.map(serverItem))];
    case "schemes":
      return [bulletList(block.schemes.map(schemeItem))];
    case "group":
      return groupText(block.group);
  }
}

/** Lists fields with those inside them; nothing for a value without. */
function fieldsText(blocks: ContentBlock["blocks"]): RootContent[] {
  const fields = listFields(blocks);
  return fields.length > 0 ? [fieldList(fields)] : [];
}

/** Lists the ways to authenticate, where there are several, or one of several schemes or with scopes. */
function waysText({ ways }: Extract<Block, { kind: "credentials" }>): RootContent[] {
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
  return [paragraph(ways.length > 1 ? "One of these ways:" : "Needed:"), bulletList(lines.map(itemOf))];
}

function schemeText({ type, kind, place, field, description }: Security | Credential): RootContent[] {
  const isBearer = /^http \(bearer\)$/i.test(type);
  const key = kind === "apiKey" ? `Key in the ${place} \`${field}\`` : type;
  const how = isBearer ? "Header `Authorization: Bearer <token>`" : key;
  return parseDescription([how, description].filter(Boolean).join(": "));
}

/** Lists the server addresses below which the path is. */
function basesText(urls: readonly string[]): RootContent[] {
  const list = urls.flatMap((url, index) => [...(index > 0 ? [textNode(", ")] : []), codeNode(url)]);
  return list.length > 0 ? [{ type: "paragraph", children: [textNode("Server: "), ...list] }] : [];
}

function bodyText({ required, description, contents }: BodyBlock): RootContent[] {
  const note = required ? [] : [paragraph("The body is optional.")];
  return [...parseDescription(description), ...note, ...contents.flatMap((content) => contentText(content))];
}

/** Describes the responses. Most failures share one body, which is described once. */
function responsesText(responses: readonly ResponseBlock[]): RootContent[] {
  const failures = responses.filter(({ isFailure }) => isFailure);
  return [...responses.filter(({ isFailure }) => !isFailure).flatMap(successText), ...failuresText(failures)];
}

function successText({ id, status, description, headers, contents, sameAs }: ResponseBlock): RootContent[] {
  const [main, ...others] = contents;
  return [
    heading(3, status, id),
    ...parseDescription(description),
    ...headersText(headers),
    ...(sameAs === undefined
      ? contents.flatMap((content) => contentText(content))
      : [
          paragraph(`The fields are those of ${sameAs}.`),
          ...examplesText(main),
          ...others.flatMap((other) => contentText(other)),
        ]),
  ];
}

function headersText(headers: readonly FieldBlock[]): RootContent[] {
  return headers.length > 0 ? [paragraph("Headers:"), ...fieldsText(headers)] : [];
}

function failuresText(failures: readonly ResponseBlock[]): RootContent[] {
  const [first] = failures;
  if (!first) return [];
  const lines = failures.map(({ status, description }) => leadItem([codeNode(status)], parseDescription(description)));
  const bodies = new Map<string, RootContent[]>();
  for (const { contents } of failures) {
    const body = contents.flatMap((content) => contentText({ ...content, given: undefined, named: [] }, MAX_FAILURE_FIELDS));
    const key = JSON.stringify(body);
    if (body.length > 0 && !bodies.has(key)) bodies.set(key, body);
  }
  const byName = new Map(failures.flatMap(({ headers }) => headers).map((header) => [header.name, header]));
  return [
    heading(3, "Errors", first.id),
    bulletList(lines),
    ...headersText([...byName.values()]),
    ...[...bodies.values()].flat(),
    ...failures.flatMap(failureExamples),
  ];
}

/** Returns the examples of a failed response that are at most MAX_FAILURE_CHARS long. */
function failureExamples({ status, contents }: ResponseBlock): RootContent[] {
  const { named = [], given } = contents[0] ?? {};
  const values = named.length > 0 ? named.map(({ value }) => value) : [given];
  return values.flatMap((value) => {
    const code = exampleText(value, `Example of ${status}:`);
    const last = code.at(-1);
    return last?.type === "code" && last.value.length > MAX_FAILURE_CHARS ? [] : code;
  });
}

/** Describes a body with its media types, its first fields and its examples. */
function contentText(content: ContentBlock, maxFields = Number.POSITIVE_INFINITY): RootContent[] {
  const { types, type, isAny, facts, description, blocks } = content;
  const fields = listFields(blocks).slice(0, maxFields);
  const value: RootContent[] = isAny
    ? []
    : [{ type: "paragraph", children: [textNode(`A value: ${type}`), ...rulesText(facts)] }];
  return [
    { type: "paragraph", children: types.flatMap((each, index) => [...(index > 0 ? [textNode(", ")] : []), codeNode(each)]) },
    ...parseDescription(description),
    ...(fields.length > 0 ? [fieldList(fields)] : value),
    ...examplesText(content),
  ];
}

function examplesText({ named, given }: Partial<ContentBlock> = {}): RootContent[] {
  if (!named || named.length === 0) return exampleText(given, "Example:");
  return named.flatMap(({ title, description, value }) => {
    const code = exampleText(value, `Example: ${title}`);
    return code.length === 0 ? [] : [...code.slice(0, 1), ...parseDescription(description), ...code.slice(1)];
  });
}

function exampleText(value: unknown, title: string): RootContent[] {
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
  const rules = rulesText(facts);
  const [first, ...rest] = parseDescription(description);
  if (first?.type !== "paragraph") return leadItem([...head, ...rules], first ? [first, ...rest] : []);
  return leadItem(head, [{ ...first, children: [...first.children, ...rules] }, ...rest]);
}

/** Writes rules in brackets. Patterns and examples are code: none of their signs is Markdown. */
function rulesText(facts: readonly Fact[]): PhrasingContent[] {
  if (facts.length === 0) return [];
  const words = facts.flatMap((fact, index): PhrasingContent[] => [
    ...(index > 0 ? [textNode("; ")] : []),
    ...factRuns(fact).map(({ text, isCode }) => (isCode ? codeNode(text) : textNode(text))),
  ]);
  return [textNode(" ("), ...words, textNode(")")];
}

/** Writes a part of the introduction with the headings of the page, since those of a description are below an introduction. */
function introductionText({ markdown, headings }: IntroductionPart): RootContent[] {
  const ids = headings.map(({ id }) => id);
  return parseDescription(markdown).map((node) =>
    node.type === "heading" ? withAnchor({ ...node, depth: node.depth === 6 ? 3 : 2 }, ids.shift()) : node,
  );
}

function aboutText({ version, contact, licence, terms }: ApiOverview): RootContent[] {
  const link = ({ text, url }: { readonly text: string; readonly url: string | undefined }): PhrasingContent =>
    url === undefined ? textNode(text) : linkTo(url, [textNode(text)]);
  const lines: (readonly [string, readonly PhrasingContent[]])[] = [
    ["Version", version ? [codeNode(version)] : []],
    ["Contact", contact.flatMap((one, index) => [...(index > 0 ? [textNode(", ")] : []), link(one)])],
    ["License", licence ? [link(licence)] : []],
    ["Terms of service", terms ? [link({ text: terms, url: terms })] : []],
  ];
  const items = lines.filter(([, words]) => words.length > 0).map(([name, words]) => itemOf([textNode(`${name}: `), ...words]));
  return items.length > 0 ? [bulletList(items)] : [];
}

function serverItem({ url, name, description, variables }: ServerWords): ListItem {
  const item = leadItem([codeNode(url), ...(name ? [textNode(` (${name})`)] : [])], parseDescription(description));
  return withItems(
    item,
    variables.map((variable) => {
      const rules = [
        variable.allowed.length > 0 && `one of ${variable.allowed.join(", ")}`,
        variable.preset && `default ${variable.preset}`,
      ];
      const words = rules.filter(Boolean).join("; ");
      const head = [codeNode(`{${variable.name}}`), ...(words ? [textNode(` (${words})`)] : [])];
      return leadItem(head, parseDescription(variable.description));
    }),
  );
}

function schemeItem(scheme: SchemeWords): ListItem {
  const { name, format, addresses, scopes } = scheme;
  const item = leadItem([codeNode(name), ...(format ? [textNode(` (${format})`)] : [])], schemeText(scheme));
  return withItems(item, [
    ...addresses.map((address) => itemOf([textNode(`${address.name}: `), codeNode(address.url)])),
    ...scopes.map((scope) => leadItem([codeNode(scope.name)], scope.description ? [paragraph(scope.description)] : [])),
  ]);
}

function withItems(item: ListItem, inside: ListItem[]): ListItem {
  return inside.length > 0 ? listItem([...item.children, bulletList(inside)]) : item;
}

function groupText({ heading: own, title, description, address, operations, isListed }: GroupBlock): RootContent[] {
  const items = operations.map(({ method, path, title: name, address: at }) =>
    itemOf([linkTo(at, [textNode(name)]), textNode(" "), codeNode(`${method} ${path}`)]),
  );
  const list = items.length > 0 ? [bulletList(items)] : [];
  const link = itemOf([linkTo(address ?? "", [textNode(`${operations.length} operations of ${title}`)])]).children;
  return [
    ...(own ? [heading(own.depth, title, own.id)] : []),
    ...parseDescription(description),
    ...(isListed || address === undefined ? list : link),
  ];
}

function itemOf(children: PhrasingContent[]): ListItem {
  return listItem([{ type: "paragraph", children }]);
}

/** Some texts take time in the square of their length; descriptions come from other hosts. */
const MAX_TEXT_CHARS = 20_000;

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

/** Lists the headings of a description with their levels on a page whose introduction it is. */
export function headingsOf(markdown: string): { readonly title: string; readonly depth: 2 | 3 | 4 }[] {
  const { children } = parseMarkdown(markdown.slice(0, MAX_TEXT_CHARS));
  return children.flatMap((node) =>
    node.type === "heading" ? [{ title: toText(node), depth: node.depth <= 2 ? 2 : node.depth === 3 ? 3 : 4 }] : [],
  );
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

/** Returns a heading; its anchor is the id of the element that the page has for it. */
function heading(depth: Heading["depth"], value: string, anchor?: string): Heading {
  return withAnchor({ type: "heading", depth, children: [{ type: "text", value }] }, anchor);
}

/** Returns a heading with the id of its element; the same one without an id. */
function withAnchor(node: Heading, anchor: string | undefined): Heading {
  return anchor === undefined ? node : { ...node, data: { ...node.data, hProperties: { id: anchor } } as Heading["data"] };
}

export function paragraph(value: string): Paragraph {
  return { type: "paragraph", children: [{ type: "text", value }] };
}

function bulletList(children: ListItem[]): List {
  return { type: "list", ordered: false, spread: false, children };
}
