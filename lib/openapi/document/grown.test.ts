import { expect, test } from "vitest";
import { grownDescriptions } from "../../../internal/bench/attack/grown-descriptions.ts";
import { followReference } from "../description/reference.ts";
import { readOpenApi } from "../openapi.ts";
import { factWords } from "./facts.ts";
import { listOperations, readOperation } from "./operation.ts";
import { listTags } from "./overview.ts";

const map = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, make(index)]));
const read = (get: object, components: object = {}) =>
  readOperation({ paths: { "/a": { get } }, components }, { method: "GET", path: "/a" });

test("there are forty descriptions that grow, each with an operation that is read", () => {
  expect(grownDescriptions.length).toBeGreaterThanOrEqual(40);
  for (const { grow } of grownDescriptions)
    expect(readOperation(grow(64), { method: "GET", path: "/pets" })?.id).toBe("listPets");
});

test("paths that share a path item have a thousand operations together, and more only where more is written", () => {
  const paths = Object.fromEntries(
    Object.keys(map(1_000, () => 0)).map((path) => [`/${path}`, { $ref: "#/components/pathItems/one" }]),
  );
  const one = { additionalOperations: map(1_000, () => ({})) };
  const document = { paths, components: { pathItems: { one } } };
  expect(listOperations(document).length).toBeGreaterThanOrEqual(1_000);
  expect(listOperations(document).length).toBeLessThan(1_200);
  expect(listOperations({ ...document, info: { description: "x".repeat(400_000) } }).length).toBeGreaterThan(2_000);
  expect(listOperations({ ...document, info: { description: "x".repeat(8_000_000) } })).toHaveLength(10_000);
});

test("a thousand tags that are all below themselves are one", () => {
  const tags = Array.from({ length: 1_000 }, () => ({ name: "x", parent: "x" }));
  expect(listTags({ tags }).map(({ name }) => name)).toEqual(["x"]);
});

test("a reference as long as a book leads nowhere, and one through others to the same part", () => {
  const document = { components: { schemas: { a: { $ref: "#/components/schemas/b" }, b: { type: "string" } } } };
  expect(followReference(document, { $ref: `#/${"a/".repeat(4_000)}` })).toEqual({ broken: "missing" });
  expect(followReference(document, { $ref: "#/components/schemas/a" })).toEqual({ value: { type: "string" } });
});

test("the address of a page that is longer than any address is none", () => {
  expect(read({ "x-mint": { href: `a${"/".repeat(2_000_000)}b` } })?.page.path).toBeUndefined();
});

test("one operation says at most so much, however often it refers to the same words", () => {
  const schemas = { one: { type: "string", enum: Object.keys(map(1_000, () => 0)).map((name) => name.padEnd(200, "x")) } };
  const properties = map(400, () => ({ allOf: [{ $ref: "#/components/schemas/one" }] }));
  const operation = read({ responses: { 200: { content: { "a/b": { schema: { properties } } } } } }, { schemas });
  const members = operation?.responses[0]?.contents[0]?.schema.members ?? [];
  expect(members).toHaveLength(400);
  expect(members[0]?.schema.facts.map(factWords).join("").length).toBeGreaterThan(100_000);
  expect(JSON.stringify(members).length).toBeLessThan(3_000_000);
});

test("the values of one list are read for the members that say them all, not for each that refers to them", () => {
  let reads = 0;
  const values = new Proxy(Object.keys(map(1_000, () => 0)), {
    get: (target, key, receiver) => {
      reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const properties = map(900, () => ({ allOf: [{ $ref: "#/components/schemas/one" }] }));
  const schemas = { one: { type: "string", enum: values } };
  const operation = read({ responses: { 200: { content: { "a/b": { schema: { properties } } } } } }, { schemas });
  const members = operation?.responses[0]?.contents[0]?.schema.members ?? [];
  expect(members[0]?.schema.allowed).toHaveLength(1_000);
  expect(members[0]?.schema.facts.map(factWords)[0]).toContain('"n999"');
  expect(reads).toBeGreaterThan(1_000);
  expect(reads).toBeLessThan(200_000);
});

test("what a description shares between operations is read for each up to a bound", () => {
  const security = Object.keys(map(1_000, () => 0)).map((name) => ({ [name]: ["a"] }));
  const content = map(1_000, () => ({ schema: { type: "string" } }));
  const operation = read({
    security,
    responses: { 200: { content } },
    parameters: Object.keys(content).map((name) => ({ name, in: "query" })),
  });
  expect(operation?.security).toHaveLength(50);
  expect(operation?.ways).toHaveLength(50);
  expect(operation?.parameters).toHaveLength(500);
  expect(operation?.responses[0]?.contents).toHaveLength(50);
});

test("values below hundreds of levels keep no path each", async () => {
  const levels = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ items: inner }), {
    oneOf: Array.from({ length: 200_000 }, () => ({})),
  });
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {},
    components: { schemas: { levels } },
  });
  expect((await readOpenApi({ text })).document).not.toBeNull();
});
