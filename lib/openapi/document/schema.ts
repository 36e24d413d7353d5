import { LRUCache } from "lru-cache";
import { perObject } from "../../per-object.ts";
import { markdownOf } from "../description/html.ts";
import { isObject, type JsonObject, listOf, memberOf, objectOf, textOf } from "../description/json.ts";
import { isType } from "../description/parts.ts";
import { type OpenApiDocument, toPointer } from "../description/reference.ts";
import { type Fact, factWords, ofEach, withoutSame } from "./facts.ts";
import {
  choicesOf,
  examplesIn,
  factsOf,
  isExhausted,
  isSmall,
  literalsOf,
  look,
  MAX_LOOKS,
  resolveSchema,
  type SchemaWalk,
  startWalk,
  typeOf,
  withOpenBounds,
  withParts,
} from "./schema-words.ts";

const MAX_DEPTH = 6;
const MAX_MEMBERS = 200;
/** Members of the outermost object; also the properties that are read of any object. */
const MAX_OWN_MEMBERS = 1_000;
const MAX_NODES = 800;
const MAX_ALLOWED = 1_000;
/** Schemas that a discriminator leads to. */
const MAX_CHILDREN = 50;
/** Parts of an `allOf` in which the names of a schema that is cut off are counted. */
const MAX_PARTS = 4;

/** Direction of a value: a request has no read-only members, a response no write-only ones. */
export type Use = "request" | "response";

/** Bounds of a value, as JSON Schema names them. */
export interface SchemaLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** A schema with its references and its `allOf` resolved: plain data of bounded size. */
export interface Schema {
  readonly kind: "object" | "array" | "choice" | "string" | "number" | "integer" | "boolean" | "null" | "any";
  /** Such as `string, date-time`, `array of object` or `integer or string`. */
  readonly type: string;
  /** Its `title`, else the name it is referred to by; empty without either. */
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Markdown: descriptions of its parts, beside its own description; absent when they say no more. */
  readonly about?: string;
  /** Its name among the schemas of the description, by which it can be read again with all that is inside; absent without one. */
  readonly reference?: string;
  /** Number of fields directly inside that are cut off; absent when all are there. */
  readonly cut?: number;
  /** Allowed values, bounds, default and other rules. */
  readonly facts: readonly Fact[];
  readonly deprecated: boolean;
  /** Sent by the API alone. */
  readonly readOnly: boolean;
  /** Sent to the API alone. */
  readonly writeOnly: boolean;
  readonly nullable: boolean;
  /** Format of a text, such as `date` or `binary`; empty without one. */
  readonly format: string;
  /** The only values that it takes; empty when any will do. */
  readonly allowed: readonly unknown[];
  readonly limits: SchemaLimits;
  /** Taken by the API where none is sent; absent without one. */
  readonly default?: unknown;
  /** Members of an object. */
  readonly members: readonly SchemaMember[];
  /** Schema of an object's members with names that the sender chooses. */
  readonly others?: Schema;
  /**
   * Members of an object by a pattern of their names, as `/^x-/`; first elements of an array, as `[0]`; the content of a text, as
   * `(content)`. Absent without any.
   */
  readonly parts?: readonly SchemaMember[];
  /** Elements of an array. */
  readonly items?: Schema;
  /** Schemas of a choice, of which one holds. */
  readonly choices: readonly Schema[];
}

/** A named value inside an object. */
export interface SchemaMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface ReadOptions {
  /** Holder of the description of the value: a parameter, a header, or the schema as it is written, beside a `$ref`. */
  readonly part?: JsonObject;
  /** Members after which what is inside a member is left out; 200 by default. */
  readonly maxMembers?: number | undefined;
  /** Work that other schemas of the same operation have taken; this one adds to it. */
  readonly spent?: Spent;
}

/** Schemas that were read, and characters of their texts. */
export interface Spent {
  looks: number;
  chars: number;
}

/** Schemas that are read for one operation. */
const MAX_OPERATION_LOOKS = 10_000;
/** Characters of rules and descriptions of one operation, after which each is cut to its beginning. */
const MAX_OPERATION_CHARS = 200_000;
const MAX_CUT_CHARS = 200;
const MAX_CUT_FACTS = 10;

/**
 * Reads a schema of a description, outer members before inner ones. Cycles, depths below 6 levels and what is inside the last of
 * more than 200 members are cut off: it is there with its type alone. One object has at most 1,000 members.
 */
export function readSchema(
  document: OpenApiDocument,
  schema: unknown,
  { part = objectOf(schema), maxMembers = MAX_MEMBERS, spent = { looks: 0, chars: 0 } }: ReadOptions = {},
): Schema {
  const room = Math.max(0, MAX_OPERATION_LOOKS - spent.looks);
  const read = () => {
    const walk = startWalk(document, maxMembers, { looks: room, chars: spent.chars });
    const whole = readWhole(walk, { raw: schema, part, above: [], depth: 0 });
    return { schema: whole, looks: walk.looks, chars: walk.chars - spent.chars };
  };
  const take = ({ schema: whole, looks, chars }: CachedSchema) => {
    spent.looks += looks;
    spent.chars += chars;
    return whole;
  };
  const reference = memberOf(schema, "$ref");
  // Most bodies are a reference and nothing else, and many operations share them.
  if (typeof reference !== "string" || part !== schema || Object.keys(part).length > 1) return take(read());
  const known = cached(document);
  const key = `${maxMembers} ${reference}`;
  const schemaRead = known.get(key);
  const isWhole = ({ looks, chars }: Spent) => (room >= MAX_LOOKS || looks <= room) && spent.chars + chars <= MAX_OPERATION_CHARS;
  if (schemaRead && isWhole(schemaRead)) return take(schemaRead);
  const now = read();
  if (isWhole(now)) known.set(key, now);
  return take(now);
}

/** A schema, and what its reading took. */
interface CachedSchema extends Spent {
  readonly schema: Schema;
}

/** Reads level by level, so that what one member holds takes no room from its neighbours. */
function readWhole(walk: SchemaWalk, source: Source): Schema {
  const whole = readNode(walk, source);
  for (const read of walk.later) read();
  return whole;
}

/** Returns what a request takes, required members first, or what a response gives: without what the other one alone holds. */
export function shownIn(use: Use, schema: Schema): Schema {
  return use === "request" ? requiredFirst(withoutMembers(schema, "readOnly")) : withoutMembers(schema, "writeOnly");
}

function requiredFirst(schema: Schema): Schema {
  const { members, choices } = schema;
  return { ...schema, members: members.toSorted(byDuty), choices: choices.map(requiredFirst) };
}

/** Orders what is required before what is not, and leaves the order of each as it is. */
export function byDuty(left: { readonly required: boolean }, right: { readonly required: boolean }): number {
  return Number(right.required) - Number(left.required);
}

function withoutMembers(schema: Schema, mark: "readOnly" | "writeOnly"): Schema {
  const inside = (other: Schema) => withoutMembers(other, mark);
  const { members, others, parts, items, choices } = schema;
  const kept = (list: readonly SchemaMember[]) =>
    list.filter((member) => !member.schema[mark]).map((member) => ({ ...member, schema: inside(member.schema) }));
  return {
    ...schema,
    members: kept(members),
    ...(others && { others: inside(others) }),
    ...(parts && { parts: kept(parts) }),
    ...(items && { items: inside(items) }),
    choices: choices.map(inside),
  };
}

const MAX_CACHED = 200;
const cached = perObject((_: OpenApiDocument) => new LRUCache<string, CachedSchema>({ max: MAX_CACHED }));

interface Source {
  /** Name of the member with this schema; absent for a whole. */
  readonly name?: string;
  readonly raw: unknown;
  readonly part: JsonObject;
  /** Schemas that this one is inside of, so that a cycle ends. */
  readonly above: readonly JsonObject[];
  readonly depth: number;
}

function readNode(walk: SchemaWalk, { name, raw, part, above, depth }: Source): Schema {
  const own = look(walk, raw);
  const schema = withParts(walk, own);
  const whole = toLeaf(walk, { name, raw, part, schema, own });
  walk.nodes += 1;
  if (depth > MAX_DEPTH || above.includes(own) || isExhausted(walk) || walk.nodes > MAX_NODES) return cutOff(walk, whole, own);
  const inside = { above: [...above, own], depth: depth + 1 };
  const members = readMembers(walk, own, inside);
  const leaf = walk.members < walk.maxMembers ? whole : cutOff(walk, whole, own, members.length);
  const literals = choicesOf(schema).length > 0 ? literalsOf(walk, schema) : undefined;
  if (literals) {
    const described = withTextsOfChoices(walk, leaf, choicesOf(schema));
    return withLiterals(described, literals.map(({ value }) => value).slice(0, MAX_ALLOWED));
  }
  const choices = [...choicesOf(schema), ...childrenOf(walk.document, own)]
    .filter((choice) => objectOf(choice).type !== "null")
    .map((choice) => withCase(own, choice, readNode(walk, { ...inside, raw: choice, part: objectOf(choice) })));
  // Choices that only say which members are required are not separate schemas.
  if (choices.length === 0 || (members.length > 0 && choices.every(({ kind }) => kind === "any")))
    return withItems({ ...leaf, ...(members.length > 0 && { kind: "object", members }), ...readInside(walk, schema, inside) });
  const variants = choices.map((choice) => ({ ...choice, members: mergeMembers([...members, ...choice.members]) }));
  const [only] = variants;
  return variants.length === 1 && only ? describeAs(only, leaf) : { ...leaf, kind: "choice", choices: variants };
}

const DEPRECATED_ITEMS: Fact = { kind: "rule", words: "each item deprecated" };

/** Returns an array with what its description says of each element. */
function withItems(schema: Schema): Schema {
  const { items, facts, description, about } = schema;
  if (!items) return schema;
  const said = new Set(facts.map(factWords));
  const more = items.facts.map(ofEach).filter((fact) => !said.has(factWords(fact)));
  const texts = [items.description, items.about].filter((text) => text && !`${description}${about}`.includes(text));
  return {
    ...schema,
    facts: [...facts, ...more, ...(items.deprecated ? [DEPRECATED_ITEMS] : [])],
    ...(texts.length > 0 && { about: [about, ...texts].filter(Boolean).join("\n\n") }),
  };
}

/** Returns a union of plain values as one value with a choice. */
function withLiterals(leaf: Schema, allowed: readonly unknown[]): Schema {
  const values = allowed.filter((value) => value !== null);
  const [kind = "any", ...others] = new Set(values.map((value) => typeof value));
  return {
    ...leaf,
    kind: others.length > 0 ? "any" : (kind as Schema["kind"]),
    allowed,
    nullable: leaf.nullable || values.length < allowed.length,
  };
}

/** Returns a union of values with what its lists of values say of themselves; the words of a single value are beside it. */
function withTextsOfChoices(walk: SchemaWalk, leaf: Schema, choices: readonly unknown[]): Schema {
  if (walk.chars > MAX_OPERATION_CHARS) return leaf;
  const found = choices.slice(0, MAX_CHILDREN).flatMap((choice) => {
    const resolved = resolveSchema(walk.document, choice);
    return "const" in resolved ? [] : [describedBy(objectOf(choice)), describedBy(resolved)];
  });
  const said = `${leaf.description}${leaf.about ?? ""}`;
  const texts = [...new Set(found)].filter((text) => text !== "" && !said.includes(text));
  walk.chars += texts.reduce((sum, { length }) => sum + length, 0);
  const [first = "", ...rest] = leaf.description ? [leaf.description, ...texts] : texts;
  const about = [leaf.about, ...rest].filter(Boolean).join("\n\n");
  return { ...leaf, description: first, ...(about && { about }) };
}

/** Lists the schemas that a discriminator leads to, where no union lists them: by its mapping, else those that extend this one. */
function childrenOf(document: OpenApiDocument, schema: JsonObject): readonly JsonObject[] {
  const { discriminator } = schema;
  if (!isObject(discriminator) || choicesOf(schema).length > 0) return [];
  const mapped = Object.values(firstMembers(discriminator.mapping)).map(toReference);
  const children = mapped.length > 0 ? mapped : (childrenByParent(document).get(schema) ?? []);
  const targets = new Map(children.map(($ref) => [$ref, { $ref }]));
  return [...targets.values()].filter((child) => resolveSchema(document, child) !== schema).slice(0, MAX_CHILDREN);
}

/** The first members of a map, which many schemas may refer to. */
const firstMembers = (map: unknown): JsonObject => (isObject(map) ? cutMembers(map) : {});
const cutMembers = perObject((map: JsonObject): JsonObject => {
  const names = Object.keys(map);
  return names.length <= MAX_OWN_MEMBERS
    ? map
    : Object.fromEntries(names.slice(0, MAX_OWN_MEMBERS).map((name) => [name, map[name]]));
});

/** Returns the reference of a mapping, which may be a reference or the name of a schema. */
function toReference(target: unknown): string {
  const text = textOf(target);
  return /[#/]/.test(text) ? text : `#/components/schemas/${text}`;
}

/** References to the schemas that name another in their `allOf`, by that other one. */
const childrenByParent = perObject((document: OpenApiDocument) => {
  const found = new Map<JsonObject, string[]>();
  for (const [name, schema] of Object.entries(objectOf(objectOf(document.components).schemas)))
    for (const part of listOf(memberOf(schema, "allOf")).slice(0, MAX_CHILDREN)) {
      if (memberOf(part, "$ref") === undefined) continue;
      const parent = resolveSchema(document, part);
      const children = found.get(parent) ?? [];
      children.push(toPointer(["components", "schemas", name]));
      found.set(parent, children);
    }
  return found;
});

/** Says in the title of a choice which value of the discriminator stands for it. */
function withCase({ discriminator }: JsonObject, raw: unknown, choice: Schema): Schema {
  const { propertyName, mapping } = objectOf(discriminator);
  const reference = memberOf(raw, "$ref");
  const values = Object.entries(firstMembers(mapping)).filter(([, target]) => toReference(target) === reference);
  if (values.length === 0 || typeof propertyName !== "string") return choice;
  const shown = `${propertyName}: ${values.map(([value]) => value).join(", ")}`;
  return { ...choice, title: [choice.title, shown].filter(Boolean).join(", ") };
}

/** Says how many fields of a schema are not there, where it can be read again by its name. */
function cutOff({ document }: SchemaWalk, leaf: Schema, own: JsonObject, kept = 0): Schema {
  const cut = leaf.reference === undefined ? 0 : namesIn(document, own).size - kept;
  return cut > 0 ? { ...leaf, cut } : leaf;
}

function namesIn(document: OpenApiDocument, { properties, allOf }: JsonObject, depth = 0): Set<string> {
  const parts = depth < MAX_DEPTH ? listOf(allOf).slice(0, MAX_PARTS) : [];
  const inParts = parts.flatMap((part) => [...namesIn(document, resolveSchema(document, part), depth + 1)]);
  return new Set([...Object.keys(firstMembers(properties)), ...inParts]);
}

/** Returns the elements of a list, and the members of an object whose names are not known. */
function readInside(walk: SchemaWalk, schema: JsonObject, inside: Omit<Source, "raw" | "part">): Partial<Schema> {
  const { items, additionalProperties, patternProperties, prefixItems, contentSchema } = schema;
  const read = (raw: JsonObject, name?: string) =>
    readNode(walk, { ...inside, ...(name !== undefined && { name }), raw, part: raw });
  const patterns = Object.entries(firstMembers(patternProperties)).map(([pattern, raw]) => [`/${pattern}/`, raw] as const);
  const places = listOf(prefixItems)
    .slice(0, MAX_CHILDREN)
    .map((raw, index) => [`[${index}]`, raw] as const);
  const held = isObject(contentSchema) ? [["(content)", contentSchema] as const] : [];
  const parts = [...patterns, ...places, ...held].slice(0, MAX_CHILDREN);
  return {
    ...(parts.length > 0 && {
      parts: parts.map(([name, raw]) => ({ name, required: false, schema: read(objectOf(raw), name) })),
    }),
    ...(isObject(items) && { items: read(items) }),
    ...(isObject(additionalProperties) && { others: read(additionalProperties) }),
  };
}

/** Returns the one schema of a choice between it and null, with the description beside the choice. */
function describeAs(only: Schema, leaf: Schema): Schema {
  const { type, deprecated, readOnly, writeOnly, nullable } = leaf;
  return {
    ...{ ...only, type, deprecated, readOnly, writeOnly, nullable },
    title: leaf.title || only.title,
    ...describedTogether(leaf, only),
    facts: withoutSame([...only.facts, ...leaf.facts]),
    ...(leaf.default !== undefined && { default: leaf.default }),
  };
}

function describedTogether(leaf: Schema, only: Schema): Pick<Schema, "description" | "about"> {
  const description = leaf.description || only.description;
  const more = [leaf.about, only.description, only.about].filter((text) => text && !description.includes(text));
  return { description, ...(more.length > 0 && { about: [...new Set(more)].join("\n\n") }) };
}

/** Returns the members of a schema and of the parts of its `allOf`; one that several parts define is theirs together. */
function readMembers(walk: SchemaWalk, schema: JsonObject, inside: Omit<Source, "raw" | "part">): SchemaMember[] {
  const found = new Map<string, { readonly parts: unknown[]; required: boolean }>();
  collectMembers(walk, { schema, found, above: [] });
  const kept = [...found].slice(0, inside.depth === 1 ? MAX_OWN_MEMBERS : Math.max(0, walk.maxMembers - walk.members));
  walk.members += kept.length;
  return kept.map(([name, { parts, required }]) => {
    const [only] = parts;
    const raw = parts.length === 1 ? only : { allOf: parts.toReversed() };
    const described = parts.findLast((part) => textOf(memberOf(part, "description")) !== "");
    const schema = {} as Schema;
    walk.later.push(() => Object.assign(schema, readNode(walk, { ...inside, name, raw, part: objectOf(described ?? only) })));
    return { name, required, schema };
  });
}

interface Collection {
  readonly schema: JsonObject;
  readonly found: Map<string, { readonly parts: unknown[]; required: boolean }>;
  readonly above: readonly JsonObject[];
}

function collectMembers(walk: SchemaWalk, { schema, found, above }: Collection): void {
  if (above.length > MAX_DEPTH || above.includes(schema) || isExhausted(walk)) return;
  for (const part of listOf(schema.allOf).slice(0, MAX_OWN_MEMBERS))
    collectMembers(walk, { schema: look(walk, part), found, above: [...above, schema] });
  // What is required under a condition is described in words.
  const conditional = isObject(schema.if) ? [schema.then, schema.else] : [];
  const dependent = Object.values(firstMembers(schema.dependentSchemas));
  for (const branch of [...conditional, ...dependent].filter(isObject).slice(0, MAX_CHILDREN))
    collectMembers(walk, { schema: { properties: look(walk, branch).properties }, found, above: [...above, schema] });
  const required = requiredOf(schema);
  const names = Object.entries(firstMembers(schema.properties));
  for (const [name, member] of names) {
    const known = found.get(name) ?? { parts: [], required: false };
    if (!known.parts.includes(member)) known.parts.push(member);
    found.set(name, known);
  }
  if (required.size > 0) for (const [name, known] of found) known.required ||= required.has(name);
}

/** By schema: one may be a part of thousands of others. */
const requiredOf = perObject((schema: JsonObject): ReadonlySet<unknown> => new Set(listOf(schema.required)));

function mergeMembers(members: readonly SchemaMember[]): SchemaMember[] {
  const byName = new Map<string, SchemaMember>();
  for (const member of members)
    byName.set(member.name, { ...member, required: member.required || byName.get(member.name)?.required === true });
  return [...byName.values()];
}

interface LeafSource extends Pick<Source, "name" | "raw" | "part"> {
  /** With the parts of its `allOf`. */
  readonly schema: JsonObject;
  /** Without them. */
  readonly own: JsonObject;
}

function toLeaf(walk: SchemaWalk, { name, raw, part, schema, own }: LeafSource): Schema {
  const { format, enum: allowed } = schema;
  const beside = objectOf(raw);
  const description = describedBy(part) || describedBy(beside) || describedBy(schema);
  const about = aboutOf(walk, [beside, schema, own], description);
  const facts = [...titleIn(schema, name), ...factsOf(walk, schema), ...examplesOfLeaf(walk, part, schema)];
  const isFull = walk.chars > MAX_OPERATION_CHARS;
  const cut = (text: string) => (isFull ? text.slice(0, MAX_CUT_CHARS) : text);
  const cutFact = (fact: Fact): Fact => {
    const words = factWords(fact);
    return words.length > MAX_CUT_CHARS ? { kind: "rule", words: words.slice(0, MAX_CUT_CHARS) } : fact;
  };
  walk.chars += [description, about, ...facts.map(factWords)].reduce(
    (sum, text) => sum + Math.min(text.length, isFull ? MAX_CUT_CHARS : text.length),
    0,
  );
  return {
    kind: schemaKind(schema),
    type: typeOf(walk, raw),
    title: textOf(schema.title) || schemaName(raw),
    description: cut(description),
    ...(about && !isFull && { about }),
    ...referenceOf(raw),
    facts: isFull ? facts.slice(0, MAX_CUT_FACTS).map(cutFact) : facts,
    deprecated: part.deprecated === true || schema.deprecated === true,
    readOnly: part.readOnly === true || schema.readOnly === true,
    writeOnly: part.writeOnly === true || schema.writeOnly === true,
    nullable: schema.nullable === true || [schema.type, ...choicesOf(schema).map(typeIn)].flat().includes("null"),
    format: textOf(format) || encodedFormat(schema),
    allowed: ("const" in schema ? [schema.const] : listOf(allowed).slice(0, isFull ? MAX_CUT_FACTS : MAX_ALLOWED)).filter(
      isSmall,
    ),
    limits: limitsOf(schema),
    ...(schema.default !== undefined && isSmall(schema.default) && { default: schema.default }),
    members: [],
    choices: [],
  };
}

function examplesOfLeaf({ document }: SchemaWalk, part: JsonObject, schema: JsonObject): Fact[] {
  return examplesIn(document, part, ...((part.example ?? part.examples) === undefined ? [schema] : []));
}

/** Returns the descriptions of a schema's parts, without what is said already. */
function aboutOf(walk: SchemaWalk, schemas: readonly JsonObject[], said: string): string {
  const found = new Set(schemas.flatMap((schema) => descriptionsIn(walk, schema)));
  return [...found].filter((text) => text !== "" && !said.includes(text)).join("\n\n");
}

function descriptionsIn(walk: SchemaWalk, schema: JsonObject, depth = 0): string[] {
  const parts = depth < MAX_ABOUT_DEPTH ? listOf(schema.allOf).slice(0, MAX_PARTS) : [];
  return [describedBy(schema), ...parts.flatMap((part) => descriptionsIn(walk, resolveSchema(walk.document, part), depth + 1))];
}

const MAX_ABOUT_DEPTH = 2;

/** Returns the title of a member where it says something else than its name. */
function titleIn({ title }: JsonObject, name: string | undefined): Fact[] {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const isNew = name !== undefined && textOf(title) !== "" && words(textOf(title)) !== words(name);
  return isNew ? [{ kind: "rule", words: `title ${JSON.stringify(textOf(title))}` }] : [];
}

/** Returns the description of a part with a link to what it says is elsewhere. */
export function describedBy({ description, externalDocs }: JsonObject): string {
  const { url, description: words } = objectOf(externalDocs);
  const link = /^https?:\/\/[^\s<>()]+$/.test(textOf(url))
    ? `[${textOf(words).replace(/[[\]\\]/g, "\\$&") || textOf(url)}](${textOf(url)})`
    : "";
  return [markdownOf(description), link].filter(Boolean).join("\n\n");
}

/** Returns the format of content in a text, as OpenAPI 3.1 writes it: bytes with an encoding, a file without one. */
function encodedFormat({ contentEncoding, contentMediaType }: JsonObject): string {
  if (contentEncoding !== undefined) return "byte";
  const type = textOf(contentMediaType);
  return type && !/^text\/|[/+](?:json|xml|yaml)\b/i.test(type) ? "binary" : "";
}

const typeIn = (schema: unknown) => objectOf(schema).type;

function schemaKind(schema: JsonObject): Schema["kind"] {
  const { type, properties, items, additionalProperties } = schema;
  const named = [type, ...listOf(type)].filter((name): name is string => isType(name));
  const kinds = named.filter((name) => name !== "null");
  if (kinds.length > 1) return "any";
  if (kinds[0] !== undefined) return kinds[0] as Schema["kind"];
  if (named.length > 0) return "null";
  if (properties !== undefined || isObject(additionalProperties) || isObject(schema.patternProperties)) return "object";
  if (isObject(items) || Array.isArray(schema.prefixItems)) return "array";
  const [value] = "const" in schema ? [schema.const] : listOf(schema.enum);
  if (value === null) return "null";
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? (typeof value as "string" | "number" | "boolean")
    : "any";
}

function referenceOf(raw: unknown): Pick<Schema, "reference"> {
  const name = /^#\/components\/schemas\/([^/%~]+)$/.exec(textOf(memberOf(raw, "$ref")))?.[1];
  return name === undefined ? {} : { reference: name };
}

/** Returns the name that a reference gives: its last part, without the packages that some languages put in front. */
function schemaName(raw: unknown): string {
  const reference = textOf(memberOf(raw, "$ref"));
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return /^[\w .-]{1,80}$/.test(name) ? name.replace(/^(?:[\w-]+\.){2,}(?=\w)/, "") : "";
}

const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const;

function limitsOf(written: JsonObject): SchemaLimits {
  const schema = withOpenBounds(written);
  const numbers = NUMBERS.filter((name) => typeof schema[name] === "number").map((name) => [name, schema[name]]);
  return { ...Object.fromEntries(numbers), ...(typeof schema.pattern === "string" && { pattern: schema.pattern.slice(0, 300) }) };
}
