import { markdownOf } from "../description/html.ts";
import { isObject, memberOf, objectOf, textOf } from "../description/json.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import type { Fact } from "./facts.ts";
import { readSchema, type Schema, type SchemaMember } from "./schema.ts";

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

/** Lists the fields inside a schema, in their order. What is inside them is left out after 200. */
export function listFields(schema: Schema): Field[] {
  const fields: Field[] = [];
  addInside(fields, schema, "");
  return fields;
}

/** Makes the line of a value: a parameter, a header, or a member of a body. */
export function toField({ name, required, schema }: SchemaMember): Field {
  const { type, deprecated, about, facts } = schema;
  const description = [schema.description, about].filter(Boolean).join("\n\n");
  return { name, type, required, deprecated, description, facts };
}

function addInside(fields: Field[], { members, items, choices, others, parts = [] }: Schema, prefix: string): void {
  if (items) addInside(fields, items, `${prefix}[]`);
  const variants = choices.filter((choice) => choice.members.length > 0);
  const shared = variants.length > 1 ? sharedMembers(variants) : new Set<string>();
  for (const choice of choices) {
    const own = variants.length > 1 ? choice.members.filter((member) => !shared.has(keyOf(member))) : choice.members;
    if (choice === variants[0] && shared.size > 0)
      addInside(
        fields,
        { ...choice, members: choice.members.filter((member) => shared.has(keyOf(member))), choices: [] },
        prefix,
      );
    const name = variants.length > 1 ? `${prefix}(${choice.title || choice.type})` : prefix;
    if (variants.length > 1 && (choice.description || choice.about))
      addField(fields, toField({ name, required: false, schema: choice }));
    addInside(fields, { ...choice, members: own }, name);
  }
  for (const member of members) {
    if (fields.length >= MAX_FIELDS && prefix) return;
    const name = prefix ? `${prefix}.${member.name}` : member.name;
    addField(fields, toField({ ...member, name }));
    addInside(fields, member.schema, name);
  }
  for (const part of parts) {
    const name = part.name.startsWith("[") ? `${prefix}${part.name}` : [prefix, part.name].filter(Boolean).join(".");
    addField(fields, toField({ ...part, name }));
    addInside(fields, part.schema, name);
  }
  if (!others) return;
  const name = `${prefix}{}`;
  if (others.description || others.about || others.deprecated || others.facts.length > 0)
    addField(fields, toField({ name, required: false, schema: others }));
  addInside(fields, others, name);
}

/** Returns the keys of the members that all alternatives share, which are listed once. */
function sharedMembers([first, ...others]: readonly Schema[]): ReadonlySet<string> {
  const rest = others.map(({ members }) => new Set(members.map(keyOf)));
  return new Set((first?.members ?? []).map(keyOf).filter((key) => rest.every((keys) => keys.has(key))));
}

function keyOf(member: SchemaMember): string {
  return JSON.stringify([toField(member), member.schema.members.map(({ name }) => name)]);
}

/** Variants of one body share fields; the same line is listed once. */
function addField(fields: Field[], field: Field): void {
  const same = (other: Field) =>
    other.name === field.name && other.type === field.type && other.description === field.description;
  if (!fields.some(same)) fields.push(field);
}

/** A named schema of a description with its references resolved. */
export interface ApiObject {
  /** Its `title`, else its name. */
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly schema: Schema;
  readonly fields: readonly Field[];
}

/** Finds a schema by its name among the components; undefined when it is not in the description. */
export function readObject(document: OpenApiDocument, name: string): ApiObject | undefined {
  const schema = memberOf(objectOf(objectOf(document.components).schemas), name);
  if (!isObject(schema)) return undefined;
  const { title, description, deprecated } = resolveReference(document, schema);
  const read = readSchema(document, schema);
  return {
    schema: read,
    title: textOf(title) || name,
    description: markdownOf(description),
    deprecated: deprecated === true,
    fields: listFields(read),
  };
}
