import { type Field, listFields } from "./fields.ts";
import { markdownOf } from "./html.ts";
import { isObject, memberOf, objectOf, textOf } from "./json.ts";
import { type OpenApiDocument, resolveReference } from "./reference.ts";
import { readSchema, type Schema } from "./schema.ts";

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
