import fc from "fast-check";
import { expect, test } from "vitest";
import { grownDescriptions, growTo } from "../../../internal/bench/attack/grown-descriptions.ts";
import { writtenChars } from "../description/json.ts";
import { readTargets } from "../relay/relay-targets.ts";
import { compareDescriptions } from "./compare.ts";
import { listOperations } from "./operation.ts";
import { listTags } from "./overview.ts";
import { OperationReader } from "./reading.ts";

type Json = Record<string, unknown>;

const name = fc.constantFrom("a", "b", "c", "d");
const words = fc.constantFrom("Some words.", "One of *many* lines.\n\nAnd more.", "x");
const named = <Value>(value: fc.Arbitrary<Value>) => fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 });
const listed = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const refTo = (kind: string) => name.map((key) => ({ $ref: `#/components/${kind}/${key}` }));

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: refTo("schemas") },
    some({
      type: fc.constantFrom("string", "integer"),
      enum: listed(words),
      default: words,
      description: words,
      examples: listed(words),
    }),
    some({ type: fc.constant("object"), properties: named(tie("schema")), required: listed(name), description: words }),
    some({ items: tie("schema"), prefixItems: listed(tie("schema")), additionalProperties: tie("schema"), description: words }),
    some({ allOf: listed(tie("schema")), title: words, patternProperties: named(tie("schema")) }),
    some({ oneOf: listed(tie("schema")), anyOf: listed(tie("schema")), if: tie("schema"), not: tie("schema") }),
    some({
      discriminator: fc.record({ propertyName: name, mapping: named(name.map((key) => `#/components/schemas/${key}`)) }),
      dependentSchemas: named(tie("schema")),
    }),
  ),
}));
const content = named(some({ schema, example: words, examples: named(some({ value: words, summary: words })) }));
const parameter = fc.record({ name, in: fc.constantFrom("query", "path", "header"), schema, description: words });
const header = some({ schema, description: words });
const answer = some({ description: words, content, headers: named(fc.oneof(header, refTo("headers"))) });
const server = some({
  url: fc.constantFrom("https://{a}.example.com", "https://example.com/{b}", "https://{a}.{b}.{c}.example.com"),
  variables: named(some({ default: name, enum: listed(name) })),
  description: words,
});
const security = listed(fc.dictionary(name, listed(name), { maxKeys: 3 }));
const operation = some({
  operationId: name,
  tags: listed(name),
  description: words,
  parameters: listed(fc.oneof(parameter, refTo("parameters"))),
  requestBody: fc.oneof(some({ content }), refTo("requestBodies")),
  responses: fc.dictionary(fc.constantFrom("200", "201", "404", "default"), fc.oneof(answer, refTo("responses")), { minKeys: 1 }),
  callbacks: named(fc.oneof(refTo("callbacks"), fc.constant({ "{$request.body}": { post: {} } }))),
  servers: listed(server),
  security,
});
const pathItem = fc.oneof(
  { weight: 3, arbitrary: refTo("pathItems") },
  some({
    get: operation,
    post: operation,
    parameters: listed(parameter),
    additionalOperations: named(operation),
    servers: listed(server),
  }),
);
const scheme = some({
  type: fc.constantFrom("oauth2", "http", "apiKey"),
  scheme: fc.constant("bearer"),
  description: words,
  flows: fc.constant({ clientCredentials: { tokenUrl: "https://id.example.com/t", scopes: { a: "A", b: "B" } } }),
});
const description = fc.record({
  openapi: fc.constant("3.2.0"),
  info: fc.constant({ title: "A", version: "1" }),
  servers: listed(server),
  security,
  tags: listed(some({ name, parent: name, description: words })),
  paths: fc.dictionary(
    name.map((key) => `/${key}`),
    pathItem,
    { minKeys: 1, maxKeys: 3 },
  ),
  webhooks: named(some({ post: operation })),
  components: fc.record({
    schemas: named(schema),
    parameters: named(parameter),
    headers: named(header),
    responses: named(answer),
    requestBodies: named(some({ content })),
    callbacks: named(named(some({ post: operation }))),
    pathItems: named(some({ get: operation, put: operation, additionalOperations: named(operation) })),
    securitySchemes: named(scheme),
  }),
});

/** Returns a description with one of its members or items repeated until it is about so long; a text is repeated in itself. */
function grow(document: object, { part, member, chars }: { part: number; member: number; chars: number }): Json {
  const grown = structuredClone(document) as Json;
  const holders: object[] = [grown];
  for (const holder of holders)
    holders.push(...Object.values(holder).filter((value) => typeof value === "object" && value !== null));
  const holder = holders.filter((each) => Object.keys(each).length > 0)[part % holders.length] ?? grown;
  const [key, value] = Object.entries(holder)[member % Object.keys(holder).length] as [string, unknown];
  const copies = Math.ceil(chars / (JSON.stringify(value).length + key.length + 4));
  if (Array.isArray(holder))
    for (let copy = 0; copy < copies; copy++) holder.push(typeof value === "string" ? `${value}${copy}` : value);
  else if (typeof value === "string") Object.assign(holder, { [key]: value.repeat(copies) });
  else for (let copy = 0; copy < copies; copy++) Object.assign(holder, { [`${key}${copy}`]: value });
  return JSON.parse(JSON.stringify(grown)) as Json;
}

/** Returns a document that counts each member that is read of it, and each list of members. */
function counting<Document extends object>(document: Document): { readonly watched: Document; readonly reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const watch = <Value>(value: Value): Value => {
    if (typeof value !== "object" || value === null) return value;
    const watched =
      known.get(value) ??
      new Proxy(value, {
        get: (target, key, receiver) => {
          reads += 1;
          return watch(Reflect.get(target, key, receiver));
        },
        ownKeys: (target) => {
          const keys = Reflect.ownKeys(target);
          reads += keys.length;
          return keys;
        },
      });
    known.set(value, watched);
    return watched as Value;
  };
  return { watched: watch(document), reads: () => reads };
}

/** Members that may be read of a description however short it is, and of each of its characters. */
const FREE_READS = 10_000_000;
const READS_PER_CHAR = 50;

/** Reads all that a site reads of a description, and counts what that takes. */
function readAll(document: object) {
  const { watched, reads } = counting(document);
  const length = writtenChars(watched);
  const reader = new OperationReader(watched as Json);
  for (const key of reader.list()) reader.read(key);
  listTags(watched as Json);
  const hosts = readTargets(watched as Json).hosts.size;
  compareDescriptions(watched as Json, { ...watched, servers: [] });
  return { length, reads: reads(), hosts, operations: listOperations(watched as Json).length };
}

function expectBounded(document: object): void {
  const { length, reads, hosts, operations } = readAll(document);
  expect(reads).toBeLessThan(FREE_READS + READS_PER_CHAR * length);
  expect(operations).toBeLessThanOrEqual(1_000 + length / 400);
  expect(hosts).toBeLessThanOrEqual(2_000);
}

test("a random description grown at any two places is read with work that grows with its length alone", () => {
  const growth = fc.record({ part: fc.nat(60), member: fc.nat(20), chars: fc.constantFrom(10_000, 50_000) });
  fc.assert(
    fc.property(description, growth, growth, (document, one, other) => expectBounded(grow(grow(document, one), other))),
    { numRuns: 12, seed: 58 },
  );
}, 60_000);

const products = [
  "paths × one shared path item",
  "parameters of a path × its operations",
  "headers of one answer × operations",
  "one enum × the operations that refer to it",
];

test.each(grownDescriptions.filter(({ name: product }) => products.includes(product)))(
  "$name: work grows with the length alone",
  (grower) => expectBounded(JSON.parse(growTo(grower, 60_000))),
);
