import { isObject, listOf, memberOf, objectOf, textOf } from "../../lib/openapi/description/json.ts";
import type { OpenApiDocument } from "../../lib/openapi/description/reference.ts";
import { listOperations } from "../../lib/openapi/document/operation.ts";

/** The names and values that a description uses. */
export interface Named {
  readonly names: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** Each as the name of its field or parameter and the number: `pageSize 100`. */
  readonly limits: ReadonlySet<string>;
}

const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"];

/** Returns the names of all fields, parameters and operations of a description, all allowed values and all limits. */
export function listNamed(document: OpenApiDocument): Named {
  const names = new Set<string>();
  const values = new Set<string>();
  const limits = new Set<string>();
  const addLimits = (name: string, schema: unknown) => {
    for (const limit of LIMITS)
      if (isObject(schema) && schema[limit] !== undefined) limits.add(`${name} ${String(schema[limit])}`);
  };
  const seen = new Set<object>();
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value)) {
      for (const [name, schema] of Object.entries(objectOf(value.properties))) {
        names.add(name);
        addLimits(name, schema);
      }
      if (typeof value.name === "string" && typeof value.in === "string") {
        names.add(value.name);
        addLimits(value.name, value.schema);
      }
      if (typeof value.operationId === "string") names.add(value.operationId);
      if (Array.isArray(value.enum)) for (const each of value.enum) values.add(String(each));
      if (value.const !== undefined) values.add(String(value.const));
    }
    waiting.push(...Object.values(value).filter((each) => each !== undefined));
  }
  return { names, values, limits };
}

/** Lists the operations of a description. */
export function listPaths(document: OpenApiDocument): readonly { readonly method: string; readonly path: string }[] {
  return listOperations(document).map(({ method, path }) => ({ method, path }));
}

/** Lists the paths of the servers of a description, without slashes around them. */
export function listBases({ servers }: OpenApiDocument): string[] {
  return listOf(servers).flatMap((server) => {
    const url = textOf(memberOf(server, "url"));
    const path = url.replace(/^https?:\/\/[^/]*/, "").replace(/^\/+|\/+$/g, "");
    return url === "" ? [] : [path];
  });
}
