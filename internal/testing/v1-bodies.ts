import fc from "fast-check";
import { describeApi } from "../../lib/api-description/api-description.ts";

interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
}

/** Any JSON, with the keys and values that programs stumble over. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    "",
    "\0",
    "\ud800",
    "__proto__",
    "../../etc/passwd",
    "'; drop table keys; --",
    1e308,
    -0,
    Number.MAX_SAFE_INTEGER + 2,
  ),
  fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}')),
  fc.integer({ min: 1, max: 90 }).map((depth) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)),
);

/**
 * Bodies for an endpoint of the API description, such as `POST /v1/search/{domain}`: right in most fields and wrong in some,
 * at their bounds and beyond.
 */
export function arbitraryBodies(endpoint: string): fc.Arbitrary<unknown> {
  const [method = "", path = ""] = endpoint.split(" ");
  const paths = describeApi().paths as Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Node }> } }>
  >;
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  if (!schema) throw new Error(`${endpoint} takes no JSON body.`);
  return toArbitrary(schema);
}

function toArbitrary(node: Node): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: fitting(node) }, { weight: 1, arbitrary: anything });
}

function fitting(node: Node): fc.Arbitrary<unknown> {
  if (node.$ref) return fitting(resolve(node.$ref));
  const forms = node.anyOf ?? node.oneOf;
  if (forms) return fc.oneof(...forms.map(toArbitrary));
  if (node.enum) return fc.constantFrom(...node.enum);
  if ("const" in node) return fc.constant(node.const);
  if (node.type === "object") return fittingObject(node);
  if (node.type === "array") return fc.array(toArbitrary(node.items ?? {}), { maxLength: 3 });
  if (node.type === "string") return fittingText(node);
  if (node.type === "integer" || node.type === "number") return fittingNumber(node);
  if (node.type === "null") return fc.constant(null);
  return anything;
}

function fittingObject({ properties = {}, required = [] }: Node): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, toArbitrary(field)]));
  return fc.oneof(
    { weight: 40, arbitrary: fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

function fittingText({ minLength = 0, maxLength = 40 }: Node): fc.Arbitrary<string> {
  const edges = [minLength, maxLength, maxLength + 1].map((length) => "é".repeat(Math.min(length, 40_000)));
  return fc.oneof(
    { weight: 20, arbitrary: fc.string({ minLength, maxLength: Math.max(minLength, 20), unit: "binary" }) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}

function fittingNumber({ maximum = 100 }: Node): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: -1, max: maximum + 1 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
}

function resolve(reference: string): Node {
  const schemas = (describeApi().components as { schemas: Record<string, Node> }).schemas;
  const found = schemas[reference.split("/").at(-1) ?? ""];
  if (!found) throw new Error(`The description has no ${reference}.`);
  return found;
}
