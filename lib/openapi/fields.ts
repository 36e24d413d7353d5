// Tested in operation.test.ts and lib/content/operation-pages.test.ts.
import { isObject, type JsonObject, listOf, textOf } from "./json.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const MAX_CHOICES = 20;
const MAX_PART_DEPTH = 3;
/** Schemas looked at for one body. A few that name each other many times over would else take forever. */
const MAX_LOOKS = 5_000;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** Whether a schema can have this type. */
export function isType(type: unknown): type is string {
  return TYPES.has(type);
}

/** One named value of a request or response, as a reader needs it. */
export interface Field {
  /** Path from the body down, such as `messages[].role`. */
  readonly name: string;
  /** Such as `string`, `array of object` or `Message`. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Markdown. */
  readonly description: string;
  /** Rules in words: allowed values, bounds, default. */
  readonly facts: readonly string[];
}

interface Walk {
  readonly document: OpenApiDocument;
  readonly fields: Field[];
  /** By schema: one may be a part of thousands of others. */
  readonly required: Map<JsonObject, ReadonlySet<unknown>>;
  looks: number;
}

function startWalk(document: OpenApiDocument): Walk {
  return { document, fields: [], required: new Map(), looks: 0 };
}

/** The fields of a body's schema, outermost first. Cycles, depths below 6 and more than 200 fields are cut off. */
export function listFields(document: OpenApiDocument, schema: unknown): Field[] {
  const walk = startWalk(document);
  addMembers(walk, look(walk, schema), { prefix: "", depth: 0, above: [] });
  return walk.fields;
}

/** What a field is made of. */
export interface FieldSource {
  readonly name: string;
  readonly schema: unknown;
  /** Where its description is: a parameter, a header, or the schema as it is written, beside a `$ref`. */
  readonly part: JsonObject;
  readonly required: boolean;
}

/** A parameter, or any other single value, as a field. */
export function toField(document: OpenApiDocument, source: FieldSource): Field {
  return readField(startWalk(document), source);
}

function readField(walk: Walk, { name, schema, part, required }: FieldSource): Field {
  const resolved = withParts(walk, look(walk, schema));
  return {
    name,
    type: typeOf(walk, schema),
    required,
    deprecated: part.deprecated === true || resolved.deprecated === true,
    description: textOf(part.description) || textOf(resolved.description),
    facts: factsOf(walk, resolved),
  };
}

function look(walk: Walk, schema: unknown): JsonObject {
  walk.looks += 1;
  return walk.looks > MAX_LOOKS ? {} : resolveReference(walk.document, schema);
}

/** What a field tells of its schema. Nothing else of a part is looked at: it may have any number of members. */
const READ_KEYS = [
  ...[
    "type",
    "format",
    "items",
    "oneOf",
    "anyOf",
    "allOf",
    "properties",
    "enum",
    "const",
    "default",
    "description",
    "deprecated",
  ],
  ...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"],
];

/** A schema with what the parts of its `allOf` say of it: the usual way to add a description to a reference. */
function withParts(walk: Walk, schema: JsonObject, depth = 0): JsonObject {
  const parts = listOf(schema.allOf).slice(0, MAX_CHOICES);
  if (parts.length === 0 || depth > MAX_PART_DEPTH) return schema;
  const read = parts.map((part) => withParts(walk, look(walk, part), depth + 1));
  const said = [...read.toReversed(), schema].map((part) =>
    READ_KEYS.filter((key) => Object.hasOwn(part, key)).map((key) => [key, part[key]]),
  );
  return Object.fromEntries(said.flat());
}

interface Position {
  readonly prefix: string;
  readonly depth: number;
  /** Schemas that the walk is inside of, so that a cycle ends. */
  readonly above: readonly JsonObject[];
}

function addMembers(walk: Walk, schema: JsonObject, { prefix, depth, above }: Position): void {
  if (depth > MAX_DEPTH || walk.fields.length >= MAX_FIELDS || walk.looks > MAX_LOOKS || above.includes(schema)) return;
  const inside = { depth: depth + 1, above: [...above, schema] };
  if (isObject(schema.items)) addMembers(walk, look(walk, schema.items), { ...inside, prefix: `${prefix}[]` });
  for (const part of [...listOf(schema.allOf), ...listOf(schema.oneOf), ...listOf(schema.anyOf)])
    addMembers(walk, look(walk, part), { ...inside, prefix });
  const required = requiredOf(walk, schema);
  for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (walk.fields.length >= MAX_FIELDS) return;
    const path = prefix ? `${prefix}.${name}` : name;
    const part = isObject(member) ? member : {};
    addField(walk, readField(walk, { name: path, schema: member, part, required: required.has(name) }));
    addMembers(walk, look(walk, member), { ...inside, prefix: path });
  }
}

function requiredOf({ required }: Walk, schema: JsonObject): ReadonlySet<unknown> {
  const known = required.get(schema) ?? new Set(listOf(schema.required));
  required.set(schema, known);
  return known;
}

/** Variants of one body share fields; the same line is listed once. */
function addField(walk: Walk, field: Field): void {
  const same = (other: Field) =>
    other.name === field.name && other.type === field.type && other.description === field.description;
  if (!walk.fields.some(same)) walk.fields.push(field);
}

function typeOf(walk: Walk, schema: unknown, depth = 0): string {
  const resolved = withParts(walk, look(walk, schema));
  const { type, items, format } = resolved;
  if (depth > 3) return "object";
  const choices = [...listOf(resolved.oneOf), ...listOf(resolved.anyOf)].slice(0, MAX_CHOICES);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(walk, choice, depth + 1)))].join(" or ");
  if (type === "array" || isObject(items)) return `array of ${typeOf(walk, items, depth + 1)}`;
  const types = listOf(type).filter(isType);
  if (types.length > 0) return types.join(" or ");
  if (isType(type)) return typeof format === "string" ? `${type}, ${format}` : type;
  if (isObject(resolved.properties) || resolved.allOf !== undefined) return "object";
  return Array.isArray(resolved.enum) || "const" in resolved ? typeof (resolved.const ?? listOf(resolved.enum)[0]) : "any";
}

function factsOf(walk: Walk, schema: JsonObject): string[] {
  const choices = listOf(schema.enum).slice(0, MAX_CHOICES).map(show);
  const { default: fallback, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const innerChoices = isObject(schema.items) ? listOf(look(walk, schema.items).enum).slice(0, MAX_CHOICES).map(show) : [];
  return [
    choices.length > 0 && `one of ${choices.join(", ")}`,
    innerChoices.length > 0 && `each one of ${innerChoices.join(", ")}`,
    "const" in schema && `always ${show(schema.const)}`,
    range("", minimum, maximum),
    range("length", minLength, maxLength),
    range("items", minItems, maxItems),
    typeof pattern === "string" && pattern.length <= 100 && `matches ${pattern}`,
    fallback !== undefined && `default ${show(fallback)}`,
  ].filter((fact) => typeof fact === "string");
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
