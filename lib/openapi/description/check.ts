import SwaggerParser from "@apidevtools/swagger-parser";
import { isObject, type JsonObject, listOf, memberOf, objectOf } from "./json.ts";
import { type ApiPart, isType, keysOf, partIn, rootPart } from "./parts.ts";
import { followReference, type OpenApiDocument, pointerKeys, type Target } from "./reference.ts";

/** Most values of a description; a larger one is refused. */
const MAX_VALUES = 2_000_000;
/** Levels below which there is nothing that anyone wrote; YAML can name a value inside itself. */
const MAX_DEPTH = 500;
/** Faults that are named; of more, the number. */
const MAX_ISSUES = 50;
/** Faults that are counted. */
const MAX_COUNTED = 1_000;
/** Messages of the validator that are sorted out; each is compared with all others. */
const MAX_DETAILS = 1_000;

/** A faulty part of a description. */
export interface Issue {
  /** Keys that lead to it. */
  readonly keys: readonly string[];
  /** The fault, and how to fix it. */
  readonly message: string;
}

/** The reasons why references to other documents could not be taken in, by reference. */
export type UnreadReferences = Readonly<Record<string, string>>;

/** A description that cannot be used at all. */
export class OpenApiError extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[], message: string) {
    super(message);
    this.name = "OpenApiError";
    this.keys = keys;
  }
}

interface CheckOptions {
  readonly unread?: UnreadReferences | undefined;
  /** Faults that were found before. */
  readonly found?: readonly Issue[];
}

/**
 * Returns everything that is wrong with a description, one fault for each part: its references and types, then its shape.
 * @throws OpenApiError when it is too large to check.
 */
export async function checkOpenApi(document: OpenApiDocument, { unread = {}, found = [] }: CheckOptions = {}): Promise<Issue[]> {
  const byPart = new Map<string, Issue>();
  for (const issue of [...found, ...checkParts(document, unread), ...(await checkShape(document))]) {
    const part = issue.keys.join("\n");
    if (!byPart.has(part)) byPart.set(part, issue);
  }
  const issues = [...byPart.values()];
  const rest = issues.length - MAX_ISSUES;
  return rest > 0 ? [...issues.slice(0, MAX_ISSUES), { keys: [], message: `There are ${rest} more findings.` }] : issues;
}

/** Looks at every part of a document once, without recursion, so that no depth or width can exhaust the stack. */
function checkParts(document: OpenApiDocument, unread: UnreadReferences): Issue[] {
  const issues: Issue[] = isNumbered(document.info)
    ? [{ keys: ["info", "version"], message: 'The version must be text. Put it in quotes, such as "1.0".' }]
    : [];
  const waiting: ApiPart[] = [rootPart(document)];
  let count = 0;
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.depth > MAX_DEPTH) throw new OpenApiError([], `The API description has more than ${MAX_DEPTH} levels.`);
    const isRead = !part.isMap && !part.isData && !Array.isArray(part.value);
    if (isRead && issues.length < MAX_COUNTED) issues.push(...issuesOf({ document, unread }, part));
    for (const [key, value] of Object.entries(part.value)) {
      count += 1;
      if (count > MAX_VALUES) throw new OpenApiError([], `The API description has more than ${MAX_VALUES} parts; split it.`);
      if (typeof value === "object" && value !== null) waiting.push(partIn(part, key, value));
    }
  }
  return issues.sort((left, right) => left.keys.length - right.keys.length);
}

interface CheckedDocument {
  readonly document: OpenApiDocument;
  readonly unread: UnreadReferences;
}

function issuesOf({ document, unread }: CheckedDocument, part: ApiPart): Issue[] {
  const { value, isSchema } = part;
  const { $ref, type } = value as JsonObject;
  const reference = typeof $ref === "string" ? referenceIssue($ref, followReference(document, value), unread) : undefined;
  return [
    ...(reference ? [{ keys: [...keysOf(part), "$ref"], message: reference }] : []),
    ...(isSchema && type !== undefined && !isTypes(type) ? [typeIssue([...keysOf(part), "type"], type)] : []),
  ];
}

function referenceIssue(reference: string, target: Target, unread: UnreadReferences): string | undefined {
  if ("value" in target)
    return isObject(target.value) || typeof target.value === "boolean"
      ? undefined
      : `"${reference}" leads to a value that is not an object. Correct the reference.`;
  if (target.broken === "external")
    return (
      (Object.hasOwn(unread, reference) && unread[reference]) ||
      `"${reference}" leads to another document. Bundle the description into one file, for example with: npx @redocly/cli bundle`
    );
  return target.broken === "missing"
    ? `"${reference}" does not exist. Add that part, or correct the reference.`
    : `"${reference}" leads to references in a circle. Let one of them lead to a part.`;
}

function isTypes(type: unknown): boolean {
  return isType(type) || (Array.isArray(type) && type.length > 0 && type.every(isType));
}

function typeIssue(keys: readonly string[], type: unknown): Issue {
  const shown = JSON.stringify(type).slice(0, 80);
  return { keys, message: `${shown} is not a type. Use string, number, integer, boolean, array, object or null.` };
}

/** Lists the places where a description differs from the schema of OpenAPI. */
async function checkShape(document: OpenApiDocument): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const piece of piecesOf(toCheckable(document))) {
    issues.push(...(await checkPiece(piece)));
    if (issues.length >= MAX_COUNTED) break;
  }
  return issues;
}

async function checkPiece(piece: JsonObject): Promise<Issue[]> {
  try {
    // References are left in place: expanding them first would let a small document grow without bound.
    const options = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };
    await SwaggerParser.validate(piece as never, options);
    return [];
  } catch (cause) {
    const details = listOf((cause as { details?: unknown }).details) as readonly Detail[];
    if (details.length > 0) return toIssues(details);
    return [{ keys: [], message: cause instanceof Error ? cause.message : String(cause) }];
  }
}

/** Paths, and parts of one kind, that the validator gets together: at each faulty one it copies the faults of all before it. */
const MAX_TOGETHER = 2_000;
/** Paths, and parts of one kind, that are checked. */
const MAX_CHECKED = 10_000;
/** Members and items of a part inside them that are checked. */
const MAX_INSIDE = 1_000;

/** Returns a description in pieces of bounded length. */
function* piecesOf(document: JsonObject): Generator<JsonObject> {
  const { paths, webhooks, components, ...rest } = document;
  const kinds = Object.entries(objectOf(components));
  const most = Math.max(
    1,
    ...[paths, webhooks, ...kinds.map(([, parts]) => parts)].map((map) => Object.keys(Object(map)).length),
  );
  for (let start = 0; start < Math.min(most, MAX_CHECKED); start += MAX_TOGETHER) {
    const slice = (map: unknown) =>
      isObject(map) ? Object.fromEntries(Object.entries(map).slice(start, start + MAX_TOGETHER)) : map;
    const piece = {
      ...rest,
      // Of a path that is shared, the validator knows no reference.
      paths: isObject(paths) ? withoutReferences(slice(paths) as JsonObject) : paths,
      ...(webhooks !== undefined && { webhooks: slice(webhooks) }),
      ...(components !== undefined && {
        components: isObject(components) ? Object.fromEntries(kinds.map(([kind, parts]) => [kind, slice(parts)])) : components,
      }),
    };
    shorten(piece);
    yield piece;
  }
}

function withoutReferences(paths: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(paths).filter(([, item]) => memberOf(item, "$ref") === undefined));
}

/** Leaves out all but the first members and items of each part below the maps of a piece. Changes its argument. */
function shorten(piece: JsonObject): void {
  const { paths, webhooks, components, ...rest } = piece;
  const waiting: unknown[] = [rest, paths, webhooks, ...Object.values(Object(components))].flatMap((map) =>
    Object.values(Object(map)),
  );
  const seen = new Set<unknown>();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    if (Array.isArray(part)) part.length = Math.min(part.length, MAX_INSIDE);
    else for (const key of Object.keys(part).slice(MAX_INSIDE)) delete (part as Record<string, unknown>)[key];
    waiting.push(...Object.values(part));
  }
}

/** Returns a copy without what makes the validator give up before it has checked the rest. */
function toCheckable(document: OpenApiDocument): JsonObject {
  const { openapi, paths = {}, info, ...rest } = structuredClone(document);
  const is31 = !String(openapi).startsWith("3.0");
  leaveOut({ ...rest, paths }, String(openapi).startsWith("3.2") ? ADDITIONS : UNKNOWN);
  return { ...rest, info: toCheckableInfo(info, is31), paths, openapi: is31 ? "3.1.0" : "3.0.0" };
}

/** Members that OpenAPI 3.1 has and its schema does not. */
const UNKNOWN: Additions = { variables: ["description"] };
type Additions = Readonly<Record<string, readonly string[]>>;

/** Members that OpenAPI 3.2 adds, by the name of the map or list that holds them. */
const ADDITIONS: Additions = {
  ...UNKNOWN,
  paths: ["query", "additionalOperations"],
  webhooks: ["query", "additionalOperations"],
  pathItems: ["query", "additionalOperations"],
  servers: ["name"],
  tags: ["summary", "parent", "kind"],
  responses: ["summary"],
  content: ["itemSchema", "itemEncoding", "prefixEncoding", "description"],
  examples: ["dataValue", "serializedValue"],
  securitySchemes: ["oauth2MetadataUrl", "deprecated"],
};

/** Removes what the schema of OpenAPI 3.1 would wrongly report. Changes its argument. */
function leaveOut(document: JsonObject, additions: Additions): void {
  delete (document as Record<string, unknown>).$self;
  const waiting: unknown[] = [document];
  const seen = new Set<unknown>();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    for (const [key, value] of Object.entries(part)) {
      for (const name of Object.hasOwn(additions, key) ? (additions[key] ?? []) : [])
        for (const member of Object.values(Object(value))) if (isObject(member)) delete (member as Record<string, unknown>)[name];
      waiting.push(value);
    }
  }
}

function toCheckableInfo(info: unknown, is31: boolean): unknown {
  if (!isObject(info)) return info;
  const { license, version } = info;
  // The validator asks for an identifier or a URL of a licence, of which OpenAPI 3.1 needs neither.
  const isBare = is31 && isObject(license) && license.identifier === undefined && license.url === undefined;
  return {
    ...info,
    ...(isNumbered(info) && { version: String(version) }),
    ...(isBare && { license: { ...license, identifier: "none" } }),
  };
}

function isNumbered(info: unknown): info is JsonObject {
  return isObject(info) && typeof info.version === "number";
}

/** One message of the validator. */
interface Detail {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: {
    readonly additionalProperty?: string;
    readonly unevaluatedProperty?: string;
    readonly missingProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
}

const COMBINATIONS = new Set(["oneOf", "anyOf", "if"]);

/**
 * Returns the messages that name a fault, one for each part. Where OpenAPI allows several forms the validator lists what each of
 * them lacks, and so for every part around it; then only the innermost message tells.
 */
function toIssues(all: readonly Detail[]): Issue[] {
  const details = all.slice(0, MAX_DETAILS);
  const combined = new Set(details.filter(({ keyword }) => COMBINATIONS.has(keyword)).map(({ instancePath }) => instancePath));
  const isTelling = ({ instancePath, keyword, params }: Detail) =>
    !COMBINATIONS.has(keyword) &&
    params.missingProperty !== "$ref" &&
    !(combined.has(instancePath) && details.some((other) => other.instancePath.startsWith(`${instancePath}/`)));
  const telling = details.filter(isTelling);
  const byPart = Map.groupBy(telling.length > 0 ? telling : details.slice(0, 1), ({ instancePath }) => instancePath);
  return [...byPart].map(([path, same]) => ({ keys: pointerKeys(`#${path}`), message: `This part ${describeDetails(same)}.` }));
}

function describeDetails([first, ...others]: readonly Detail[]): string {
  const { message = "is not valid", params = {} } = first ?? {};
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  if (extra !== undefined) return `${message}; take "${extra}" out, or correct its name`;
  if (!params.allowedValues) return message;
  const allowed = [params, ...others.map((other) => other.params)].flatMap(({ allowedValues = [] }) => allowedValues);
  return `must be one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
}
