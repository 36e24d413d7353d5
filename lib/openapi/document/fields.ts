import { markdownOf } from "../description/html.ts";
import { isObject, memberOf, objectOf, textOf } from "../description/json.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import type { Fact } from "./facts.ts";
import { readSchema, type Schema, type SchemaMember } from "./schema.ts";

/** A named value of a request or response with what is inside it. */
export interface FieldBlock {
  readonly kind: "field";
  /** Id of its element on the page. */
  readonly id: string;
  /** Empty for the members whose names the sender chooses. */
  readonly name: string;
  /** Signs between the path of the value around it and its name, such as `.`, and `[].` for a member of elements. */
  readonly joint: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Undefined for a plain value. */
  readonly inside: Inside | undefined;
}

/** Several forms of a value, of which one holds. */
export interface ChoicesBlock {
  readonly kind: "choices";
  /** Signs after the path of the value. */
  readonly joint: string;
  readonly choices: readonly Choice[];
}

export interface Choice {
  /** Begins the ids of its fields. */
  readonly id: string;
  readonly title: string;
  readonly schema: Schema;
  readonly inside: Inside | undefined;
}

/** The inside of a value, which a page folds. */
export interface Inside {
  /** Number of the fields or forms directly inside. */
  readonly count: number;
  readonly blocks: readonly (FieldBlock | ChoicesBlock)[];
  /** Name of the schema whose fields a long page brings when they are unfolded; undefined where it has them. */
  readonly later: string | undefined;
}

/** Counts the fields of a page. */
export interface FieldCount {
  shown: number;
}

/** Fields after which what has a name in the description comes when it is unfolded. */
const MAX_SHOWN = 150;

interface Place {
  /** Begins the ids of the fields, such as `body` or `response-200`. */
  readonly id: string;
  /** Signs between the path of the value and what is inside it. */
  readonly joint?: string;
}

/** Returns named values beside each other, such as parameters, as the fields of a page. */
export function toFields(members: readonly SchemaMember[], place: Place, page: FieldCount = { shown: 0 }): FieldBlock[] {
  const { id, joint = "" } = place;
  const named = members.map((member) => ({ ...member, joint: member.name.startsWith("[") ? joint : `${joint}.` }));
  return withIds(id, named, page);
}

/** Returns the inside of a value in the order of the description: members, elements, members of any name, and forms. */
export function toFieldBlocks(
  schema: Schema,
  place: Place,
  page: FieldCount = { shown: 0 },
): readonly (FieldBlock | ChoicesBlock)[] {
  const { members, items, choices, others, parts = [] } = schema;
  const { id, joint = "" } = place;
  const named = toFields([...members, ...parts], place, page);
  return [
    ...named,
    ...(items ? toFieldBlocks(items, { id, joint: `${joint}[]` }, page) : []),
    ...(others ? withIds(id, [{ name: "", joint: `${joint}{}`, required: false, schema: others }], page, named) : []),
    ...toChoices(choices, place, page),
  ];
}

type Unplaced = Pick<FieldBlock, "name" | "joint" | "required" | "schema">;

/** Gives fields beside each other their ids. Of those whose names differ in signs alone, the later ones have a number. */
function withIds(
  prefix: string,
  fields: readonly Unplaced[],
  page: FieldCount,
  before: readonly FieldBlock[] = [],
): FieldBlock[] {
  const taken = new Set(before.map(({ id }) => id));
  return fields.map((field) => {
    const own = `${prefix}-${(field.name || "{any name}").replace(/[^\p{L}\p{N}_.-]+/gu, "-")}`;
    let id = own;
    for (let count = 2; taken.has(id); count += 1) id = `${own}-${count}`;
    taken.add(id);
    page.shown += 1;
    return { kind: "field", id, ...field, inside: toInside(field.schema, id, page) };
  });
}

function toInside(schema: Schema, id: string, page: FieldCount): Inside | undefined {
  const count = countInside(schema);
  if (count === 0) return undefined;
  const { reference, cut } = elementOf(schema);
  const later = cut !== undefined || page.shown >= MAX_SHOWN ? reference : undefined;
  return { count, later, blocks: toFieldBlocks(schema, { id }, later === undefined ? page : { shown: 0 }) };
}

function elementOf(schema: Schema): Schema {
  return schema.items ? elementOf(schema.items) : schema;
}

function toChoices(
  choices: readonly Schema[],
  { id, joint = "" }: Place,
  page: FieldCount,
): readonly (FieldBlock | ChoicesBlock)[] {
  const withFields = choices.filter((choice) => countInside(choice) > 0);
  const [only] = withFields;
  if (!only) return [];
  // The others are plain values, which the type tells.
  if (withFields.length === 1 && only.cut === undefined) return toFieldBlocks(only, { id, joint }, page);
  const all = choices.map((schema): Choice => {
    const own = `${id}-${withFields.indexOf(schema) + 1}`;
    return { id: own, title: schema.title || schema.type, schema, inside: toInside(schema, own, page) };
  });
  return [{ kind: "choices", joint, choices: all }];
}

/** Counts the fields directly inside a value: its members, those of its elements, or its forms. */
function countInside({ members, items, choices, others, parts = [], cut = 0 }: Schema): number {
  const counts = choices.map(countInside).filter((count) => count > 0);
  const [only = 0] = counts;
  const inItems = items ? countInside(items) : 0;
  const tellsMore = others !== undefined && (countInside(others) > 0 || saysMore(others));
  return inItems + members.length + parts.length + cut + (tellsMore ? 1 : 0) + (counts.length > 1 ? counts.length : only);
}

/** Returns true for a value of which more is said than its type. */
function saysMore({ description, about, deprecated, facts }: Schema): boolean {
  return Boolean(description || about || deprecated || facts.length > 0);
}

/** One named value of a request or response, as a line of a list. */
export interface Field {
  /** Path from the body down, such as `messages[].role`. */
  readonly name: string;
  /** Such as `string`, `array of object` or `Message`. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Markdown. */
  readonly description: string;
  /** Allowed values, bounds, default and other rules. */
  readonly facts: readonly Fact[];
}

/** Fields after which only further members of the outermost object are listed. */
const MAX_FIELDS = 200;

/** Lists fields with those inside them, in their order. What is inside them is left out after 200. */
export function listFields(blocks: readonly (FieldBlock | ChoicesBlock)[]): Field[] {
  const fields = new Map<string, Field>();
  addBlocks(fields, blocks, "");
  return [...fields.values()];
}

/** Makes the line of a value: a parameter, a header, or a member of a body. */
export function toField({ name, required, schema }: SchemaMember): Field {
  const { type, deprecated, about, facts } = schema;
  const description = [schema.description, about].filter(Boolean).join("\n\n");
  return { name, type, required, deprecated, description, facts };
}

/** Fields by what tells one from another: forms of one body share fields, and the same line is listed once. */
type Lines = Map<string, Field>;

function addBlocks(fields: Lines, blocks: readonly (FieldBlock | ChoicesBlock)[], prefix: string): void {
  for (const block of blocks) {
    if (block.kind === "choices") addChoices(fields, block, prefix);
    else {
      const at = `${prefix}${block.joint}`;
      if (fields.size >= MAX_FIELDS && at !== ".") return;
      const name = `${at}${block.name}`.replace(/^\./, "");
      if (block.name || saysMore(block.schema)) addField(fields, toField({ ...block, name }));
      addBlocks(fields, block.inside?.blocks ?? [], name);
    }
  }
}

function addChoices(fields: Lines, { joint, choices }: ChoicesBlock, prefix: string): void {
  const at = `${prefix}${joint}`;
  const variants = choices.filter(({ schema }) => schema.members.length > 0);
  const isNamed = variants.length > 1;
  const shared = isNamed ? sharedFields(variants) : new Set<string>();
  const isShared = (block: FieldBlock | ChoicesBlock) => block.kind === "field" && shared.has(keyOf(block));
  for (const choice of choices) {
    const blocks = choice.inside?.blocks ?? [];
    const { title, schema } = choice;
    if (choice === variants[0]) addBlocks(fields, blocks.filter(isShared), at);
    const name = isNamed ? `${at}(${title})` : at;
    if (isNamed && (schema.description || schema.about)) addField(fields, toField({ name, required: false, schema }));
    addBlocks(
      fields,
      blocks.filter((block) => !isShared(block)),
      name,
    );
  }
}

/** Returns the keys of the fields that all forms share, which are listed once. */
function sharedFields([first, ...others]: readonly Choice[]): ReadonlySet<string> {
  const keysOf = (choice: Choice | undefined) =>
    (choice?.inside?.blocks ?? []).flatMap((block) => (block.kind === "field" ? [keyOf(block)] : []));
  const rest = others.map((choice) => new Set(keysOf(choice)));
  return new Set(keysOf(first).filter((key) => rest.every((keys) => keys.has(key))));
}

function keyOf({ schema, joint, ...field }: FieldBlock): string {
  return JSON.stringify([joint, toField({ ...field, schema }), schema.members.map(({ name }) => name)]);
}

function addField(fields: Lines, field: Field): void {
  const key = JSON.stringify([field.name, field.type, field.description]);
  if (!fields.has(key)) fields.set(key, field);
}

/** A named schema of a description with its references resolved. */
export interface ApiObject {
  /** Its `title`, else its name. */
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly schema: Schema;
}

/** Finds a schema by its name among the components; undefined when it is not in the description. */
export function readObject(document: OpenApiDocument, name: string): ApiObject | undefined {
  const schema = memberOf(objectOf(objectOf(document.components).schemas), name);
  if (!isObject(schema)) return undefined;
  const { title, description, deprecated } = resolveReference(document, schema);
  return {
    schema: readSchema(document, schema),
    title: textOf(title) || name,
    description: markdownOf(description),
    deprecated: deprecated === true,
  };
}
