import { perObject } from "../per-object.ts";
import { isObject, type JsonObject, listOf } from "./json.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";

const MAX_CHOICES = 20;
const MAX_PART_DEPTH = 3;
/** Schemas looked at for one body. A few that name each other many times over would else take forever. */
const MAX_LOOKS = 5_000;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** Returns true for the name of a JSON type that a schema can have. */
export function isType(type: unknown): type is string {
  return TYPES.has(type);
}

/** A bounded reading of the schemas below one body or parameter. */
export interface SchemaWalk {
  readonly document: OpenApiDocument;
  /** By schema: one may be a part of thousands of others. */
  readonly required: Map<JsonObject, ReadonlySet<unknown>>;
  looks: number;
  nodes: number;
  members: number;
  /** Members after which no further ones are read. */
  readonly maxMembers: number;
  /** Readings of what the members known so far hold, in their order. */
  readonly later: (() => void)[];
}

/** Starts a reading with nothing used of its bounds. */
export function startWalk(document: OpenApiDocument, maxMembers = Number.POSITIVE_INFINITY): SchemaWalk {
  return { document, required: new Map(), looks: 0, nodes: 0, members: 0, maxMembers, later: [] };
}

/** Returns true once the bound of schemas is reached. */
export function isExhausted({ looks }: SchemaWalk): boolean {
  return looks > MAX_LOOKS;
}

/** Resolves the reference of a schema; empty once the bound of schemas is reached. */
export function look(walk: SchemaWalk, schema: unknown): JsonObject {
  walk.looks += 1;
  return isExhausted(walk) ? {} : resolveSchema(walk.document, schema);
}

/** Returns a schema, or what its `$ref` leads to; with what OpenAPI 3.1 allows beside that, both as the parts of one. */
export function resolveSchema(document: OpenApiDocument, schema: unknown): JsonObject {
  const saysMore = isObject(schema) && typeof schema.$ref === "string" && BESIDE.some((key) => Object.hasOwn(schema, key));
  return saysMore ? joinBeside(schema) : resolveReference(document, schema);
}

/** One object for each schema, by which a cycle is known. */
const joinBeside = perObject(
  ({ $ref, allOf, ...own }: JsonObject): JsonObject => ({ ...own, allOf: [{ $ref }, ...listOf(allOf)] }),
);

/** The members of a schema that are looked at. A part of an `allOf` may have any number of others. */
const READ_KEYS = [
  ...["type", "format", "items", "oneOf", "anyOf", "allOf", "properties", "additionalProperties", "enum", "const", "default"],
  ...["title", "description", "deprecated", "readOnly", "writeOnly", "minimum", "maximum", "exclusiveMinimum"],
  ...["exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "pattern", "contentEncoding"],
  ...["contentMediaType", "nullable"],
];
/** Read beside a `$ref` by whoever reads the part that has it. */
const OF_PART = new Set(["description", "deprecated", "readOnly", "writeOnly"]);
const BESIDE = ["example", "examples", ...READ_KEYS.filter((key) => !OF_PART.has(key))];

/** Joins a schema with the parts of its `allOf`, the usual way to add a description to a reference. */
export function withParts(walk: SchemaWalk, schema: JsonObject, depth = 0): JsonObject {
  const parts = listOf(schema.allOf).slice(0, MAX_CHOICES);
  if (parts.length === 0 || depth > MAX_PART_DEPTH) return schema;
  const read = parts.map((part) => withParts(walk, look(walk, part), depth + 1));
  const entries = [...read.toReversed(), schema].map((part) =>
    READ_KEYS.filter((key) => Object.hasOwn(part, key)).map((key) => [key, part[key]]),
  );
  return Object.fromEntries(entries.flat());
}

/** Lists the schemas of which one holds. */
export function choicesOf({ oneOf, anyOf }: JsonObject): readonly unknown[] {
  return [...listOf(oneOf), ...listOf(anyOf)].slice(0, MAX_CHOICES);
}

/** Returns the type of a schema in words, such as `string, date-time` or `array of object`. */
export function typeOf(walk: SchemaWalk, schema: unknown, depth = 0): string {
  const resolved = withParts(walk, look(walk, schema));
  const words = wordsOfType(walk, resolved, depth);
  // OpenAPI 3.0 says so beside the type, 3.1 in it.
  return resolved.nullable === true && !/\bnull$/.test(words) ? `${words} or null` : words;
}

function wordsOfType(walk: SchemaWalk, resolved: JsonObject, depth: number): string {
  const { type, items, format } = resolved;
  if (depth > 3) return "object";
  const choices = choicesOf(resolved);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(walk, choice, depth + 1)))].join(" or ");
  if (type === "array" || isObject(items)) return `array of ${typeOf(walk, items, depth + 1)}`;
  const types = listOf(type).filter(isType);
  if (types.length > 0) return types.join(" or ");
  if (isType(type)) return typeof format === "string" ? `${type}, ${format}` : type;
  if (isObject(resolved.properties) || resolved.allOf !== undefined) return "object";
  return Array.isArray(resolved.enum) || "const" in resolved ? typeof (resolved.const ?? listOf(resolved.enum)[0]) : "any";
}

/** Lists the rules of a schema in words: allowed values, bounds, default. */
export function factsOf(walk: SchemaWalk, schema: JsonObject): string[] {
  const choices = showAll(listOf(schema.enum));
  const innerChoices = isObject(schema.items) ? showAll(listOf(look(walk, schema.items).enum)) : [];
  const { default: fallback, pattern, multipleOf } = schema;
  return [
    choices.length > 0 && `one of ${choices.join(", ")}`,
    innerChoices.length > 0 && `each one of ${innerChoices.join(", ")}`,
    "const" in schema && `always ${show(schema.const)}`,
    ...boundsOf(schema),
    typeof multipleOf === "number" && `multiple of ${multipleOf}`,
    typeof pattern === "string" && pattern.length <= 100 && `matches ${pattern}`,
    fallback !== undefined && `default ${show(fallback)}`,
  ].filter((fact) => typeof fact === "string");
}

/** Lists the bounds of a number, a text and a list in words, in this order. */
export function boundsOf(schema: JsonObject): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    typeof exclusiveMinimum === "number" && `above ${exclusiveMinimum}`,
    typeof exclusiveMaximum === "number" && `below ${exclusiveMaximum}`,
    range("", minimum, maximum),
    range("length", minLength, maxLength),
    range("items", minItems, maxItems),
  ].filter((fact) => typeof fact === "string");
}

/** The first of many values, and how many are left. */
function showAll(values: readonly unknown[]): string[] {
  const more = values.length - MAX_CHOICES;
  return [...values.slice(0, MAX_CHOICES).map(show), ...(more > 0 ? [`and ${more} more`] : [])];
}

function range(what: string, low: unknown, high: unknown): string | false {
  const name = what && `${what} `;
  const least = typeof low === "number" && low > Number.MIN_SAFE_INTEGER ? low : undefined;
  const most = typeof high === "number" && high < Number.MAX_SAFE_INTEGER ? high : undefined;
  if (least !== undefined && most !== undefined) return `${name}${least} to ${most}`;
  if (least !== undefined) return `${name}at least ${least}`;
  return most !== undefined && `${name}at most ${most}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
