import SwaggerParser from "@apidevtools/swagger-parser";
import { LineCounter, type Node, parseDocument } from "yaml";

/** Nodes of a description that are looked at; a larger one is refused. */
const MAX_NODES = 2_000_000;
/** Above this size a fault is named by its place in the document, without a line. */
const MAX_LOCATED_CHARS = 2_000_000;
const MAX_ALIASES = 100;

/** A description as it was read. */
export interface OpenApiFile {
  /** Path or address, for problems. */
  readonly path: string;
  readonly text: string;
}

/** Something wrong with a description. */
export interface OpenApiProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
}

/** Part of a description: an object whose members are checked where they are read. */
export type JsonObject = { readonly [name: string]: unknown };

/** A valid OpenAPI 3.0 or 3.1 description; `$ref`s stand in it as written, each leads to a part of the same document. */
export type OpenApiDocument = JsonObject;

export interface ReadDescription {
  /** Null when the description cannot be used; the problems say why. */
  readonly document: OpenApiDocument | null;
  readonly problems: readonly OpenApiProblem[];
}

class DescriptionFault extends Error {
  /** Keys that lead to the faulty part. */
  readonly keys: readonly string[];

  constructor(keys: readonly string[], reason: string) {
    super(reason);
    this.name = "DescriptionFault";
    this.keys = keys;
  }
}

/** Reads and checks an API description, JSON or YAML. References to other documents are refused, cycles are fine. */
export async function readOpenApi(file: OpenApiFile): Promise<ReadDescription> {
  try {
    const document = parse(file);
    requireOpenApi3(document);
    requireInternalReferences(document);
    await requireValid(document);
    return { document, problems: [] };
  } catch (cause) {
    if (!(cause instanceof DescriptionFault)) throw cause;
    const place = cause.keys.length > 0 ? `${cause.keys.join(" › ")}: ` : "";
    return { document: null, problems: [{ file: file.path, ...locate(file, cause), reason: `${place}${cause.message}` }] };
  }
}

/** Follows a `$ref`, and the one it may lead to, inside the description; anything else is given back as it is. */
export function resolveReference(document: OpenApiDocument, part: unknown): JsonObject {
  let current = part;
  for (let hops = 0; hops < 20; hops += 1) {
    if (!isObject(current)) return {};
    if (typeof current.$ref !== "string") return current;
    current = pointedAt(document, keysOf(current.$ref));
  }
  return {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse({ text }: OpenApiFile): OpenApiDocument {
  const value = /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text);
  if (!isObject(value)) throw new DescriptionFault([], "The API description must be an object, beginning with: openapi: 3.1.0");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DescriptionFault(
      [],
      `The API description is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault) throw new DescriptionFault([], `The API description is not valid YAML: ${fault.message.split("\n")[0]}`);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new DescriptionFault(
      [],
      `The API description cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

function requireOpenApi3({ swagger, openapi }: OpenApiDocument): void {
  if (swagger !== undefined)
    throw new DescriptionFault(
      ["swagger"],
      "Swagger 2 is not supported. Convert the description to OpenAPI 3, for example with: npx swagger2openapi",
    );
  if (!/^3\.[01]\.\d+$/.test(String(openapi)))
    throw new DescriptionFault(
      ["openapi"],
      `Version ${JSON.stringify(openapi) ?? "missing"} is not supported; use OpenAPI 3.0 or 3.1, such as "3.1.0".`,
    );
}

/** Looks at every part of a document once, without recursion, so that no depth or width can exhaust the stack. */
function requireInternalReferences(document: OpenApiDocument): void {
  const waiting: { keys: readonly string[]; value: object }[] = [{ keys: [], value: document }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [key, value] of Object.entries(next.value)) {
      count += 1;
      if (count > MAX_NODES) throw new DescriptionFault([], `The API description has more than ${MAX_NODES} parts; split it.`);
      // Examples are data, in which $ref means nothing.
      if (key === "example" || key === "examples" || key === "default" || key === "enum" || key === "const") continue;
      if (key === "$ref" && typeof value === "string") requireReference(document, [...next.keys, key], value);
      else if (typeof value === "object" && value !== null) waiting.push({ keys: [...next.keys, key], value });
    }
  }
}

function requireReference(document: OpenApiDocument, keys: readonly string[], reference: string): void {
  if (!reference.startsWith("#"))
    throw new DescriptionFault(
      keys,
      `"${reference}" leads to another document. Bundle the description into one file, for example with: npx @redocly/cli bundle`,
    );
  if (pointedAt(document, keysOf(reference)) === undefined)
    throw new DescriptionFault(keys, `"${reference}" leads nowhere. Add that part, or correct the reference.`);
}

function keysOf(reference: string): string[] {
  const decode = (key: string) => {
    try {
      return decodeURIComponent(key);
    } catch {
      // A percent sign that encodes nothing stands for itself.
      return key;
    }
  };
  return reference
    .slice(1)
    .split("/")
    .slice(1)
    .map((key) => decode(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointedAt(document: OpenApiDocument, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined,
    document,
  );
}

async function requireValid(document: OpenApiDocument): Promise<void> {
  try {
    // References are left in place: expanding them first would let a small document grow without bound.
    const options = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };
    await SwaggerParser.validate(structuredClone(document) as never, options);
  } catch (cause) {
    const [detail] = [...detailsOf(cause)].sort((left, right) => right.instancePath.length - left.instancePath.length);
    if (detail) throw new DescriptionFault(keysOf(`#${detail.instancePath}`), `This part ${describe(detail)}.`);
    throw new DescriptionFault([], `The API description is not valid: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

interface Detail {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: { readonly additionalProperty?: string; readonly unevaluatedProperty?: string };
}

function detailsOf(cause: unknown): readonly Detail[] {
  const { details } = cause as { details?: unknown };
  return Array.isArray(details) ? details : [];
}

function describe({ message = "is not valid", params }: Detail): string {
  const extra = params?.additionalProperty ?? params?.unevaluatedProperty;
  return extra ? `${message}; "${extra}" does not belong here` : message;
}

function locate(
  { text }: OpenApiFile,
  { keys, message }: DescriptionFault,
): { line: number | undefined; column: number | undefined } {
  const nowhere = { line: undefined, column: undefined };
  if (text.length > MAX_LOCATED_CHARS) return nowhere;
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [fault] = document.errors;
  const offset = keys.length > 0 ? nodeAt(document, keys)?.range?.[0] : /not valid/.test(message) ? fault?.pos[0] : undefined;
  if (offset === undefined) return nowhere;
  const { line, col } = lineCounter.linePos(offset);
  return { line, column: col };
}

function nodeAt(document: ReturnType<typeof parseDocument>, keys: readonly string[]): Node | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true);
    if (typeof node === "object" && node !== null) return node as Node;
  }
  return undefined;
}
