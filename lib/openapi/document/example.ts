import { type Options, sample } from "openapi-sampler";
import { perObject } from "../../per-object.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../description/json.ts";
import { isType } from "../description/parts.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import type { Use } from "./schema.ts";
import { resolveSchema } from "./schema-words.ts";
import { titleOfName } from "./words.ts";

const MAX_DEPTH = 6;
const MAX_MEMBERS = 30;
/** Most schemas that are read for one example. */
const MAX_SCHEMAS = 500;
const MAX_LENGTH = 100;
const MAX_ITEMS = 3;
/** Optional members of a request; if there are more, its example has only those with an example. */
const MAX_OPTIONAL = 8;
const MAX_PLAIN = 3;

const OPTIONS: Readonly<Record<Use, Options>> = {
  request: { quiet: true, skipReadOnly: true },
  response: { quiet: true, skipWriteOnly: true },
};

/** An example that a description gives under a name. */
export interface NamedExample {
  /** Its summary, else its name. */
  readonly title: string;
  /** Plain text or Markdown. */
  readonly description: string;
  readonly value: unknown;
}

const MAX_EXAMPLES = 20;

/** Returns the first example that a description gives for a body or parameter; undefined without one. */
export function givenExample(document: OpenApiDocument, { example, examples }: JsonObject): unknown {
  if (example !== undefined) return withoutReference(document, example);
  const [named] = Object.values(objectOf(examples));
  return named === undefined ? undefined : valueIn(document, named);
}

/** Lists the examples of a body by their names; empty when there is one alone, of which nothing is said. */
export function namedExamples(document: OpenApiDocument, { examples }: JsonObject): NamedExample[] {
  const named = Object.entries(objectOf(examples)).slice(0, MAX_EXAMPLES);
  const read = named.flatMap(([name, raw]): NamedExample[] => {
    const part = resolveReference(document, raw);
    const value = valueIn(document, part);
    return value === undefined ? [] : [{ title: textOf(part.summary) || name, description: textOf(part.description), value }];
  });
  const [only] = Object.keys(objectOf(examples));
  return read.length > 1 || read.some(({ title, description }) => title !== only || description !== "") ? read : [];
}

function valueIn(document: OpenApiDocument, example: unknown): unknown {
  const { value, dataValue = value, serializedValue = dataValue } = resolveReference(document, example);
  return withoutReference(document, dataValue ?? serializedValue);
}

/** Returns a value; for a reference to a named example, where some generators write it in the place of a value, that one's. */
function withoutReference(document: OpenApiDocument, value: unknown): unknown {
  const isReference = isObject(value) && /^#\/components\/examples\//.test(textOf(value.$ref)) && Object.keys(value).length === 1;
  return isReference ? (resolveReference(document, value).value ?? value) : value;
}

/**
 * Returns the example that a description gives for a body or parameter, else one made from its schema; undefined without
 * either. `room` is what further schemas may be read for examples beside this one, and shrinks.
 */
export function exampleOf(
  document: OpenApiDocument,
  part: JsonObject,
  { use, room }: { readonly use: Use; readonly room: { schemas: number } },
): unknown {
  const given = givenExample(document, part);
  if (given !== undefined) return given;
  const walk = { document, use, schemas: Math.min(MAX_SCHEMAS, room.schemas) };
  const before = walk.schemas;
  const schema = toBounded(walk, { raw: part.schema, name: "" }, []);
  room.schemas -= before - walk.schemas;
  return schema && sample(schema, OPTIONS[use]);
}

interface Walk {
  readonly document: OpenApiDocument;
  readonly use: Use;
  /** Number of schemas that may still be read. */
  schemas: number;
}

interface NamedSchema {
  readonly raw: unknown;
  /** Name of the member with this schema, after which a list of them is named; empty without one. */
  readonly name: string;
}

/**
 * Returns a copy of a schema that is safe for the sampler wherever it comes from: without references and cycles, of bounded size,
 * with those keywords alone that decide on a value. Undefined where there is nothing to make a value from.
 */
function toBounded(walk: Walk, { raw, name }: NamedSchema, above: readonly JsonObject[]): JsonObject | undefined {
  const schema = resolveSchema(walk.document, raw);
  if (above.length > MAX_DEPTH || above.includes(schema) || walk.schemas <= 0) return undefined;
  walk.schemas -= 1;
  const { readOnly, writeOnly, items, additionalProperties, prefixItems } = schema;
  const stated = statedValue(schema);
  const example = stated === undefined ? namedExample(name, { ...schema, type: typeOf(schema) }) : stated;
  if (example !== undefined) return { readOnly, writeOnly, example };
  const next = (part: unknown, inside = name) => toBounded(walk, { raw: part, name: inside }, [...above, schema]);
  const [choice] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].filter((part) => objectOf(part).type !== "null");
  const oneOf = [next(choice)].filter((part) => part !== undefined);
  const parts = listOf(schema.allOf)
    .slice(0, MAX_SCHEMAS)
    .map((part) => next(part))
    .filter((part) => part !== undefined);
  const type = typeOf(schema) ?? parts.find((part) => part.type !== undefined)?.type;
  if (type === undefined && oneOf.length + parts.length === 0) return undefined;
  // The sampler can join parts of one type only.
  const allOf = parts.length > 0 ? parts.filter((part) => part.type === undefined || part.type === type) : undefined;
  return {
    readOnly,
    writeOnly,
    type,
    ...limitsOf(schema),
    properties: membersOf(walk, schema, next),
    items: next(items, name.replace(/s$/i, "")),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.slice(0, MAX_MEMBERS).flatMap((item) => next(item) ?? []) }),
    ...(isObject(additionalProperties) && { additionalProperties: next(additionalProperties) }),
    oneOf,
    allOf,
  };
}

function statedValue({ example, examples, default: fallback, const: only, enum: allowed }: JsonObject): unknown {
  return [example, listOf(examples)[0], fallback, only, listOf(allowed)[0]].find((value) => value !== undefined);
}

function typeOf({ type, properties, additionalProperties, prefixItems }: JsonObject): unknown {
  const named = [type, ...listOf(type)].find((name) => isType(name) && name !== "null");
  if (named !== undefined || properties !== undefined) return named ?? "object";
  if (Array.isArray(prefixItems)) return "array";
  return isObject(additionalProperties) ? "object" : undefined;
}

function membersOf(
  walk: Walk,
  schema: JsonObject,
  next: (part: unknown, name: string) => JsonObject | undefined,
): JsonObject | undefined {
  if (schema.properties === undefined) return undefined;
  const members = chooseMembers(walk, schema).slice(0, MAX_MEMBERS);
  const bounded = members.map(([name, member]) => [name, next(member, name)] as const);
  // The sampler assigns members by name, and __proto__ cannot be assigned.
  return Object.fromEntries(bounded.filter(([name, member]) => member !== undefined && name !== "__proto__"));
}

/** Returns the members that an example has: all of a response, and of a request with many those that someone would send. */
function chooseMembers({ document, use }: Walk, { properties, required }: JsonObject): readonly [string, unknown][] {
  const all = firstMembers(objectOf(properties));
  const needed = new Set(listOf(required));
  if (use === "response" || all.length - needed.size <= MAX_OPTIONAL) return all;
  const read = all.map((member) => ({ member, schema: resolveSchema(document, member[1]) }));
  const sent = read.filter(({ schema: { readOnly, deprecated } }) => readOnly !== true && deprecated !== true);
  const hasExample = ({ example, examples }: JsonObject) => example !== undefined || listOf(examples).length > 0;
  const given = sent.filter(({ member: [name], schema }) => needed.has(name) || hasExample(schema));
  const plain = sent.filter(({ schema }) => typeOf(schema) === "string" && schema.format === undefined);
  return (given.length > 0 ? given : plain.slice(0, MAX_PLAIN)).map(({ member }) => member);
}

/** Members of an object that an example is chosen from; many schemas may refer to one object. */
const MAX_CHOSEN_FROM = 1_000;
const firstMembers = perObject((properties: JsonObject) => Object.entries(properties).slice(0, MAX_CHOSEN_FROM));

/** Bounds of a value. A format decides on its length alone: the sampler knows no shorter dates. */
function limitsOf(schema: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxItems, format } = schema;
  const numbers = {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    maxItems,
    minItems: atMost(schema.minItems, MAX_ITEMS),
  };
  if (typeof format === "string" && !(format in {})) return { ...numbers, format };
  return { ...numbers, minLength: atMost(schema.minLength, MAX_LENGTH), maxLength: schema.maxLength };
}

function atMost(value: unknown, limit: number): number | undefined {
  return typeof value === "number" ? Math.min(value, limit) : undefined;
}

/** Values by the last words of a name, written as `user_name`; the first that fits is taken. */
const TEXTS: readonly (readonly [names: RegExp, value: string])[] = [
  [/(?:^|_)e_?mail(?:_address)?$/, "user@example.com"],
  [/(?:^|_)ur[il](?:_|$)|^(?:website|homepage|webhook)$/, "https://example.com"],
  [/(?:^|_)(?:uuid|guid)$|^uid$/, "3fa85f64-5717-4562-b3fc-2c963f66afa6"],
  [/_(?:at|timestamp|datetime)$|^(?:timestamp|datetime)$/, "2026-01-15T09:30:00Z"],
  [/(?:^|_)date$|^(?:birthday|dob)$/, "2026-01-15"],
  [/(?:^|_)(?:phone|phone_number|mobile|fax)$/, "+15555550100"],
  [/(?:^|_)(?:ip|ip_address|ipv4)$/, "192.0.2.1"],
  [/(?:^|_)(?:hostname|host|domain|domain_name)$/, "example.com"],
  [/(?:^|_)country(?:_code)?$/, "US"],
  [/(?:^|_)currency(?:_code)?$/, "USD"],
  [/(?:^|_)(?:language|lang|locale)$/, "en"],
  [/(?:^|_)time_?zone$/, "UTC"],
  [/(?:^|_)(?:first|given)_name$/, "Jane"],
  [/(?:^|_)(?:last|family)_name$|^surname$/, "Doe"],
  [/^(?:full|display|account_holder|cardholder)_name$/, "Jane Doe"],
  [/(?:^|_)city$/, "Berlin"],
  [/(?:^|_)(?:postal_code|zip|zip_code|postcode)$/, "10115"],
  [/^(?:address_)?line_?1$|(?:^|_)street$/, "1 Main Street"],
  [/(?:^|_)(?:file_?name)$/, "file.txt"],
  [/(?:^|_)(?:mime|content|media)_type$/, "application/json"],
  [/(?:^|_)(?:title|description|summary|message|comment|note|subject)$/, "Example"],
  [/(?:^|_)(?:name|username|slug)$/, "example"],
  [/(?:^|_)last_?4$/, "4242"],
  [/(?:^|_)id$/, "abc123"],
];

const NUMBERS: readonly (readonly [names: RegExp, value: number])[] = [
  [/(?:^|_)id$/, 123],
  [/(?:^|_)(?:amount|balance|cost|price|subtotal|total)$/, 1000],
  [/(?:^|_)(?:count|quantity)$/, 1],
];

/** 2026-01-15T09:30:00Z in seconds. */
const UNIX_TIME = 1_768_469_400;

/**
 * Returns a value that reads like one of its name, such as an address for `return_url`; undefined when the name tells nothing, or
 * when the schema says which values it takes.
 */
function namedExample(name: string, { type, format, pattern, ...limits }: JsonObject): string | number | undefined {
  if (pattern !== undefined) return undefined;
  const isNumber = type === "integer" || type === "number";
  if (isNumber && /^unix[-_]?time/i.test(String(format))) return UNIX_TIME;
  if (type === "string" && format === undefined)
    return findFitting(name, TEXTS, ({ length }) => isWithin(length, limits.minLength, limits.maxLength));
  return isNumber && hasNoBounds(limits) ? findFitting(name, NUMBERS, () => true) : undefined;
}

function findFitting<Value>(
  name: string,
  values: readonly (readonly [RegExp, Value])[],
  fits: (value: Value) => boolean,
): Value | undefined {
  const words = titleOfName(name).toLowerCase().replaceAll(" ", "_");
  return values.find(([names, value]) => names.test(words) && fits(value))?.[1];
}

function isWithin(length: number, least: unknown, most: unknown): boolean {
  return length >= Number(least ?? 0) && length <= Number(most ?? Number.POSITIVE_INFINITY);
}

function hasNoBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): boolean {
  return [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].every((bound) => bound === undefined);
}
