import { markdownOf } from "./html.ts";
import { isObject, memberOf, objectOf, textOf } from "./json.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";
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
  /** Rules in words: allowed values, bounds, default. */
  readonly facts: readonly string[];
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
  const { type, deprecated, description, facts } = schema;
  return { name, type, required, deprecated, description, facts };
}

function addInside(fields: Field[], { members, items, choices, others }: Schema, prefix: string): void {
  if (items) addInside(fields, items, `${prefix}[]`);
  for (const choice of choices) addInside(fields, choice, prefix);
  for (const member of members) {
    if (fields.length >= MAX_FIELDS && prefix) return;
    const name = prefix ? `${prefix}.${member.name}` : member.name;
    addField(fields, toField({ ...member, name }));
    addInside(fields, member.schema, name);
  }
  if (others) addInside(fields, others, `${prefix}{}`);
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
