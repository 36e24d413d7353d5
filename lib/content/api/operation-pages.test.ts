import { expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../../internal/testing/content.ts";
import { type NavNode, pagesOf } from "../../navigation/model.ts";
import { navigationOf } from "../../navigation/navigation.ts";
import type { JsonObject } from "../../openapi/description/json.ts";
import { listOperations, type Operation, type OperationKey, readOperation } from "../../openapi/document/operation.ts";
import { listServerOrigins } from "../../openapi/document/servers.ts";
import { toPlayground } from "../../openapi/playground/playground.ts";
import { buildSite } from "../content.ts";
import { toOperationText } from "../markdown/reference-text.ts";
import { toMarkdown } from "../output/compile.ts";
import { descriptionOf, findPage } from "../site/site.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";

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

const titleOf = (node: NavNode) => node.title;
const siteOf = (value: unknown = description) =>
  buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, JSON.stringify(value)));

test("each operation is a page with a stable address, except internal ones", async () => {
  const site = await siteOf();
  const pages = site.pages.filter(({ operation }) => operation);
  expect(site.findings).toEqual([]);
  expect(pages.map(({ path, title, operation }) => [path, title, operation])).toEqual([
    ["/docs/api/admin-tools/delete-v1-project-id", "DELETE /v1/project/{id}", { method: "DELETE", path: "/v1/project/{id}" }],
    ["/docs/api/search/search-docs", "Search the docs", { method: "POST", path: "/v1/search/{domain}" }],
  ]);
});

test("descriptions with a name have their own folder, titled by them; an address that two would have is the first one's", async () => {
  const file = (path: string, value: object) => ({ path, text: JSON.stringify(value), hash: path });
  const pets = { ...description, info: { title: "Pet shop", version: "1" } };
  const clash = {
    ...description,
    paths: { "/a": { get: { operationId: "search-docs", responses: { 200: { description: "ok" } } } } },
  };
  const files = createFiles({ "index.mdx": "# Home" }, JSON.stringify(description));
  const named = { pets: file("pets.json", pets), search: file("search.yaml", clash) };
  const site = await buildSite(createProject(), { ...files, named });

  const pages = site.pages.filter((page) => page.operation).map(({ path, operation }) => [path, operation?.description]);
  expect(pages).toEqual([
    ["/docs/api/admin-tools/delete-v1-project-id", undefined],
    ["/docs/api/pets/admin-tools/delete-v1-project-id", "pets.json"],
    ["/docs/api/pets/search/search-docs", "pets.json"],
    ["/docs/api/search/search-docs", undefined],
  ]);
  expect(site.findings.map(({ file, message }) => [file, message])).toEqual([
    ["search.yaml", "/docs/api/search is a page already; give the description another name in apiDescriptions."],
    ["search.yaml", "/docs/api/search/search-docs is a page already; give the description another name in apiDescriptions."],
  ]);
  const page = site.pages.find(({ path }) => path === "/docs/api/pets/search/search-docs");
  expect(page && descriptionOf(site, page)?.info).toMatchObject({ title: "Pet shop" });
  expect(site.folders).toMatchObject({
    api: { pages: ["--- Acme---", "search", "admin-tools", "..."] },
    "api/pets": { title: "Pet shop", pages: ["search", "admin-tools", "..."] },
    "api/pets/search": { title: "Search" },
  });
  const [, reference] = navigationOf(site, "en", null);
  const groups = reference?.type === "group" ? reference.children : [];
  expect(groups.map((node) => (node.type === "group" ? [node.title, ...node.children.map(titleOf)] : node.title))).toEqual([
    "Acme",
    ["Search", "Search the docs"],
    ["Admin tools", "DELETE /v1/project/{id}"],
    "",
    ["Pet shop", "Search", "Admin tools"],
  ]);
});

test("many operations without a tag are grouped by what their paths name, and their addresses stay", async () => {
  const pathsOf = (count: number) => {
    const paths = Array.from({ length: count }, (_, index) => [
      `/api/v1/${index % 2 ? "test_helpers" : "{shop}/orders"}/${index}`,
      { get: { operationId: `get${index}`, responses: {} } },
    ]);
    return { ...description, tags: [], paths: Object.fromEntries(paths) };
  };
  const groupsOf = async (count: number) => {
    const site = await siteOf(pathsOf(count));
    expect(site.pages.find(({ title }) => title === "Get0")?.path).toBe("/docs/api/get0");
    const [, reference] = navigationOf(site, "en", null);
    const children = reference?.type === "group" ? reference.children : [];
    return children.map((node) => (node.type === "group" ? `${node.title}: ${node.children.length}` : node.title));
  };
  expect(await groupsOf(4)).toEqual(["Get0", "Get1", "Get2", "Get3"]);
  expect(await groupsOf(24)).toEqual(["Orders: 12", "Test helpers: 12"]);
});

test("its passages tell method, path, parameters, fields and responses", async () => {
  const site = await siteOf();
  const passages = site.passages.filter(({ path }) => path === "/docs/api/search/search-docs");
  expect(
    passages.every(
      ({ kind, method, anchor, title, description: about }) =>
        kind === "api" && method === "POST" && anchor === "" && title === "Search the docs" && about === "Finds passages.",
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

test("bodies of the same fields are listed once, whatever their types and statuses, and an error lists its first fields", () => {
  const object = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => [`f${index}`, { type: "string" }]);
    return { schema: { type: "object", properties: Object.fromEntries(names) } };
  };
  const done = { description: "Done.", content: { "application/json": object(2), "application/yaml": object(2) } };
  const responses = { 200: done, 201: done, 500: { description: "No.", content: { "application/json": object(60) } } };
  const paths = { "/a": { get: { responses } } };
  const { body } = toOperationText(readOperation({ paths }, { method: "GET", path: "/a" }) as Operation);
  const text = writeMarkdown(body);
  expect(text).toContain("`application/json`, `application/yaml`\n\n- `f0` (string)\n- `f1` (string)\n");
  expect(text).toContain("### 201\n\nDone.\n\nThe fields are those of 200.\n");
  expect(text).toContain("- `f29` (string)");
  expect(text).not.toContain("- `f30`");
});

test("text that three operations or more repeat is searched once, in the first of them; their pages keep it", async () => {
  const response = { description: "Done.", headers: { RateLimit: { schema: { type: "string" }, description: "What is left." } } };
  const responses = { 200: response, 401: { description: "No token." } };
  const operation = (id: string) => ({ operationId: id, summary: id, description: `Does ${id}.`, responses });
  const paths = Object.fromEntries(["read", "rate", "list"].map((id) => [`/${id}`, { get: operation(id) }]));
  const site = await siteOf({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths });
  const texts = ["read", "rate", "list"].map((id) =>
    site.passages.flatMap(({ path, heading, text }) => (path.endsWith(id) ? [heading, text] : [])).join("\n"),
  );
  expect(texts.map((text) => /Does (\w+)\./.exec(text)?.[1])).toEqual(["read", "rate", "list"]);
  for (const words of ["What is left.", "No token.", "Done.", "Responses"])
    expect(
      texts.map((text) => text.includes(words)),
      words,
    ).toEqual([true, false, false]);
  for (const { source } of site.pages.filter(({ operation }) => operation)) expect(source).toContain("What is left.");
});

test("its Markdown is the page for agents, without HTML and with lower headings", async () => {
  const page = (await siteOf()).pages.find(({ path }) => path.endsWith("search-docs"));
  const markdown = await toMarkdown(page as never);
  expect(markdown).toMatch(/^# Search the docs\n\nFinds passages.\n\n```http\nPOST \/v1\/search\/\{domain\}\n```\n/);
  expect(markdown).toContain("#### More");
  expect(markdown).toContain("## Request body");
  expect(markdown).toContain('"query": "install"');
  expect(markdown).not.toContain("<script>");
});

test("operations of a language without them are those of the default language", async () => {
  const site = await buildSite(createLargeProject(), createFiles({ "en/v2/index.mdx": "# Home" }, JSON.stringify(description)));
  expect(findPage(site, { language: "es", version: "v1", slug: "api/search/search-docs" })).toMatchObject({
    page: { path: "/docs/v1/api/search/search-docs" },
    fallback: true,
  });
});

test("a written page replaces a generated one of the same address", async () => {
  const files = createFiles({ "api/search/search-docs.mdx": "# My own" }, JSON.stringify(description));
  const site = await buildSite(createProject(), files);
  expect(site.pages.filter(({ path }) => path.endsWith("search-docs")).map(({ title }) => title)).toEqual(["My own"]);
});

test("only the changed operation gets another hash", async () => {
  const changed = structuredClone(description);
  changed.paths["/v1/search/{domain}"].post.summary = "Search";
  const hashes = async (value: unknown) =>
    (await siteOf(value)).pages.filter(({ operation }) => operation).map(({ hash }) => hash);
  const [before, after] = [await hashes(description), await hashes(changed)];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("a fault in a description costs the part it is in, and is a warning with its place", async () => {
  const broken = structuredClone(description) as typeof description & { paths: Record<string, unknown> };
  broken.components.schemas.Request.properties.pageSize = { $ref: "#/components/schemas/Nothing" } as never;
  broken.paths["/v1/broken"] = { get: 3 };
  const site = await siteOf(broken);
  expect(site.findings.map(({ severity, file, message }) => [severity, file, message])).toEqual([
    [
      "warning",
      "openapi.json",
      expect.stringMatching(/^#\/components\/schemas\/Request\/properties\/pageSize\/\$ref: .* does not exist/),
    ],
    ["warning", "openapi.json", "#/paths/~1v1~1broken/get: This part must be object."],
  ]);
  const whole = await siteOf();
  expect(site.pages.map(({ path }) => path)).toEqual(whole.pages.map(({ path }) => path));
  const textOf = ({ passages }: typeof site) => passages.map(({ text }) => text).join("\n");
  expect(textOf(site)).toBe(textOf(whole).replace("- pageSize (integer) (1 to 50; default 10)", "- pageSize (any)"));
});

const valid = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} };

test("whatever one part of a description is, the other operations stay the same", { timeout: 120_000 }, () => {
  const other = (document: JsonObject) => wordsOf(document, { method: "DELETE", path: "/v1/project/{id}" });
  const whole = other(description);
  const parts = pointersOf(description.paths["/v1/search/{domain}"], ["paths", "/v1/search/{domain}"]);
  for (const name of ["schemas", "responses", "parameters"] as const)
    parts.push(...pointersOf(description.components[name], ["components", name]));
  expect(parts.length).toBeGreaterThan(70);
  for (const keys of parts)
    for (const value of [null, 3, "x", "", [], [null], {}, true, { $ref: "#/nowhere" }, { $ref: 3 }, { type: "strng" }]) {
      const document = structuredClone(description);
      const parent = keys.slice(0, -1).reduce<Record<string, unknown>>((part, key) => part[key] as never, document);
      parent[keys.at(-1) as string] = value;
      for (const key of listOperations(document)) wordsOf(document, key);
      expect(other(document), keys.join(" › ")).toEqual(whole);
    }
});

/** All that the readers make of an operation. */
function wordsOf(document: JsonObject, key: OperationKey): unknown {
  const operation = readOperation(document, key) as Operation;
  const contents = [operation.body, ...operation.responses].flatMap((part) => part?.contents ?? []);
  const examples = [...contents, ...operation.parameters].map(({ example }) => example());
  return [toOperationText(operation), toPlayground(operation), listServerOrigins(document), JSON.stringify(examples)];
}

function pointersOf(value: unknown, keys: readonly string[]): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [[...keys, key], ...pointersOf(member, [...keys, key])]);
}

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
  expect(site.findings).toEqual([]);
  const fields = site.passages.flatMap(({ text }) => text.match(/^- p\d/gm) ?? []);
  expect(fields.length).toBeLessThanOrEqual(200);
});

test("the navigation lists at most a thousand operations of a folder, in every language; all have pages", async () => {
  const paths = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`/a${index}`, { get: { tags: ["One"] } }]));
  const english = { id: "en", label: "English" };
  const project = createProject({ languages: [english, { id: "es", label: "Español" }] });
  const site = await buildSite(
    project,
    createFiles({ "index.mdx": "# Home" }, JSON.stringify({ ...description, paths, "x-long": "x".repeat(400_000) })),
  );
  expect(site.pages.filter(({ operation }) => operation)).toHaveLength(1_200);
  for (const language of ["en", "es"]) {
    const listed = pagesOf(navigationOf(site, language, null)).filter(({ method }) => method !== undefined);
    expect(listed).toHaveLength(1_000);
  }
  expect(site.findings.at(-1)?.message).toContain("leaves out 200 operations");
});
