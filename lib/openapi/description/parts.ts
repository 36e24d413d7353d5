/** Keywords whose values are data, in which `$ref` and `type` mean nothing. */
const DATA = new Set(["example", "value", "default", "enum", "const"]);
/** Keywords whose members have names that the author chose, such as `default` or `type`. */
const SCHEMA_MAPS = ["schemas", "properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
const MAPS = new Set([
  ...SCHEMA_MAPS,
  ...["paths", "webhooks", "pathItems", "callbacks", "responses", "headers", "content", "parameters", "requestBodies"],
  ...["securitySchemes", "links", "examples", "encoding", "variables", "scopes"],
]);
/** Keywords whose values are schemas, or lists or maps of schemas. */
const SCHEMAS = new Set([
  ...SCHEMA_MAPS,
  ...[
    "schema",
    "items",
    "prefixItems",
    "contains",
    "additionalProperties",
    "not",
    "allOf",
    "oneOf",
    "anyOf",
    "if",
    "then",
    "else",
  ],
]);

/** An object or list of a description, and what its place says of it. */
export interface ApiPart {
  /** Part that this one is in, and its key there; undefined for a whole document. A path for each part would be a copy of all above it. */
  readonly parent: ApiPart | undefined;
  readonly key: string;
  /** Number of parts around it. */
  readonly depth: number;
  readonly value: object;
  /** Its members have names that the author chose. */
  readonly isMap: boolean;
  readonly isSchema: boolean;
  /** It is an example or another value that has no parts: only its depth is checked. */
  readonly isData: boolean;
}

/** Returns the part that is the whole description, or a whole document that it refers to. */
export function rootPart(value: object): ApiPart {
  return { parent: undefined, key: "", depth: 0, value, isMap: false, isSchema: false, isData: false };
}

/** Returns the keys that lead to a part. */
export function keysOf(part: ApiPart): string[] {
  const keys: string[] = [];
  for (let each = part; each.parent; each = each.parent) keys.push(each.key);
  return keys.reverse();
}

/** Returns the part at a key of another. */
export function partIn(outer: ApiPart, key: string, value: object): ApiPart {
  const { value: parent, depth, isMap, isSchema, isData } = outer;
  const next = { parent: outer, key, depth: depth + 1, value };
  if (isData || isMap || Array.isArray(parent)) return { ...next, isMap: false, isSchema, isData };
  if (DATA.has(key) || key.startsWith("x-") || (key === "examples" && Array.isArray(value)))
    return { ...next, isMap: false, isSchema: false, isData: true };
  return { ...next, isMap: MAPS.has(key) && !Array.isArray(value), isSchema: SCHEMAS.has(key), isData: false };
}

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** Returns true for the name of a JSON type that a schema can have. */
export function isType(type: unknown): type is string {
  return TYPES.has(type);
}
