import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProject } from "../../../internal/testing/content.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { listNamedAddresses } from "../../updates/pipeline.ts";
import { buildSite } from "../content.ts";
import { readContentFiles } from "./files.ts";

const describe = (server = "https://api.example") =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: server }],
    paths: { "/pets": { get: { summary: "List all pets", responses: { 200: { description: "All." } } } } },
  });

let root: string;
beforeEach(() => {
  root = makeFolder();
  vi.spyOn(process, "cwd").mockReturnValue(root);
});
afterEach(() => vi.restoreAllMocks());

function put(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

/** Builds the site of `content`, and returns the page's operation and what is said of it. */
async function read(texts: Readonly<Record<string, string>>, settings: Parameters<typeof createProject>[0] = {}) {
  put(texts);
  const project = createProject({ content: path.join(root, "content"), ...settings });
  const files = await readContentFiles(project);
  const site = await buildSite(project, files);
  const page = site.pages.find(({ file }) => file?.endsWith("page.mdx"));
  return { files, operation: page?.operation, site, messages: site.findings.map(({ message }) => message) };
}

const page = (reference: string) => `---\ntitle: Page\nopenapi: ${reference}\n---\n\nText.`;
const DOCS_JSON = { "content/docs.json": '{"navigation":{"pages":["guides/page"]}}' };

test.each([
  ["from the page", "../../openapi.json GET /pets", "openapi.json"],
  ["from the project's root", "openapi.json GET /pets", "openapi.json"],
  ["from the project's root, with a slash", "/openapi.json GET /pets", "openapi.json"],
  ["in a folder of the project", '"specs/pets.json GET /pets"', "specs/pets.json"],
])("front matter finds a description beside the content: %s", async (_, reference, file) => {
  for (const settings of [{}, DOCS_JSON]) {
    const { operation, messages, files } = await read({
      ...settings,
      "content/guides/page.mdx": page(reference),
      [file]: describe(),
    });
    expect(messages).toEqual([]);
    expect(operation).toMatchObject({ method: "GET", path: "/pets", description: file });
    expect(files.assets).toEqual([]);
  }
});

test("a page names an operation of the description that the configuration has", async () => {
  for (const settings of [{}, DOCS_JSON]) {
    const { operation, messages } = await read(
      { ...settings, "content/guides/page.mdx": page("GET /pets"), "api/pets.json": describe() },
      { apiDescription: path.join(root, "api/pets.json") },
    );
    expect(messages).toEqual([]);
    expect(operation).toMatchObject({ method: "GET", path: "/pets" });
  }
});

test("a description follows its edits, and nothing is read out of the project, of packages or hidden", async () => {
  const outside = path.join(makeFolder(), "openapi.json");
  writeFileSync(outside, describe());
  put({ "openapi.json": describe(), "node_modules/a/openapi.json": describe(), ".secret/openapi.json": describe() });
  symlinkSync(outside, path.join(root, "linked.json"));
  for (const name of ["linked.json", "node_modules/a/openapi.json", ".secret/openapi.json", "../../../etc/x.json", "gone.json"]) {
    const { operation, messages } = await read({ "content/guides/page.mdx": page(`${name} GET /pets`) });
    expect([name, operation]).toEqual([name, undefined]);
    expect(messages.join()).toContain("no API description");
  }
  const project = createProject({ content: path.join(root, "content") });
  put({ "content/guides/page.mdx": page("openapi.json GET /pets") });
  const first = await readContentFiles(project);
  expect(await readContentFiles(project, first)).toBe(first);
  put({ "openapi.json": describe("https://other.example/v2") });
  const second = await readContentFiles(project, first);
  expect(second.files.find(({ path: name }) => name === "openapi.json")?.text).toContain("other.example");
});

test("an address in front matter is one that an update fetches, and its file is found by it", async () => {
  const address = "https://api.example/specs/pets.json";
  const texts = { "content/guides/page.mdx": page(`${address} GET /pets`) };
  const { files, messages } = await read(texts);
  expect(messages.join()).toContain(`The API description at ${address} is not fetched`);
  expect(listNamedAddresses(files)).toEqual([address]);
  const { operation } = await read({ ...texts, "content/pets.json": describe() });
  expect(operation).toMatchObject({ method: "GET", path: "/pets", description: "pets.json" });
});
