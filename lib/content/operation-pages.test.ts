import type { Node } from "fumadocs-core/page-tree";
import { expect, test } from "vitest";
import { readOpenApi } from "../openapi/openapi.ts";
import { createFiles, createLargeProject, createProject } from "./fixtures/project.ts";
import { toMarkdown } from "./markdown.ts";
import { pageTree } from "./navigation.ts";
import { buildSite, findPage } from "./site.ts";

const description = {
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  tags: [{ name: "Search" }, { name: "Admin tools" }],
  security: [{ key: [] }],
  paths: {
    "/v1/project/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, description: "Which project." }],
      delete: { tags: ["Admin tools"], deprecated: true, responses: { 204: { description: "Gone." } } },
    },
    "/v1/search/{domain}": {
      post: {
        tags: ["Search"],
        operationId: "searchDocs",
        summary: "Search the docs",
        description: "Finds *passages*.\n\n# More\n\nSee [errors](/docs/errors). <script>alert(1)</script>",
        parameters: [{ $ref: "#/components/parameters/Domain" }],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Request" }, example: { query: "install" } },
          },
        },
        responses: {
          200: {
            description: "The results.",
            content: { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Result" } } } },
          },
          401: { $ref: "#/components/responses/Unauthenticated" },
        },
      },
      get: { "x-internal": true, responses: { 200: { description: "Hidden." } } },
    },
  },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer", description: "An assistant key." } },
    parameters: { Domain: { name: "domain", in: "path", required: true, schema: { type: "string" }, description: "The site." } },
    responses: { Unauthenticated: { description: "No token." } },
    schemas: {
      Request: {
        type: "object",
        required: ["query"],
        properties: {
          query: { type: "string", minLength: 1, maxLength: 1000, description: "The search text." },
          pageSize: { type: "integer", minimum: 1, maximum: 50, default: 10 },
          filter: {
            anyOf: [{ type: "object", properties: { language: { type: "string", enum: ["en", "es"] } } }, { type: "null" }],
          },
        },
      },
      Result: {
        type: "object",
        properties: { content: { type: "string" }, children: { type: "array", items: { $ref: "#/components/schemas/Result" } } },
      },
    },
  },
};

const siteOf = (value: unknown = description) =>
  buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, JSON.stringify(value)));

test("each operation is a page with a stable address, internal ones are none", async () => {
  const site = await siteOf();
  const pages = site.pages.filter(({ kind }) => kind === "api");
  expect(site.problems).toEqual([]);
  expect(pages.map(({ path, title, operation }) => [path, title, operation])).toEqual([
    ["/docs/api/admin-tools/delete-v1-project-id", "DELETE /v1/project/{id}", { method: "DELETE", path: "/v1/project/{id}" }],
    ["/docs/api/search/search-docs", "Search the docs", { method: "POST", path: "/v1/search/{domain}" }],
  ]);
});

test("its passages tell method, path, parameters, fields and responses", async () => {
  const site = await siteOf();
  const passages = site.passages.filter(({ path }) => path === "/docs/api/search/search-docs");
  expect(
    passages.every(
      ({ kind, anchor, title, description: about }) =>
        kind === "api" && anchor === "" && title === "Search the docs" && about === "Finds passages.",
    ),
  ).toBe(true);
  const text = passages.map((passage) => passage.text).join("\n\n");
  for (const words of [
    "POST /v1/search/{domain}",
    "See errors.",
    "Header Authorization: Bearer <token>: An assistant key.",
    "- domain (string, required): The site.",
    "- query (string, required): The search text. (length 1 to 1000)",
    "- pageSize (integer) (1 to 50; default 10)",
    '- filter.language (string) (one of "en", "es")',
    "- [].content (string)",
    "- 401: No token.",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("script");
});

test("its Markdown is the page for agents, without HTML and with lower headings", async () => {
  const page = (await siteOf()).pages.find(({ path }) => path.endsWith("search-docs"));
  const markdown = toMarkdown(page as never);
  expect(markdown).toMatch(/^# Search the docs\n\nFinds passages.\n\n```http\nPOST \/v1\/search\/\{domain\}\n```\n/);
  expect(markdown).toContain("#### More");
  expect(markdown).toContain("## Request body");
  expect(markdown).toContain('"query": "install"');
  expect(markdown).not.toContain("<script>");
});

test("operations stand in the sidebar by tag, in the description's order, in every version and language", async () => {
  const site = await buildSite(createLargeProject(), createFiles({ "en/v2/index.mdx": "# Home" }, JSON.stringify(description)));
  const outline = (nodes: readonly Node[]): unknown[] =>
    nodes.map((node) => (node.type === "folder" ? [String(node.name), ...outline(node.children)] : String(node.name)));
  const api = ["API reference", ["Search", "Search the docs"], ["Admin tools", "DELETE /v1/project/{id}"]];
  for (const language of ["en", "es"]) {
    expect(outline(pageTree(site, { language, version: "v2" }).children)).toEqual(["Home", api]);
    expect(outline(pageTree(site, { language, version: "v1" }).children)).toEqual([api]);
  }
  expect(findPage(site, { language: "es", version: "v1", slug: "api/search/search-docs" })).toMatchObject({
    page: { path: "/docs/v1/api/search/search-docs" },
    fallback: true,
  });
});

test("a written page stands before a generated one of the same address", async () => {
  const files = createFiles({ "api/search/search-docs.mdx": "# My own" }, JSON.stringify(description));
  const site = await buildSite(createProject(), files);
  expect(site.pages.filter(({ path }) => path.endsWith("search-docs")).map(({ title }) => title)).toEqual(["My own"]);
});

test("only the changed operation gets another hash", async () => {
  const changed = structuredClone(description);
  changed.paths["/v1/search/{domain}"].post.summary = "Search";
  const hashes = async (value: unknown) =>
    (await siteOf(value)).pages.filter(({ kind }) => kind === "api").map(({ hash }) => hash);
  const [before, after] = [await hashes(description), await hashes(changed)];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("while the description is broken, the pages of the earlier one stay", async () => {
  const earlier = await siteOf();
  const site = await buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, "{"), { earlier });
  expect(site.problems).toMatchObject([{ file: "openapi.json", reason: expect.stringContaining("not valid JSON") }]);
  expect(site.pages).toEqual(earlier.pages);
  expect(site.passages).toEqual(earlier.passages);
});

const valid = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} };
const schemas = (value: object) => JSON.stringify({ ...valid, components: { schemas: value } }, null, 2);

test.each([
  ["Swagger 2", '{\n"swagger": "2.0"}', 2, /^swagger: Swagger 2 is not supported. Convert/],
  ["an unknown version", "openapi: 4.0.0", 1, /use OpenAPI 3.0 or 3.1/],
  ["broken JSON", '{ "openapi": }', undefined, /not valid JSON/],
  ["broken YAML", "openapi: 3.1.0\ninfo: [", 2, /not valid YAML/],
  ["no object", "just words", undefined, /must be an object/],
  [
    "an alias bomb",
    `a: &a [x, x]\n${"bcdefghij"
      .split("")
      .map((name, index) => `${name}: &${name} [${`*${"abcdefghi"[index]}, `.repeat(9)}]`)
      .join("\n")}`,
    undefined,
    /cannot be read/,
  ],
  ["a missing part", JSON.stringify({ ...valid, info: undefined }), undefined, /must have required property 'info'/],
  [
    "a wrong part",
    JSON.stringify({ ...valid, paths: { "/a": { get: { responses: { 200: {} } } } } }, null, 2),
    11,
    /paths › \/a › get › responses › 200: .*'description'/,
  ],
  ["a reference to a file", schemas({ A: { $ref: "./other.yaml" } }), 11, /leads to another document. Bundle/],
  ["a reference to a host", schemas({ A: { $ref: "https://example.com/a" } }), 11, /leads to another document/],
  ["a reference to nothing", schemas({ A: { $ref: "#/components/schemas/B" } }), 11, /leads nowhere/],
])("%s is refused with place and reason", async (_, text, line, reason) => {
  const { document, problems } = await readOpenApi({ path: "openapi.json", text });
  expect(document).toBeNull();
  expect(problems).toEqual([
    {
      file: "openapi.json",
      line,
      column: line === undefined ? undefined : expect.any(Number),
      reason: expect.stringMatching(reason),
    },
  ]);
});

test("schemas that contain themselves, or each other many times over, end", async () => {
  const layers = Array.from({ length: 30 }, (_, layer) => {
    const next = layer < 29 ? { $ref: `#/components/schemas/S${layer + 1}` } : { $ref: "#/components/schemas/S0" };
    return [
      `S${layer}`,
      { type: "object", properties: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, next])) },
    ];
  });
  const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } };
  const paths = { "/a": { post: { requestBody: body, responses: { 200: { description: "ok" } } } } };
  const site = await siteOf({ ...valid, paths, components: { schemas: Object.fromEntries(layers) } });
  expect(site.problems).toEqual([]);
  const fields = site.passages.flatMap(({ text }) => text.match(/^- p\d/gm) ?? []);
  expect(fields.length).toBeLessThanOrEqual(200);
});
