import { isObject, type JsonObject, type OpenApiDocument, resolveReference } from "./openapi.ts";

const MAX_DEPTH = 6;
const MAX_FIELDS = 200;
const MAX_CHOICES = 20;

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
}

/** The fields of a body's schema, outermost first. Cycles, depths below 6 and more than 200 fields are cut off. */
export function listFields(document: OpenApiDocument, schema: unknown): Field[] {
  const walk: Walk = { document, fields: [] };
  addMembers(walk, resolveReference(document, schema), { prefix: "", depth: 0, above: [] });
  return walk.fields;
}

/** A parameter, or any other single value, as a field. */
export function toField(
  document: OpenApiDocument,
  { name, schema, part, required }: { name: string; schema: unknown; part: JsonObject; required: boolean },
): Field {
  const resolved = resolveReference(document, schema);
  return {
    name,
    type: typeOf(document, schema),
    required,
    deprecated: part.deprecated === true || resolved.deprecated === true,
    description: textOf(part.description) || textOf(resolved.description),
    facts: factsOf(document, resolved),
  };
}

interface Position {
  readonly prefix: string;
  readonly depth: number;
  /** Schemas that the walk is inside of, so that a cycle ends. */
  readonly above: readonly JsonObject[];
}

function addMembers(walk: Walk, schema: JsonObject, { prefix, depth, above }: Position): void {
  if (depth > MAX_DEPTH || walk.fields.length >= MAX_FIELDS || above.includes(schema)) return;
  const inside = { depth: depth + 1, above: [...above, schema] };
  if (isObject(schema.items))
    addMembers(walk, resolveReference(walk.document, schema.items), { ...inside, prefix: `${prefix}[]` });
  for (const part of [...listOf(schema.allOf), ...listOf(schema.oneOf), ...listOf(schema.anyOf)])
    addMembers(walk, resolveReference(walk.document, part), { ...inside, prefix });
  const required = new Set(listOf(schema.required));
  for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (walk.fields.length >= MAX_FIELDS) return;
    const path = prefix ? `${prefix}.${name}` : name;
    addField(
      walk,
      toField(walk.document, { name: path, schema: member, part: isObject(member) ? member : {}, required: required.has(name) }),
    );
    addMembers(walk, resolveReference(walk.document, member), { ...inside, prefix: path });
  }
}

/** Variants of one body share fields; the same line stands there once. */
function addField(walk: Walk, field: Field): void {
  const same = (other: Field) =>
    other.name === field.name && other.type === field.type && other.description === field.description;
  if (!walk.fields.some(same)) walk.fields.push(field);
}

function typeOf(document: OpenApiDocument, schema: unknown, depth = 0): string {
  const resolved = resolveReference(document, schema);
  const { type, items, format } = resolved;
  if (depth > 3) return "object";
  const choices = [...listOf(resolved.oneOf), ...listOf(resolved.anyOf)].slice(0, MAX_CHOICES);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(document, choice, depth + 1)))].join(" or ");
  if (type === "array" || isObject(items)) return `array of ${typeOf(document, items, depth + 1)}`;
  if (Array.isArray(type)) return type.join(" or ");
  if (typeof type === "string") return typeof format === "string" ? `${type}, ${format}` : type;
  if (isObject(resolved.properties) || resolved.allOf !== undefined) return "object";
  return Array.isArray(resolved.enum) || "const" in resolved ? typeof (resolved.const ?? listOf(resolved.enum)[0]) : "any";
}

function factsOf(document: OpenApiDocument, schema: JsonObject): string[] {
  const choices = listOf(schema.enum).slice(0, MAX_CHOICES).map(show);
  const { default: fallback, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const innerChoices = isObject(schema.items)
    ? listOf(resolveReference(document, schema.items).enum).slice(0, MAX_CHOICES).map(show)
    : [];
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

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
