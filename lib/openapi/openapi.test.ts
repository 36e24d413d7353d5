import { describe, expect, test } from "vitest";
import { listen } from "../../internal/testing/http-server.ts";
import { readOpenApi } from "./openapi.ts";

const info = { title: "A", version: "1" };
const valid = { openapi: "3.1.0", info, paths: {} };
const read = (value: unknown) => readOpenApi({ text: JSON.stringify(value, null, 2) });
const listWarnings = async (value: unknown) => {
  const { document, findings } = await read(value);
  expect(document).toEqual(value);
  return findings.map(({ severity, message }) => `${severity} ${message}`);
};
const schemas = (value: object, openapi = "3.1.0") => ({ ...valid, openapi, components: { schemas: value } });
const operation = (value: object, openapi = "3.1.0") => ({ ...valid, openapi, paths: { "/a": { get: value } } });

const OPERATION = "openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: { content: { a/b: { ";

function aliasBomb(): string {
  const levels = ["a: &a [x, x]"];
  for (const [name, inner] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"])
    levels.push(`${name}: &${name} [${Array(9).fill(`*${inner}`).join(", ")}]`);
  return levels.join("\n");
}

describe("a document that is not OpenAPI 3 is refused", () => {
  test.each([
    ["Swagger 2", '{\n"swagger": "2.0"}', 2, /^#\/swagger: Swagger 2 is not supported. Convert/],
    ["an unknown version", "openapi: 4.0.0", 1, /use OpenAPI 3.0, 3.1 or 3.2/],
    ["broken JSON", '{ "openapi": }', undefined, /not valid JSON/],
    ["broken YAML", "openapi: 3.1.0\ninfo: [", 2, /not valid YAML/],
    ["no object", "just words", undefined, /must be an object/],
    ["an alias bomb", aliasBomb(), undefined, /Excessive alias count/],
    ["a value inside itself", "openapi: 3.1.0\npaths: &paths { /a: *paths }", undefined, /more than 500 levels/],
    ["an example inside itself", `${OPERATION}example: &a { b: *a } } } } } } } }`, undefined, /more than 500 levels/],
    ["an extension inside itself", "openapi: 3.1.0\npaths: {}\nx-own: &a { b: *a }", undefined, /more than 500 levels/],
    ["no operations", '{"openapi": "3.1.0", "paths": 3}', 1, /^#\/paths: There are no operations/],
  ])("%s, with place and reason", async (_, text, line, words) => {
    const { document, findings } = await readOpenApi({ text });
    expect(document).toBeNull();
    expect(findings).toMatchObject([{ severity: "error", line }]);
    expect(findings.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
  });
});

test("servers without a host are on that of the address that the description was fetched from", async () => {
  const urls = ["/", "/{version}", "https://eu.example.com/v1", "//cdn.example.com", "v1"];
  const text = JSON.stringify({ ...valid, servers: [...urls.map((url) => ({ url })), 3] });
  const serversOf = async (path?: string) => (await readOpenApi({ text, path })).document?.servers;
  const shown = ["https://api.example.com/", "https://api.example.com/{version}", ...urls.slice(2)];
  expect(await serversOf("https://api.example.com/docs/openapi.json")).toEqual([...shown.map((url) => ({ url })), 3]);
  expect(await serversOf("api/openapi.json")).toEqual([...urls.map((url) => ({ url })), 3]);
});

describe("any other fault is a warning, and the document is kept", () => {
  test.each([
    ["a missing part", { openapi: "3.1.0", paths: {} }, "This part must have required property 'info'."],
    [
      "a version that is a number",
      { ...valid, info: { title: "A", version: 1 } },
      '#/info/version: The version must be text. Put it in quotes, such as "1.0".',
    ],
    ["a part of the wrong kind", { ...valid, paths: { "/a": { get: 3 } } }, "#/paths/~1a/get: This part must be object."],
    [
      "an unknown part",
      { ...valid, foo: 1 },
      'This part must NOT have unevaluated properties; take "foo" out, or correct its name.',
    ],
    [
      "a reference to nothing",
      schemas({ A: { $ref: "#/components/schemas/B" } }),
      '#/components/schemas/A/$ref: "#/components/schemas/B" does not exist. Add that part, or correct the reference.',
    ],
    [
      "a reference to text",
      schemas({ A: { $ref: "#/info/title" } }),
      '#/components/schemas/A/$ref: "#/info/title" leads to a value that is not an object. Correct the reference.',
    ],
    [
      "an inherited name",
      schemas({ A: { $ref: "#/components/constructor" } }),
      '#/components/schemas/A/$ref: "#/components/constructor" does not exist. Add that part, or correct the reference.',
    ],
    [
      "an unknown type",
      schemas({ A: { properties: { type: { type: "strng" } } } }),
      '#/components/schemas/A/properties/type/type: "strng" is not a type. Use string, number, integer, boolean, array, object or null.',
    ],
    [
      "an unknown type in 3.0",
      schemas({ A: { type: "strng" } }, "3.0.3"),
      '#/components/schemas/A/type: "strng" is not a type. Use string, number, integer, boolean, array, object or null.',
    ],
    [
      "a reference of a default response",
      operation({ responses: { default: { $ref: "#/components/responses/None" } } }),
      '#/paths/~1a/get/responses/default/$ref: "#/components/responses/None" does not exist. Add that part, or correct the reference.',
    ],
    [
      "a response without description",
      operation({ responses: { 200: {} } }),
      "#/paths/~1a/get/responses/200: This part must have required property 'description'.",
    ],
    [
      "the same in 3.0",
      operation({ responses: { 200: {} } }, "3.0.3"),
      "#/paths/~1a/get/responses/200: This part must have required property 'description'.",
    ],
    [
      "an unknown place",
      operation({ parameters: [{ name: "x", in: "nowhere", schema: {} }] }),
      '#/paths/~1a/get/parameters/0/in: This part must be one of "query", "header", "path", "cookie".',
    ],
  ])("%s", async (_, value, warning) => {
    expect(await listWarnings(value)).toEqual([`warning ${warning}`]);
  });

  test("examples that are not a map", async () => {
    const body = { content: { "application/json": { examples: ["x"] } } };
    expect(await listWarnings(operation({ requestBody: body }))).toEqual([
      "warning #/paths/~1a/get/requestBody/content/application~1json/examples: This part must be object.",
    ]);
  });

  test("references in a circle", async () => {
    const circle = schemas({ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } });
    expect(await listWarnings(circle)).toEqual([
      expect.stringMatching(/^warning #\/components\/schemas\/[AB]\/\$ref: .* leads to references in a circle/),
      expect.stringMatching(/^warning #\/components\/schemas\/[AB]\/\$ref: .* leads to references in a circle/),
    ]);
  });

  test("with its line", async () => {
    const { findings } = await read(schemas({ A: { $ref: "#/components/schemas/B" } }));
    expect(findings).toMatchObject([{ line: 11, column: 17 }]);
  });

  test("of many, the first fifty and how many more", async () => {
    const broken = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`S${index}`, { type: "none" }]));
    const findings = await listWarnings(schemas(broken));
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)).toBe("warning There are 10 more findings.");
  });
});

test("data may hold what would elsewhere be a reference or a type", async () => {
  const data = { $ref: "#/nowhere", type: "strng" };
  const schema = { type: "object", example: data, default: data, examples: [data], "x-note": data };
  const examples = { one: { value: data } };
  const responses = { 200: { description: "ok", content: { "application/json": { schema, examples } } } };
  expect(await listWarnings(operation({ responses }))).toEqual([]);
});

test("references to other documents are named and never followed", async () => {
  let asked = 0;
  const server = await listen((_, response) => {
    asked += 1;
    response.end("{}");
  });
  const address = `http://${server.host}/a.json`;
  const findings = await listWarnings(schemas({ A: { $ref: address }, B: { $ref: "./other.yaml" } }));
  await server.close();
  expect(findings.map((warning) => warning.split(" leads")[0]).sort()).toEqual([
    `warning #/components/schemas/A/$ref: "${address}"`,
    'warning #/components/schemas/B/$ref: "./other.yaml"',
  ]);
  expect(findings[0]).toContain("Bundle the description into one file");
  expect(asked).toBe(0);
});

test("YAML and JSON of one description read the same", async () => {
  const yaml = await readOpenApi({ text: "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}" });
  expect(yaml).toEqual(await read(valid));
  expect(yaml.findings).toEqual([]);
});

test.each(["3.0.3", "3.1.0"])("a licence of %s needs its name and nothing else", async (openapi) => {
  expect(await listWarnings({ ...valid, openapi, info: { ...info, license: { name: "MIT" } } })).toEqual([]);
  const [warning] = await listWarnings({ ...valid, openapi, info: { ...info, license: { url: "https://a.example" } } });
  expect(warning).toContain("'name'");
});

describe("what is longer than anyone writes", () => {
  const long = (length: number) => "x".repeat(length);
  const responses = { 200: { description: "OK" } };

  test.each([
    [
      "a path",
      { ...valid, paths: { [`/${long(500)}`]: { get: { responses } }, "/a": { get: { responses } } } },
      /"\/x{39}…" has 501/,
    ],
    ["a name of a schema", schemas({ [long(501)]: {}, A: {} }), /characters and is left out/],
    ["a server", { ...valid, servers: [{ url: `https://${long(500)}.test` }] }, /An address of 513 characters is left out/],
    ["a title", { ...valid, info: { ...info, title: long(501) } }, /The first 500 of 501 characters are shown/],
    ["a tag", operation({ tags: [long(501)], responses }), /The first 500 of 501 characters are shown/],
    ["a text", operation({ description: long(10_001), responses }), /The first 10000 of 10001 characters are shown/],
  ])("is bounded and named: %s", async (_, value, message) => {
    const { document, findings } = await read(value);
    expect(document).not.toBeNull();
    expect(findings.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message));
    expect(JSON.stringify(document)).not.toContain(long(10_002));
    expect(JSON.stringify({ ...document, paths: Object.keys(document?.paths as object) })).not.toContain(long(501));
  });

  test("data is left as it is", async () => {
    const value = schemas({ A: { type: "string", example: long(20_000), enum: [long(600)] } });
    expect(await listWarnings(value)).toEqual([]);
  });
});
