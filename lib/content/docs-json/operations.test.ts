import { expect, test } from "vitest";
import { buildFiles } from "../../../internal/testing/content.ts";
import { DOCS_REPOSITORY } from "../../../internal/testing/content-docs-json.ts";
import { navigationOf } from "../../navigation/navigation.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "../output/compile.ts";
import { findOperation, indexOperations } from "./descriptions.ts";

const build = (texts: Readonly<Record<string, string>>) => buildFiles(texts);

test("MDX that a description has above an operation is part of its page, and its links lead to pages", async () => {
  const content = "<Warning>Feed it [first](/guides/first).</Warning>\n\n<Nowhere />";
  const get = { summary: "List", "x-mint": { content }, responses: { 200: { description: "All." } } };
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { get } } });
  const texts = {
    "docs.json": JSON.stringify({ navigation: { pages: ["guides/first", "GET /a"] } }),
    "guides/first.mdx": "First.",
    "api/a.json": description,
  };
  const described = await build(texts);
  const page = described.pages.find(({ kind }) => kind === "api") as Page;
  expect(page.links).toEqual({ "/guides/first": "/docs/guides/first" });
  expect(await toMarkdown(page)).toMatch(/Feed it \[first\]\(\/docs\/guides\/first\)[\s\S]*GET \/a/);
  expect(described.passages.some(({ path, text }) => path === page.path && text.includes("Feed it first"))).toBe(true);
  expect(described.findings).toEqual([
    expect.objectContaining({ file: "api/a.json", message: expect.stringContaining("Nowhere") }),
  ]);
});

test.each([
  ['api: "POST https://api.example/v1/pets"', "Text.", { method: "POST", path: "/pets" }, undefined],
  [
    'openapi: "POST https://api.example/v1/pets"',
    '<ParamField body="a">A</ParamField>',
    { method: "POST", path: "/pets" },
    undefined,
  ],
  ['openapi: "specs/pets.json POST /pets"', "Text.", { method: "POST", path: "/pets" }, undefined],
  [
    'api: "POST https://api.example/v1/pets"',
    '<ParamField body="a">A</ParamField>',
    undefined,
    { method: "POST", server: "https://api.example", path: "/v1/pets" },
  ],
  [
    'api: "GET https://other.example/v1/pets"',
    "",
    undefined,
    { method: "GET", server: "https://other.example", path: "/v1/pets" },
  ],
  ['api: "delete /nowhere/{id}"', "", undefined, { method: "DELETE", server: "https://usual.example", path: "/nowhere/{id}" }],
  ['openapi: "GET /nowhere"', "", undefined, { method: "GET", server: undefined, path: "/nowhere" }],
  ['openapi: "POST /v1/pets"', "", { method: "POST", path: "/pets" }, undefined],
])("a page with %s shows what a description has of it, or its method and path", async (reference, text, operation, endpoint) => {
  const pets = JSON.parse(DOCS_REPOSITORY["specs/pets.json"] ?? "");
  const texts = {
    "docs.json": JSON.stringify({ api: { mdx: { server: "https://usual.example/" } }, navigation: { pages: ["page"] } }),
    "specs/pets.json": JSON.stringify({ ...pets, servers: [{ url: "https://api.example/v1" }] }),
    "page.mdx": `---\ntitle: Page\n${reference}\n---\n${text}`,
  };
  const { pages, passages, findings } = await build(texts);
  expect(pages[0]?.operation).toEqual(operation && expect.objectContaining(operation));
  expect(pages[0]?.endpoint).toEqual(endpoint);
  const line = endpoint && `${endpoint.method} ${endpoint.server ?? ""}${endpoint.path}`;
  expect(await toMarkdown(pages[0] as Page)).toContain(line ?? "POST /pets");
  expect(passages.map((passage) => passage.text).join()).toContain(line ?? "/pets");
  const isLost = reference.startsWith("openapi") && endpoint !== undefined;
  expect(findings.map(({ line, message }) => [line, message])).toEqual(
    isLost ? [[3, expect.stringContaining("no API description of the folder has the operation GET /nowhere")]] : [],
  );
});

test("the settings name the server of pages that describe their operation themselves", async () => {
  const settings = { name: "Pets", navigation: { pages: ["page"] }, api: { mdx: { server: ["https://a.example", "x"] } } };
  const texts = { "docs.json": JSON.stringify(settings), "page.mdx": "---\napi: GET /pets\n---\n" };
  expect((await build(texts)).pages[0]?.endpoint?.server).toBe("https://a.example");
});

test("each operation of a large description is found in constant time", { timeout: 3_000 }, () => {
  const numbers = Array.from({ length: 6_000 }, (_, index) => index);
  const paths = Object.fromEntries(
    numbers.map((number) => [`/pets/{id}/${number}`, { get: { description: "Words. ".repeat(60) } }]),
  );
  const operations = new Map([["pets.json", indexOperations({ paths })]]);
  const descriptions = { documents: new Map([["pets.json", { paths }]]), operations, findings: [] };
  const find = (path: string) =>
    findOperation(descriptions, { source: undefined, method: "GET", path }, { use: undefined, from: "docs.json" });
  expect(numbers.every((number) => find(`/pets/{pet}/${number}/`)?.path === `/pets/{id}/${number}`)).toBe(true);
  expect(find("/pets/{pet}")).toBeUndefined();
});

test("operations of one title have a page each, and one that is named twice keeps its own", async () => {
  const operation = { summary: "Same", responses: { 200: { description: "All." } } };
  const paths = Object.fromEntries(["a", "b", "c"].map((name) => [`/${name}`, { get: operation }]));
  const { pages } = await build({
    "docs.json": JSON.stringify({ navigation: { pages: ["api-reference/same-2", { group: "A", openapi: "a.json" }, "GET /b"] } }),
    "api-reference/same-2.mdx": "Written.",
    "a.json": JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths }),
  });
  expect(pages.map(({ path, operation }) => [path, operation?.path])).toEqual([
    ["/docs/api-reference/same", "/a"],
    ["/docs/api-reference/same-2", undefined],
    ["/docs/api-reference/same-3", "/b"],
    ["/docs/api-reference/same-4", "/c"],
  ]);
});

test("an operation without a summary has a readable title, and its address is of its id", async () => {
  const get = { operationId: "GetPetsPet", responses: { 200: { description: "One." } } };
  const openapi = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/v1/pets/{pet}": { get } } };
  const texts = {
    "docs.json": JSON.stringify({ navigation: { pages: ["GET /v1/pets/{pet}"] } }),
    "api/a.json": JSON.stringify(openapi),
  };
  const { pages } = await build(texts);
  expect(pages.map(({ path, title }) => [path, title])).toEqual([["/docs/api-reference/get-pets-pet", "Get pets pet"]]);
});

test("operations of a whole description are grouped by the titles of their tags, else by their paths", async () => {
  const get = { responses: { 200: { description: "One." } } };
  const paths = Array.from({ length: 24 }, (_, index) => [`/v1/${index % 2 ? "pets" : "pet_owners"}/${index}`, { get }]);
  const tagged = { "/a": { get: { ...get, tags: ["agent-tasks"] } } };
  const openapi = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { ...tagged, ...Object.fromEntries(paths) } };
  const files = { "docs.json": JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "a.json" }] } }) };
  const [group] = navigationOf(await build({ ...files, "a.json": JSON.stringify(openapi) }), "en", null);
  const children = group?.type === "group" ? group.children : [];
  expect(children.map(({ title }) => title)).toEqual(["Agent tasks", "Pet owners", "Pets"]);
});

test.each([
  ["open", 90, true],
  ["closed", 110, false],
])("groups of a description are %s at first when it has %d operations", async (_, count, isOpen) => {
  const get = { tags: ["pets"], responses: { 200: { description: "One." } } };
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/pets/${index}`, { get }]));
  const openapi = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths };
  const files = { "docs.json": JSON.stringify({ navigation: { tabs: [{ tab: "API", openapi: "a.json" }] } }) };
  const [tab] = navigationOf(await build({ ...files, "a.json": JSON.stringify(openapi) }), "en", null);
  expect(tab?.type === "section" && tab.children).toEqual([expect.objectContaining({ title: "Pets", isOpen })]);
});
