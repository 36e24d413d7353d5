import { perObject } from "../../per-object.ts";
import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf } from "../description/json.ts";
import { toJson } from "../description/json-text.ts";
import { isType } from "../description/parts.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import { type Fact, ofEach, withoutSame } from "./facts.ts";

const MAX_CHOICES = 100;
const MAX_PARTS = 20;
/** Values of an `enum` that are named; of more, the number. */
const MAX_VALUES = 1_000;
/** Examples of one value that are named. */
const MAX_EXAMPLES = 20;
const MAX_PART_DEPTH = 3;
/** Names that a rule lists. */
const MAX_NAMES = 100;
/** Most schemas that are read for one body. A few that name each other many times over would else take forever. */
export const MAX_LOOKS = 5_000;

/** A bounded reading of the schemas below one body or parameter. */
export interface SchemaWalk {
  readonly document: OpenApiDocument;
  looks: number;
  readonly maxLooks: number;
  /** Characters of rules in words. */
  chars: number;
  nodes: number;
  members: number;
  /** The most members that are read. */
  readonly maxMembers: number;
  /** Readings of what the members known so far hold, in their order. */
  readonly later: (() => void)[];
}

/** Starts a reading with nothing used of its bounds. */
export function startWalk(
  document: OpenApiDocument,
  maxMembers = Number.POSITIVE_INFINITY,
  { looks = MAX_LOOKS, chars = 0 } = {},
): SchemaWalk {
  return { document, looks: 0, maxLooks: Math.min(looks, MAX_LOOKS), chars, nodes: 0, members: 0, maxMembers, later: [] };
}

/** Returns true once the bound of schemas is reached. */
export function isExhausted({ looks, maxLooks }: SchemaWalk): boolean {
  return looks > maxLooks;
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

/** Most members of a schema that are read. A part of an `allOf` may have any number of others. */
const READ_KEYS = [
  ...["type", "format", "items", "oneOf", "anyOf", "allOf", "properties", "additionalProperties", "enum", "const", "default"],
  ...["title", "description", "deprecated", "readOnly", "writeOnly", "minimum", "maximum", "exclusiveMinimum"],
  ...["exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "pattern", "contentEncoding"],
  ...[
    "contentMediaType",
    "contentSchema",
    "nullable",
    "prefixItems",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
  ],
  ...[
    "unevaluatedProperties",
    "unevaluatedItems",
    "if",
    "then",
    "else",
    "not",
    "contains",
    "minContains",
    "maxContains",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "example",
  ],
  ...["examples", "externalDocs", "x-enumDescriptions", "x-enum-descriptions", "x-enum-varnames"],
];
/** Read, beside a `$ref`, by the reader of the part that has it. */
const OF_PART = new Set(["description", "deprecated", "readOnly", "writeOnly", "externalDocs"]);
const BESIDE = READ_KEYS.filter((key) => !OF_PART.has(key));

/** Joins a schema with the parts of its `allOf`, the usual way to add a description to a reference. */
export function withParts(walk: SchemaWalk, schema: JsonObject, depth = 0): JsonObject {
  const parts = listOf(schema.allOf).slice(0, MAX_PARTS);
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
  const { type, items, prefixItems, format, properties, additionalProperties } = resolved;
  if (depth > 3) return "object";
  const choices = choicesOf(resolved);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(walk, choice, depth + 1)))].join(" or ");
  const first = listOf(prefixItems).slice(0, MAX_PARTS);
  if (first.length > 0) return `array of [${first.map((item) => typeOf(walk, item, depth + 1)).join(", ")}]`;
  if (type === "array" || isObject(items)) return `array of ${typeOf(walk, items, depth + 1)}`;
  if ((type === "object" || type === undefined) && isObject(additionalProperties) && properties === undefined)
    return `map of ${typeOf(walk, additionalProperties, depth + 1)}`;
  const types = listOf(type).filter(isType);
  const formatted = (name: string) => (typeof format === "string" ? `${name}, ${format}` : name);
  const main = types.find((name) => name !== "null");
  if (types.length > 0) return types.map((name) => (name === main ? formatted(name) : name)).join(" or ");
  if (isType(type)) return formatted(type);
  if (isObject(properties) || isObject(resolved.patternProperties) || resolved.allOf !== undefined) return "object";
  const [literal] = "const" in resolved ? [resolved.const] : listOf(resolved.enum);
  if (literal === null) return "null";
  return literal === undefined ? "any" : typeof literal;
}

/** A value that a schema allows, with what the description says of it. */
interface Literal {
  readonly value: unknown;
  readonly words: string;
}

/** Lists the values of a schema that allows nothing else: by `const`, by `enum`, or by a union of such; undefined for any other. */
export function literalsOf(walk: SchemaWalk, schema: JsonObject, depth = 0): readonly Literal[] | undefined {
  if ("const" in schema)
    return [{ value: schema.const, words: [textOf(schema.title), textOf(schema.description)].filter(Boolean).join(": ") }];
  if (Array.isArray(schema.enum)) return enumOf(schema);
  const choices = choicesOf(schema).filter((choice) => memberOf(choice, "type") !== "null");
  if (choices.length === 0 || depth > MAX_PART_DEPTH) return undefined;
  const inside: Literal[] = [];
  for (const choice of choices) {
    const literals = literalsOf(walk, withParts(walk, look(walk, choice)), depth + 1);
    if (!literals) return undefined;
    inside.push(...literals);
    if (inside.length > MAX_VALUES) return inside;
  }
  return inside;
}

function enumOf(schema: JsonObject): readonly Literal[] {
  const values = listOf(schema.enum);
  const described = schema["x-enumDescriptions"] ?? schema["x-enum-descriptions"];
  const names = schema["x-enum-varnames"];
  if (described === undefined && names === undefined) return plainEnum(values).literals;
  const wordsAt = (words: unknown, value: unknown, index: number) =>
    textOf(Array.isArray(words) ? words[index] : memberOf(words, String(value)));
  return values
    .slice(0, MAX_VALUES)
    .map((value, index) => ({ value, words: wordsAt(described, value, index) || wordsAt(names, value, index) }));
}

/** The values of a list without words, and the fact of them: made once, however many schemas refer to it. */
const plainEnum = perObject((values: readonly unknown[]) => {
  const literals = values.slice(0, MAX_VALUES).map((value): Literal => ({ value, words: "" }));
  return { literals, fact: toAllowed(literals, values.length) };
});

/** Returns the fact of the values that a schema allows. */
function allowedIn(schema: JsonObject, literals: readonly Literal[]): Fact {
  const values = listOf(schema.enum);
  const plain = values.length > 0 ? plainEnum(values) : undefined;
  return plain?.literals === literals ? plain.fact : toAllowed(literals, values.length || literals.length);
}

/** Lists the rules of a schema: allowed values, bounds, conditions, default. */
export function factsOf(walk: SchemaWalk, schema: JsonObject, depth = 0): Fact[] {
  const literals = "const" in schema ? undefined : literalsOf(walk, schema);
  const itemLiterals = isObject(schema.items) ? literalsOf(walk, withParts(walk, look(walk, schema.items))) : undefined;
  const { default: fallback, pattern, multipleOf } = schema;
  return [
    literals && literals.length > 0 && allowedIn(schema, literals),
    itemLiterals && itemLiterals.length > 0 && ofEach(toAllowed(itemLiterals)),
    "const" in schema && toRule(`always ${show(schema.const)}`),
    ...boundsOf(schema).map((words): Fact => ({ kind: "bounds", words })),
    typeof multipleOf === "number" && toRule(`multiple of ${multipleOf}`),
    typeof pattern === "string" && toPattern("matches", pattern),
    ...rulesOf(schema),
    ...(literals || depth > 1 ? [] : factsOfChoices(walk, schema, depth)),
    fallback !== undefined && { kind: "default" as const, value: show(fallback) },
  ].filter((fact) => typeof fact === "object");
}

function toRule(words: string): Fact {
  return { kind: "rule", words };
}

function toPattern(lead: "matches" | "names match", pattern: string): Fact {
  return { kind: "pattern", lead, value: pattern.slice(0, MAX_SHOWN_CHARS) };
}

/** Lists the rules of the plain values in a union, which have no fields to show them at. */
function factsOfChoices(walk: SchemaWalk, schema: JsonObject, depth: number): Fact[] {
  const choices = choicesOf(schema).filter((choice) => memberOf(choice, "type") !== "null");
  if (choices.length < 2) return [];
  return choices.flatMap((choice) => {
    const read = withParts(walk, look(walk, choice));
    if (isObject(read.properties) || isObject(read.additionalProperties) || choicesOf(read).length > 0) return [];
    const facts = factsOf(walk, read, depth + 1);
    const words = [textOf(read.title), textOf(read.description)].filter(Boolean).join(": ");
    return facts.length > 0 || words ? [{ kind: "choice", type: typeOf(walk, choice), facts, words }] : [];
  });
}

/** Lists the rules that hold between values: names, elements, conditions. */
function rulesOf(schema: JsonObject): Fact[] {
  const { propertyNames, dependentRequired, contains, not, uniqueItems, minProperties, maxProperties } = schema;
  const { pattern } = objectOf(propertyNames);
  const needed = Object.entries(objectOf(dependentRequired)).slice(0, MAX_PARTS);
  const dependent = Object.entries(objectOf(schema.dependentSchemas)).slice(0, MAX_PARTS);
  const rules = [
    isObject(propertyNames) && typeof pattern !== "string" && saysMore(propertyNames) && `names fit ${show(propertyNames)}`,
    range("properties", minProperties, maxProperties),
    uniqueItems === true && "no item twice",
    isObject(contains) && `contains ${show(contains)}`,
    isObject(contains) && range("such items", schema.minContains, schema.maxContains),
    isObject(not) && `not ${show(not)}`,
    ...needed.map(([name, names]) => `with ${name} also ${listOf(names).slice(0, MAX_NAMES).join(", ")}`),
    ...dependent.map(([name, branch]) => wordsOfBranch(branch) && `with ${name}: ${wordsOfBranch(branch)}`),
    ...conditionsOf(schema),
    (schema.additionalProperties === false || schema.unevaluatedProperties === false) && "no other properties",
    Array.isArray(schema.prefixItems) && (schema.items === false || schema.unevaluatedItems === false) && "no other items",
    typeof schema.contentMediaType === "string" && `content ${schema.contentMediaType}`,
    typeof schema.contentEncoding === "string" && `in ${schema.contentEncoding}`,
  ].filter((rule) => typeof rule === "string" && rule !== "");
  const names = typeof pattern === "string" ? [toPattern("names match", pattern)] : [];
  return [...names, ...rules.map((rule) => toRule(String(rule)))];
}

/** Returns false for the names that any object has: texts. */
function saysMore(names: JsonObject): boolean {
  return Object.entries(names).some(([key, value]) => key !== "type" || value !== "string");
}

/** Lists what `if` changes: the members that are required then, and otherwise. */
function conditionsOf({ if: condition, then: met, else: unmet }: JsonObject): (string | false)[] {
  if (!isObject(condition)) return [];
  const words = Object.entries(objectOf(condition.properties))
    .slice(0, MAX_PARTS)
    .map(([name, value]) => {
      const { const: only, enum: allowed } = objectOf(value);
      return `${name} is ${only === undefined ? (allowed ? listOf(allowed).slice(0, MAX_EXAMPLES).map(show).join(" or ") : show(value)) : show(only)}`;
    });
  const when = words.join(" and ") || show(condition);
  const [then, otherwise] = [wordsOfBranch(met), wordsOfBranch(unmet)];
  return [then && `if ${when}: ${then}`, otherwise && `unless ${when}: ${otherwise}`];
}

/** Returns what an object takes and needs under a condition; empty when that is nothing. */
function wordsOfBranch(branch: unknown): string {
  const names = Object.keys(objectOf(objectOf(branch).properties))
    .slice(0, MAX_NAMES)
    .join(", ");
  const required = listOf(memberOf(branch, "required")).slice(0, MAX_NAMES).join(", ");
  return [names && `takes ${names}`, required && `needs ${required}`].filter(Boolean).join(" and ");
}

/** Lists the examples of a value. Those of an object are in the samples. */
export function examplesIn(document: OpenApiDocument, ...parts: readonly JsonObject[]): Fact[] {
  const toExample = (value: unknown, words = ""): Fact => ({ kind: "example", value: show(value), words });
  const found = parts.flatMap(({ example, examples }) => [
    ...(example === undefined ? [] : [toExample(example)]),
    ...(Array.isArray(examples) ? examples.slice(0, MAX_EXAMPLES).map((value) => toExample(value)) : []),
    ...Object.values(objectOf(examples))
      .slice(0, MAX_EXAMPLES)
      .flatMap((named) => {
        const { value, dataValue = value, serializedValue = dataValue, summary, description } = resolveReference(document, named);
        const words = [textOf(summary), textOf(description)].filter(Boolean).join(": ");
        return serializedValue === undefined ? [] : [toExample(dataValue ?? serializedValue, words)];
      }),
  ]);
  return withoutSame(found).slice(0, MAX_EXAMPLES);
}

/** Lists the bounds of a number, a text and a list in words, in this order. */
export function boundsOf(schema: JsonObject): string[] {
  const { minLength, maxLength, minItems, maxItems } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = withOpenBounds(schema);
  return [
    typeof exclusiveMinimum === "number" && `greater than ${exclusiveMinimum}`,
    typeof exclusiveMaximum === "number" && `less than ${exclusiveMaximum}`,
    range("", minimum, maximum),
    range("length", minLength, maxLength),
    range("items", minItems, maxItems),
  ].filter((fact) => typeof fact === "string");
}

/** Returns a schema with the bounds that are left out as numbers: OpenAPI 3.0 says so by true beside `minimum` and `maximum`. */
export function withOpenBounds(schema: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMinimum !== true && exclusiveMaximum !== true) return schema;
  return {
    ...schema,
    ...(exclusiveMinimum === true && { minimum: undefined, exclusiveMinimum: minimum }),
    ...(exclusiveMaximum === true && { maximum: undefined, exclusiveMaximum: maximum }),
  };
}

function toAllowed(literals: readonly Literal[], count = literals.length): Fact {
  const values = literals.slice(0, MAX_VALUES).map(({ value, words }) => ({ text: show(value), words }));
  return { kind: "allowed", values, more: Math.max(0, count - MAX_VALUES) };
}

function range(what: string, low: unknown, high: unknown): string | false {
  const name = what && `${what} `;
  const least = typeof low === "number" && low > Number.MIN_SAFE_INTEGER ? low : undefined;
  const most = typeof high === "number" && high < Number.MAX_SAFE_INTEGER ? high : undefined;
  if (least !== undefined && most !== undefined) return `${name}${least} to ${most}`;
  if (least !== undefined) return `${name}at least ${least}`;
  return most !== undefined && `${name}at most ${most}`;
}

const MAX_SHOWN_CHARS = 300;

function show(value: unknown): string {
  if (typeof value === "object" && value !== null) return showObject(value);
  const text = toJson(typeof value === "string" ? value.slice(0, MAX_SHOWN_CHARS) : value) || "undefined";
  const isCut = typeof value === "string" && value.length > MAX_SHOWN_CHARS;
  return isCut || text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}

/** A large value is written once, however many schemas refer to it. */
const showObject = perObject((value: object) => {
  const text = toJson(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
});

/** Characters of a default or of an allowed value that a schema keeps. */
const MAX_VALUE_CHARS = 10_000;

/** Returns true for a value that a schema keeps: one of at most 10,000 characters. */
export function isSmall(value: unknown): boolean {
  if (typeof value === "string") return value.length <= MAX_VALUE_CHARS;
  return typeof value !== "object" || value === null || sizeOf(value) <= MAX_VALUE_CHARS;
}

const sizeOf = perObject((value: object) => JSON.stringify(value).length);
