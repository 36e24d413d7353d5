import { type ApiDescription, type DescriptionPart, isPart, resolveReference } from "../../lib/content/open-api-document.ts";
import { own } from "../../lib/content/own.ts";

const MAX_DEPTH = 6;
const MAX_MEMBERS = 30;

/** The example that a description gives for a body or parameter, else one made from its schema; undefined without either. */
export function exampleOf(document: ApiDescription, part: DescriptionPart): unknown {
  if (part.example !== undefined) return part.example;
  const [named] = Object.values(isPart(part.examples) ? part.examples : {});
  const value = resolveReference(document, named).value;
  return value === undefined ? fromSchema(document, part.schema, []) : value;
}

function fromSchema(document: ApiDescription, raw: unknown, above: readonly DescriptionPart[]): unknown {
  const schema = resolveReference(document, raw);
  if (above.length > MAX_DEPTH || above.includes(schema)) return undefined;
  const [stated] = [schema.example, firstOf(schema.examples), schema.default, schema.const, firstOf(schema.enum)].filter(isGiven);
  if (stated !== undefined) return stated;
  const inside = [...above, schema];
  const [choice] = [firstOf(schema.oneOf), firstOf(schema.anyOf)].filter(isGiven);
  if (choice !== undefined) return fromSchema(document, choice, inside);
  if (Array.isArray(schema.allOf))
    return Object.assign(
      {},
      ...schema.allOf.map((part) => fromSchema(document, part, inside)),
      membersOf(document, schema, inside),
    );
  return fromType(document, schema, inside);
}

function fromType(document: ApiDescription, schema: DescriptionPart, inside: readonly DescriptionPart[]): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
  if (type === "object" || isPart(schema.properties)) return membersOf(document, schema, inside);
  if (type === "array") return [fromSchema(document, schema.items, inside)].filter(isGiven);
  if (type === "integer" || type === "number") return typeof schema.minimum === "number" ? schema.minimum : 0;
  if (type === "boolean") return true;
  return type === "string" ? stringOf(schema.format) : undefined;
}

function membersOf(
  document: ApiDescription,
  schema: DescriptionPart,
  inside: readonly DescriptionPart[],
): Record<string, unknown> {
  const members = Object.entries(isPart(schema.properties) ? schema.properties : {}).slice(0, MAX_MEMBERS);
  const values = members.map(([name, member]) => [name, fromSchema(document, member, inside)] as const);
  return Object.fromEntries(values.filter(([, value]) => isGiven(value)));
}

const stringsByFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:30:00Z",
  date: "2026-01-31",
  email: "ada@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "3f2b8c1e-5d47-4a6b-9c0d-1e2f3a4b5c6d",
};

function stringOf(format: unknown): string {
  return (typeof format === "string" && own(stringsByFormat, format)) || "string";
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}
