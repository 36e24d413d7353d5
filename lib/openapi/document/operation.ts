import { perObject } from "../../per-object.ts";
import { markdownOf } from "../description/html.ts";
import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf, writtenChars } from "../description/json.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import { exampleOf, givenExample, type NamedExample, namedExamples } from "./example.ts";
import type { Fact } from "./facts.ts";
import { type Field, toField } from "./fields.ts";
import { type OAuthFlow, readFlows } from "./oauth.ts";
import { byDuty, describedBy, readSchema, type Schema, type Spent, shownIn, type Use } from "./schema.ts";
import { describedServers, listServers, listTemplates, type ServerTemplate } from "./servers.ts";
import { titleOfName } from "./words.ts";

/** Stands for the method of a webhook, whose path is its name. */
export const WEBHOOK = "WEBHOOK";
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;
export const PLACES = ["path", "query", "header", "cookie"] as const;
export type ParameterPlace = (typeof PLACES)[number];

/** Names an operation within a description. */
export interface OperationKey {
  /** Upper case; `WEBHOOK` for a call that the API makes. */
  readonly method: string;
  readonly path: string;
}

/** One operation of a description with all its references resolved: the source of pages, passages and the playground. */
export interface Operation extends OperationKey {
  /** Its `operationId`; empty without one. */
  readonly id: string;
  /** Without a full stop at its end; empty without one. */
  readonly summary: string;
  /** Its summary, else the words of its id, else method and path. */
  readonly title: string;
  /** Name of its first tag; undefined without one. */
  readonly tag: string | undefined;
  /** URLs of the servers it is on, without slash at the end; empty when the description names none. */
  readonly servers: readonly string[];
  /** The servers of this operation alone, each with its description. */
  readonly ownServers: readonly { readonly url: string; readonly words: string }[];
  /** Those of them that have variables, as they are written. */
  readonly templates: Readonly<Record<string, ServerTemplate>>;
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly security: readonly Security[];
  /** The ways to authenticate, of which a caller takes one; an empty one stands for none at all. */
  readonly ways: readonly (readonly SecurityPart[])[];
  /** Code that the author of the description wrote, from `x-codeSamples`. */
  readonly samples: readonly CodeSample[];
  /** In the order of `PLACES`, required ones first. */
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly ApiResponse[];
  readonly page: PageSettings;
}

/** A scheme that one way to authenticate asks for, beside the others of it. */
export interface SecurityPart {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Code that calls an operation, as the description has it. */
export interface CodeSample {
  readonly title: string;
  readonly language: string;
  readonly source: string;
}

/** A header of an answer. */
export interface Header extends Field {
  readonly schema: Schema;
}

export interface Parameter extends Header {
  readonly place: ParameterPlace;
  /** Serialization of a list or an object, such as `form` or `deepObject`; `json` for a value that is written as JSON. */
  readonly style: string;
  /** Each element of a list is a parameter. */
  readonly explode: boolean;
  /** A value that would do; undefined when nothing tells one. */
  readonly example: () => unknown;
}

export interface Body {
  readonly required: boolean;
  /** Markdown. */
  readonly description: string;
  /** At least one. */
  readonly contents: readonly Content[];
}

export interface ApiResponse {
  readonly status: string;
  /** Markdown. */
  readonly description: string;
  readonly headers: readonly Header[];
  readonly contents: readonly Content[];
}

/** A body in one media type. */
export interface Content {
  readonly contentType: string;
  /** Markdown: the description of its schema. */
  readonly description: string;
  readonly schema: Schema;
  /** The example that the description gives; undefined without one. */
  readonly given: unknown;
  /** All named examples of the description; empty for fewer than two. */
  readonly named: readonly NamedExample[];
  /** Names of the members that a form writes in brackets, as `filter[name]`. */
  readonly inBrackets: readonly string[];
  /** Returns the given example, else one generated from the schema; undefined without either. */
  readonly example: () => unknown;
}

/** A security scheme of the description: one way in which a caller authenticates. */
export interface Security {
  readonly name: string;
  /** Form of the credential. OAuth 2 and OpenID Connect send a bearer token. */
  readonly kind: "bearer" | "basic" | "apiKey" | "other";
  /** For an API key: where it is sent and under which name. */
  readonly place: ParameterPlace;
  readonly field: string;
  /** Part of the first way to authenticate that the operation names. */
  readonly asked: boolean;
  /** The scheme as the description names it, such as `http (bearer)` or `oauth2`; its key where it has no type. */
  readonly type: string;
  /** Ways of OAuth 2 to get the token in a browser. */
  readonly flows: readonly OAuthFlow[];
  /** Markdown. */
  readonly description: string;
}

/** Most operations of a description that have pages. */
const MAX_OPERATIONS = 10_000;
/** The minimum, and one more for this many characters of the description: paths can share one path item. */
const FREE_OPERATIONS = 1_000;
const OPERATION_CHARS = 400;

const maxOperations = (document: OpenApiDocument) =>
  Math.min(MAX_OPERATIONS, FREE_OPERATIONS + Math.floor(writtenChars(document) / OPERATION_CHARS));

/**
 * Returns the operations of a description in its order, as many as its length allows and at most 10,000; those marked `x-internal`
 * or `x-excluded` are left out.
 */
export const listOperations = perObject((document: OpenApiDocument): readonly OperationKey[] => {
  const keys: OperationKey[] = [];
  const most = maxOperations(document);
  for (const [path, raw] of Object.entries(objectOf(document.paths)))
    for (const method of shownMethods(resolveReference(document, raw))) {
      if (keys.length >= most) return keys;
      keys.push({ method, path });
    }
  return keys;
});

/** Lists the methods of a path item whose operations have pages, in upper case. */
const shownMethods = perObject((item: JsonObject): readonly string[] => {
  if (isLeftOut(item)) return [];
  const additional = Object.keys(objectOf(item.additionalOperations)).filter((method) => /^[\w-]{1,40}$/.test(method));
  return [...METHODS, ...additional].flatMap((method) => {
    const operation = operationIn(item, method);
    return !operation || isLeftOut(operation) ? [] : [method.toUpperCase()];
  });
});

/** Returns the operation of a method, which OpenAPI 3.2 allows to be any. */
function operationIn(item: JsonObject, method: string): JsonObject | undefined {
  const name = METHODS.find((known) => known === method.toLowerCase());
  const found = name ? item[name] : byMethod(objectOf(item.additionalOperations)).get(method.toUpperCase());
  return isObject(found) ? found : undefined;
}

/** Additional operations by their method in upper case, the first of each. */
const byMethod = perObject(
  (additional: JsonObject) =>
    new Map(
      Object.entries(additional)
        .toReversed()
        .map(([method, operation]) => [method.toUpperCase(), operation]),
    ),
);

/** Returns the calls that the API makes, webhooks and callbacks, each under its name; those marked `x-internal` or `x-excluded` are left out. */
export function listWebhooks(document: OpenApiDocument): OperationKey[] {
  const isShown = (item: JsonObject) => {
    const operation = firstOperation(item);
    return operation !== undefined && !isLeftOut(operation) && !isLeftOut(item);
  };
  return [...calledBack(document)].flatMap(([path, item]) => (isShown(item) ? [{ method: WEBHOOK, path }] : []));
}

const MAX_CALLBACKS = 500;
/** Callbacks that are looked at; operations may share them. */
const MAX_CALLBACK_LOOKS = 10_000;

/** Returns the path items of webhooks and callbacks by name; a callback whose name is taken is prefixed with its operation. */
const calledBack = perObject((document: OpenApiDocument): ReadonlyMap<string, JsonObject> => {
  let looks = 0;
  const found = new Map(
    Object.entries(objectOf(document.webhooks))
      .slice(0, Math.max(MAX_CALLBACKS, maxOperations(document) - listOperations(document).length))
      .map(([name, raw]) => [name, resolveReference(document, raw)]),
  );
  for (const { method, path } of listOperations(document)) {
    const item = resolveReference(document, memberOf(document.paths, path));
    const operation = operationIn(item, method);
    for (const [name, raw] of Object.entries(objectOf(operation?.callbacks)))
      for (const callback of Object.values(resolveReference(document, raw))) {
        looks += 1;
        if (found.size >= MAX_CALLBACKS || looks > MAX_CALLBACK_LOOKS) return found;
        const resolved = resolveReference(document, callback);
        const key = found.has(name) ? `${textOf(operation?.operationId) || `${method} ${path}`} ${name}` : name;
        if (firstOperation(resolved) && !found.has(key)) found.set(key, { ...withTagsOf(operation, resolved) });
      }
  }
  return found;
});

/** Returns the item of a webhook or a callback; only for a callback all operations are looked through. */
function findCalledBack(document: OpenApiDocument, name: string): JsonObject {
  const webhook = memberOf(document.webhooks, name);
  return webhook === undefined ? (calledBack(document).get(name) ?? {}) : resolveReference(document, webhook);
}

/** Gives a callback without tags those of the operation that leads to it, so that the two are shown side by side. */
function withTagsOf(operation: JsonObject | undefined, item: JsonObject): JsonObject {
  const method = METHODS.find((name) => isObject(item[name]));
  const own = method && objectOf(item[method]);
  return !method || !own || own.tags !== undefined ? item : { ...item, [method]: { ...own, tags: operation?.tags } };
}

function firstOperation(item: JsonObject): JsonObject | undefined {
  return METHODS.map((method) => item[method]).find(isObject);
}

/** Returns an operation without its parameters, bodies, answers and ways to authenticate. */
export function outlineOperation(document: OpenApiDocument, key: OperationKey): Operation | undefined {
  const { operation } = findOperation(document, key);
  if (!operation) return undefined;
  const { operationId, summary, tags, description, deprecated } = operation;
  const own = { "x-hidden": operation["x-hidden"], "x-mint": operation["x-mint"] };
  const shown = { operationId, summary, tags, description, deprecated, ...own };
  return toOperation(startReading({ paths: {} }, { looks: 0, chars: 0 }), key, { item: {}, operation: shown });
}

/**
 * Finds an operation and resolves what a reader needs of it; undefined when it is not in the description.
 * @param spent adds up what its schemas take to read.
 */
export function readOperation(
  document: OpenApiDocument,
  key: OperationKey,
  spent: Spent = { looks: 0, chars: 0 },
): Operation | undefined {
  const { item, operation } = findOperation(document, key);
  return operation && toOperation(startReading(document, spent), key, { item, operation });
}

/** Returns what a list says of an operation, without reading its schemas; undefined when it is not in the description. */
export function readOperationTitle(
  document: OpenApiDocument,
  key: OperationKey,
): Pick<Operation, "title" | "deprecated"> | undefined {
  const { operation } = findOperation(document, key);
  return operation && { title: titleOf(key, operation), deprecated: operation.deprecated === true };
}

interface FoundOperation {
  readonly item: JsonObject;
  readonly operation: JsonObject | undefined;
}

function findOperation(document: OpenApiDocument, { method, path }: OperationKey): FoundOperation {
  const isWebhook = method.toUpperCase() === WEBHOOK;
  const item = isWebhook ? findCalledBack(document, path) : resolveReference(document, memberOf(document.paths, path));
  return { item, operation: isWebhook ? firstOperation(item) : operationIn(item, method) };
}

function toOperation(
  reading: Reading,
  { method, path }: OperationKey,
  { item, operation }: FoundOperation & { readonly operation: JsonObject },
): Operation {
  const { document } = reading;
  const isWebhook = method.toUpperCase() === WEBHOOK;
  return {
    method: method.toUpperCase(),
    path,
    id: textOf(operation.operationId),
    summary: summaryOf(operation),
    title: titleOf({ method, path }, operation),
    tag: listOf(operation.tags).find((tag) => typeof tag === "string"),
    // A webhook is called by the API, at an address and in a way that its receiver decides.
    servers: isWebhook ? [] : listServers(operation, item, document),
    ownServers: isWebhook ? [] : describedServers(operation, item),
    templates: isWebhook ? {} : listTemplates(operation, item, document),
    description: describedBy(operation),
    deprecated: operation.deprecated === true,
    security: isWebhook ? [] : readSecurity(document, operation),
    ways: isWebhook ? [] : readWays(listOf(operation.security ?? document.security)),
    samples: readSamples(operation),
    parameters: readParameters(reading, [
      ...listOf(item.parameters).slice(0, MAX_PARAMETERS),
      ...listOf(operation.parameters).slice(0, MAX_PARAMETERS),
    ]),
    body: readBody(reading, operation.requestBody),
    responses: readResponses(reading, operation.responses),
    page: readPageSettings(operation),
  };
}

function summaryOf(operation: JsonObject): string {
  return textOf(operation.summary).replace(/(?<=\p{L}{2})(?<!\betc)\.$/u, "");
}

function titleOf({ method, path }: OperationKey, operation: JsonObject): string {
  const isWebhook = method.toUpperCase() === WEBHOOK;
  const name = summaryOf(operation) || titleOfName(textOf(operation.operationId));
  return name || (isWebhook ? titleOfName(path) : `${method.toUpperCase()} ${path}`);
}

/** A reading of one operation: what it has used of its bounds, in all its parameters, bodies and responses together. */
interface Reading {
  readonly document: OpenApiDocument;
  readonly spent: Spent;
  /** Makes an example of a part from its schema, and keeps it. All examples of the operation share one bound. */
  readonly toExample: (part: JsonObject, use: Use) => () => unknown;
}

/** Schemas that are read for all examples of an operation: as many as five large answers need. */
const MAX_EXAMPLE_SCHEMAS = 2_500;

function startReading(document: OpenApiDocument, spent: Spent): Reading {
  const room = { schemas: MAX_EXAMPLE_SCHEMAS };
  const toExample: Reading["toExample"] = (part, use) => {
    let made: { readonly value: unknown } | undefined;
    return () => {
      made ??= { value: exampleOf(document, part, { use, room }) };
      return made.value;
    };
  };
  return { document, spent, toExample };
}

/** Parameters of an operation, and of its path. */
const MAX_PARAMETERS = 500;
/** Media types of one body. */
const MAX_CONTENTS = 50;
const MAX_RESPONSES = 200;
/** Headers of one answer. */
const MAX_HEADERS = 200;
/** Ways to authenticate, and schemes of them all. */
const MAX_WAYS = 50;
const MAX_SCHEMES = 50;

/** Returns the content that is shown where there is room for one: JSON, else the first. */
export function preferredContent(contents: readonly Content[]): Content | undefined {
  return contents.find(({ contentType }) => isJson(contentType)) ?? contents[0];
}

function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

/** Returns the security schemes that an operation names, else the description. */
export function readSecurity(document: OpenApiDocument, operation: JsonObject): readonly Security[] {
  return securityIn(document)(listOf(operation.security ?? document.security));
}

/** Operations that name no schemes share the list of the description. */
const securityIn = perObject((document: OpenApiDocument) => perObject((list: readonly unknown[]) => schemesOf(document, list)));

function schemesOf(document: OpenApiDocument, list: readonly unknown[]): readonly Security[] {
  const required = list.slice(0, MAX_WAYS).filter(isObject);
  const schemes = objectOf(document.components).securitySchemes;
  const schemeOf = (name: string) => resolveReference(document, memberOf(schemes, name));
  const names = [...new Set(required.flatMap((choice) => Object.keys(choice)))].slice(0, MAX_SCHEMES);
  const first = required.find((choice) => Object.keys(choice).some((name) => securityKind(schemeOf(name)) !== "other"));
  return names.map((name) => {
    const scheme = schemeOf(name);
    const http = textOf(scheme.scheme);
    return {
      name,
      kind: securityKind(scheme),
      place: PLACES.find((candidate) => candidate === scheme.in) ?? "header",
      field: textOf(scheme.name) || "Authorization",
      asked: memberOf(first, name) !== undefined,
      type: `${textOf(scheme.type) || name}${http ? ` (${http})` : ""}`,
      flows: readFlows(scheme, required.flatMap((choice) => listOf(memberOf(choice, name)).slice(0, MAX_SCOPES)).filter(isText)),
      description: markdownOf(scheme.description),
    };
  });
}

/** Reads the ways to authenticate, each with the schemes that it takes together. */
const readWays = perObject((list: readonly unknown[]): readonly (readonly SecurityPart[])[] =>
  list
    .slice(0, MAX_WAYS)
    .filter(isObject)
    .map((way) =>
      Object.entries(way)
        .slice(0, MAX_SCHEMES)
        .map(([name, scopes]) => ({ name, scopes: listOf(scopes).slice(0, MAX_SCOPES).filter(isText) })),
    ),
);

/** Scopes that one way asks of one scheme. */
const MAX_SCOPES = 200;

const MAX_SAMPLES = 20;
const MAX_SAMPLE_CHARS = 20_000;

function readSamples(operation: JsonObject): CodeSample[] {
  const samples = listOf(operation["x-codeSamples"] ?? operation["x-code-samples"])
    .filter(isObject)
    .slice(0, MAX_SAMPLES);
  return samples.flatMap(({ lang, label, source }) => {
    const language = textOf(lang).slice(0, MAX_LENGTH);
    const code = textOf(source).slice(0, MAX_SAMPLE_CHARS);
    return code ? [{ title: textOf(label).slice(0, MAX_LENGTH) || language || "Code", language, source: code }] : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function securityKind({ type, scheme }: JsonObject): Security["kind"] {
  if (type === "apiKey") return "apiKey";
  if (type === "oauth2" || type === "openIdConnect") return "bearer";
  const name = textOf(scheme).toLowerCase();
  return name === "bearer" || name === "basic" ? name : "other";
}

/** Reads parameters; one of the operation replaces one of its path with the same name and place. */
function readParameters(reading: Reading, raw: readonly unknown[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const part of raw) {
    const parameter = toParameter(reading, resolveReference(reading.document, part));
    if (parameter) byKey.set(`${parameter.place}:${parameter.name}`, parameter);
  }
  return [...byKey.values()].sort(
    (left, right) => PLACES.indexOf(left.place) - PLACES.indexOf(right.place) || byDuty(left, right),
  );
}

function toParameter({ document, spent, toExample }: Reading, part: JsonObject): Parameter | undefined {
  const place = PLACES.find((candidate) => candidate === part.in);
  const name = textOf(part.name);
  if (!place || !name) return undefined;
  const [[contentType, raw] = ["", undefined]] = Object.entries(objectOf(part.content));
  const media = part.schema === undefined ? resolveReference(document, raw) : {};
  const schema = part.schema ?? media.schema;
  const plain = readSchema(document, schema, { part, spent });
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const written = part.schema === undefined ? "" : textOf(part.style);
  const rule: Fact = { kind: "rule", words: `style ${written}` };
  const read = written === "" || written === usual ? plain : { ...plain, facts: [...plain.facts, rule] };
  const field = toField({ name, schema: read, required: part.required === true });
  const style = part.schema === undefined && isJson(contentType) ? "json" : textOf(part.style) || usual;
  return {
    ...field,
    place,
    style,
    schema: read,
    explode: typeof part.explode === "boolean" ? part.explode : style === "form",
    example: toExample({ ...media, ...part, schema }, "request"),
  };
}

function readBody(reading: Reading, raw: unknown): Body | undefined {
  const { document } = reading;
  const part = resolveReference(document, raw);
  const contents = readContents(reading, part, "request");
  const required = part.required === true;
  if (
    contents.length === 0 ||
    (!required &&
      Object.values(objectOf(part.content))
        .slice(0, MAX_CONTENTS)
        .every((media) => takesNothing(document, media)))
  )
    return undefined;
  return { required, description: markdownOf(part.description), contents };
}

/** Returns true for an object that can have no members, which some generators write where nothing is sent. */
function takesNothing(document: OpenApiDocument, media: unknown): boolean {
  const { properties, additionalProperties } = resolveReference(document, resolveReference(document, media).schema);
  return additionalProperties === false && Object.keys(objectOf(properties)).length === 0;
}

/** An error may hold the whole object that it is about, and every operation repeats it. */
const MAX_ERROR_MEMBERS = 60;

function readContents(
  { document, spent, toExample }: Reading,
  { content }: JsonObject,
  use: Use,
  maxMembers?: number,
): Content[] {
  return Object.entries(objectOf(content))
    .slice(0, MAX_CONTENTS)
    .map(([contentType, raw]) => {
      const media = resolveReference(document, raw);
      // OpenAPI 3.2 describes each item of a stream.
      const schema = shownIn(use, readSchema(document, media.schema ?? media.itemSchema, { maxMembers, spent }));
      return {
        contentType,
        schema,
        description: [schema.description, schema.about].filter(Boolean).join("\n\n"),
        given: givenExample(document, media),
        named: namedExamples(document, media),
        inBrackets: Object.entries(objectOf(media.encoding)).flatMap(([name, how]) =>
          objectOf(how).style === "deepObject" ? [name] : [],
        ),
        example: toExample(media, use),
      };
    });
}

function readResponses(reading: Reading, raw: unknown): ApiResponse[] {
  return Object.entries(objectOf(raw))
    .slice(0, MAX_RESPONSES)
    .flatMap(([status, response]) => {
      if (status.startsWith("x-")) return [];
      const part = resolveReference(reading.document, response);
      const contents = readContents(reading, part, "response", isError(status) ? MAX_ERROR_MEMBERS : undefined);
      const description = markdownOf([textOf(part.summary), textOf(part.description)].filter(Boolean).join("\n\n"));
      return [{ status, description, headers: readHeaders(reading, part), contents }];
    });
}

/** Returns true for the status of an answer that says what went wrong. */
export function isError(status: string): boolean {
  return /^[45]/.test(status) || status === "default";
}

function readHeaders({ document, spent }: Reading, { headers }: JsonObject): Header[] {
  return Object.entries(objectOf(headers))
    .slice(0, MAX_HEADERS)
    .map(([name, raw]) => {
      const part = resolveReference(document, raw);
      const member = { name, schema: readSchema(document, part.schema, { part, spent }), required: part.required === true };
      return { ...toField(member), schema: member.schema };
    });
}

/** Settings of an operation's page, from `x-mint`, `x-hidden` and `x-excluded`. */
interface PageSettings {
  /** Path of the page, without slash at its ends; undefined when the description leaves it to the site. */
  readonly path: string | undefined;
  readonly title: string | undefined;
  readonly sidebarTitle: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  /** MDX that is above the operation, from `x-mint.content`. It comes from outside: never to be run. */
  readonly content: string | undefined;
  /** Has a page, but no place in a navigation that is generated from the description. */
  readonly hidden: boolean;
}

const MAX_LENGTH = 300;
const MAX_CONTENT_LENGTH = 100_000;

/** Reads what an operation says of its page. What is not text, or no path, is left out. */
function readPageSettings(operation: JsonObject): PageSettings {
  const { href, metadata, content } = objectOf(operation["x-mint"]);
  const { title, sidebarTitle, description, tag } = objectOf(metadata);
  const toText = (value: unknown) => textOf(value).slice(0, MAX_LENGTH) || undefined;
  return {
    path: toPath(textOf(href)),
    title: toText(title),
    sidebarTitle: toText(sidebarTitle),
    description: toText(description),
    tag: toText(tag),
    hidden: operation["x-hidden"] === true,
    content: textOf(content).slice(0, MAX_CONTENT_LENGTH).trim() || undefined,
  };
}

/** Returns true for a path item or an operation that has no page at all. */
export function isLeftOut(part: JsonObject): boolean {
  return part["x-internal"] === true || part["x-excluded"] === true;
}

function toPath(href: string): string | undefined {
  if (href.length > 2 * MAX_LENGTH) return undefined;
  const path = href.replace(/^\/+|\/+$/g, "");
  const isPath = path.split("/").every((segment) => /^[\p{L}\p{N}\p{M}._~-]+$/u.test(segment) && !/^\.+$/.test(segment));
  return isPath && path.length <= MAX_LENGTH ? path : undefined;
}
