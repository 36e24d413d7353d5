/*
 * API descriptions: OpenAPI 3.0, 3.1 and 3.2, from anyone.
 * A text comes in; a document comes out with the findings about it. Whatever it holds, reading it is bounded.
 * Start at `readOpenApi`. `document/operation.ts` reads one operation, `document/compare.ts` two versions, `playground/playground.ts`
 * the form of a call, and `relay/relay-call.ts` sends one.
 */

import { findNodeAtLocation, type Node as JsonNode, type ParseError, parseTree } from "jsonc-parser";
import { type Document, LineCounter, type Node } from "yaml";
import type { Finding } from "../finding.ts";
import { readYaml } from "../yaml.ts";
import { checkOpenApi, type Issue, OpenApiError, type UnreadReferences } from "./description/check.ts";
import { MAX_TEXT } from "./description/html.ts";
import { isObject, memberOf } from "./description/json.ts";
import { toJson } from "./description/json-text.ts";
import { type ApiPart, keysOf, partIn, rootPart } from "./description/parts.ts";
import { type OpenApiDocument, toPointer } from "./description/reference.ts";
import { parseText } from "./description/referred-documents.ts";
import { readTargets } from "./relay/relay-targets.ts";

/** Above this size a fault is named by its pointer alone, without a line. */
const MAX_LOCATED_CHARS = 2_000_000;

interface ReadOpenApi {
  /** Null when the description cannot be used; the only finding, an error, says why. */
  readonly document: OpenApiDocument | null;
  /** Each names its part by JSON pointer, such as `#/paths/~1pets/get: `, but for the document as a whole. */
  readonly findings: readonly Finding[];
}

/** The text of a description, and why references to other documents could not be taken into it. */
interface ReadableDescription {
  readonly text: string;
  /** The text that its author wrote, where other documents were taken into it since: findings name its lines. */
  readonly written?: string | undefined;
  readonly unread?: UnreadReferences | undefined;
  /** Its file, or the address that it was fetched from, where servers without a host are. */
  readonly path?: string | undefined;
}

/**
 * Reads an API description, JSON or YAML, and names its faults. It is refused as a whole only when it is not OpenAPI 3
 * document at all; any other fault is a warning. References may form cycles; those to other documents are not followed.
 */
export async function readOpenApi({ text, written = text, unread, path }: ReadableDescription): Promise<ReadOpenApi> {
  try {
    const document = withHosts(parseDescription(text), path);
    requireOpenApi3(document);
    const bounded = applyBounds(document);
    const issues = await checkOpenApi(document, { unread, found: [...bounded, ...readTargets(document).issues] });
    return { document, findings: toFindings(issues, { text: written, path, severity: "warning" }) };
  } catch (cause) {
    if (!(cause instanceof OpenApiError)) throw cause;
    return { document: null, findings: toFindings([cause], { text: written, path, severity: "error" }) };
  }
}

function parseDescription(text: string): OpenApiDocument {
  const value = readText(text);
  if (!isObject(value)) throw new OpenApiError([], "The API description must be an object, beginning with: openapi: 3.1.0");
  return value;
}

/**
 * Returns the text of a description that is kept apart from its address: servers without a host are on that of the address, as OpenAPI
 * says. A text without such a server is left as it is, one with is JSON.
 * @throws OpenApiError for a text that is not a description.
 */
export function onItsHost(text: string, address: string): string {
  const document = parseDescription(text);
  const hosted = withHosts(document, address);
  const isSame = JSON.stringify(hosted.servers) === JSON.stringify(document.servers);
  return isSame ? text : `${toJson(hosted, 2)}\n`;
}

/** Returns a description whose servers without a host are on the host of its address, as OpenAPI says. */
function withHosts(document: OpenApiDocument, path = ""): OpenApiDocument {
  if (!/^https?:/i.test(path)) return document;
  const { origin } = new URL(path);
  if (document.servers === undefined) return { ...document, servers: [{ url: origin }] };
  if (!Array.isArray(document.servers)) return document;
  const servers = document.servers.map((server) => {
    const url = memberOf(server, "url");
    return typeof url === "string" && /^\/(?!\/)/.test(url) ? { ...server, url: origin + url } : server;
  });
  return { ...document, servers };
}

function readText(text: string): unknown {
  try {
    return parseText(text);
  } catch (cause) {
    const form = /^\s*\{/.test(text) ? "JSON" : "YAML";
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new OpenApiError([], `The API description is not valid ${form}: ${reason}`);
  }
}

function requireOpenApi3({ swagger, openapi, paths, webhooks, components }: OpenApiDocument): void {
  if (swagger !== undefined)
    throw new OpenApiError(
      ["swagger"],
      "Swagger 2 is not supported. Convert the description to OpenAPI 3, for example with: npx swagger2openapi",
    );
  if (!/^3\.[012]\.\d+$/.test(String(openapi)))
    throw new OpenApiError(
      ["openapi"],
      `Version ${JSON.stringify(openapi) ?? "missing"} is not supported; use OpenAPI 3.0, 3.1 or 3.2, such as "3.1.0".`,
    );
  if (!isObject(paths) && (paths !== undefined || (webhooks ?? components) === undefined))
    throw new OpenApiError(["paths"], "There are no operations. Name them under paths, by path and method.");
}

function toFindings(
  issues: readonly Issue[],
  { text, path = "", severity }: { text: string; path: string | undefined; severity: Finding["severity"] },
): Finding[] {
  const place = issues.length > 0 && text.length <= MAX_LOCATED_CHARS ? placesIn(text) : () => undefined;
  return issues.map(({ keys, message }) => {
    const { line, col: column } = place(keys) ?? {};
    return { severity, file: path, line, column, message: keys.length > 0 ? `${toPointer(keys)}: ${message}` : message };
  });
}

/** Returns a function that gives the line and column of the part at the end of keys, or of the last one on the way to it. */
function placesIn(text: string): (keys: readonly string[]) => { line: number; col: number } | undefined {
  const lineCounter = new LineCounter();
  // YAML holds JSON, and takes twenty times as long to parse it.
  const tree = /^\s*\{/.test(text) ? parseJsonTree(text) : undefined;
  if (tree) {
    for (let start = 0; start >= 0; start = text.indexOf("\n", start) + 1 || -1) lineCounter.addNewLine(start);
    return (keys) => (keys.length > 0 ? lineCounter.linePos(jsonNodeAt(tree, keys).offset) : undefined);
  }
  const document = readYaml(text, { lineCounter });
  return (keys) => {
    const offset = keys.length > 0 ? nodeAt(document, keys)?.range?.[0] : document.errors[0]?.pos[0];
    return offset === undefined ? undefined : lineCounter.linePos(offset);
  };
}

/** Returns the node at the end of the keys, or the last one on the way to it. */
function nodeAt(document: Document, keys: readonly string[]): Node | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true);
    if (typeof node === "object" && node !== null) return node as Node;
  }
  return undefined;
}

function parseJsonTree(text: string): JsonNode | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors);
  return errors.length === 0 ? tree : undefined;
}

function jsonNodeAt(tree: JsonNode, keys: readonly string[]): JsonNode {
  let node = tree;
  for (const key of keys) {
    const next = findNodeAtLocation(node, [node.type === "array" ? Number(key) : key]);
    if (!next) return node;
    node = next;
  }
  return node;
}

/** Most characters of a name, a path or an address. */
const MAX_NAME = 500;
const NAMES: ReadonlySet<string> = new Set(["name", "operationId", "propertyName", "summary", "title"]);
/** Half of an address is a different address. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...["url", "authorizationUrl", "openIdConnectUrl", "refreshUrl", "termsOfService", "tokenUrl"],
]);

/**
 * Bounds a description before any work with it: cuts names, and leaves out what has a longer key or address, such as a path or
 * a server. Changes the document, and returns what it did. A text is cut where it is shown.
 */
function applyBounds(document: OpenApiDocument): Issue[] {
  const issues: Issue[] = [];
  // YAML can name a value inside itself.
  const seen = new Set<object>();
  const waiting: ApiPart[] = [rootPart(document)];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.isData || seen.has(part.value)) continue;
    seen.add(part.value);
    for (const [key, value] of Object.entries(part.value)) {
      const issue = boundMember(part, key, value);
      if (issue) issues.push(issue);
      else if (typeof value === "object" && value !== null) waiting.push(partIn(part, key, value));
    }
  }
  return issues;
}

function boundMember(part: ApiPart, key: string, value: unknown): Issue | undefined {
  const { value: parent, isMap } = part;
  const members = parent as Record<string, unknown>;
  if (key.length > MAX_NAME) {
    delete members[key];
    return {
      keys: keysOf(part),
      message: `"${key.slice(0, 40)}…" has ${key.length} characters and is left out; use at most ${MAX_NAME}.`,
    };
  }
  if (typeof value !== "string" || value.length <= MAX_NAME) return undefined;
  const at = [...keysOf(part), key];
  if (ADDRESSES.has(key) && !isMap) {
    delete members[key];
    return { keys: at, message: `An address of ${value.length} characters is left out; use at most ${MAX_NAME}.` };
  }
  if (Array.isArray(parent) || (NAMES.has(key) && !isMap)) {
    members[key] = `${value.slice(0, MAX_NAME)}…`;
    return { keys: at, message: `The first ${MAX_NAME} of ${value.length} characters are shown; shorten it.` };
  }
  if (key !== "description" || value.length <= MAX_TEXT) return undefined;
  return { keys: at, message: `The first ${MAX_TEXT} of ${value.length} characters are shown; shorten it.` };
}
