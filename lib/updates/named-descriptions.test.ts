import { afterEach, beforeEach, expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { type LocalServer, listen } from "../../internal/testing/http-server.ts";
import { buildSite } from "../content/content.ts";
import { listNamedAddresses, withNamedDescriptions } from "./pipeline.ts";

const API = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { summary: "List pets", responses: { 200: { description: "Pets" } } } } },
});

let server: LocalServer;
let host: string;
let answer: string;
beforeEach(async () => {
  answer = API;
  server = await listen((_, response) => response.end(answer));
  host = server.host;
});
afterEach(() => server.close());

const contentOf = (...sources: string[]) =>
  createFiles({
    "docs.json": JSON.stringify({
      name: "A",
      navigation: { pages: ["a", ...sources.map((openapi, index) => ({ group: `G${index}`, openapi }))] },
    }),
    "a.mdx": "# A",
  });
const fetchWith = (allowHosts: readonly string[], ...sources: string[]) =>
  withNamedDescriptions(contentOf(...sources), { rules: { allowHosts, allowInsecure: true }, log: () => {} });

test("a description that docs.json names at an address of an allowed host is part of the content", async () => {
  const address = `http://${host}/v1/Pet-Store.json?x=1`;
  const { files } = await fetchWith([host], address);
  expect(files.map(({ path }) => path)).toEqual(["a.mdx", "docs.json", "pet-store.json"]);
  const site = await buildSite(createProject(), { ...contentOf(address), files });
  expect(site.pages.map(({ title }) => title)).toContain("List pets");
  expect(site.findings).toEqual([]);
});

test("no other address is asked, and none of which the folder has a file", async () => {
  await server.close();
  const content = await fetchWith(["example.com"], `http://${host}/pets.json`);
  expect(content.files.map(({ path }) => path).sort()).toEqual(["a.mdx", "docs.json"]);
  const { files } = contentOf("https://example.com/pets.json", "https://example.com/b/other", "https://example.org/other.yaml");
  const held = { path: "api/pets.json", text: API, hash: "" };
  expect(listNamedAddresses({ files: [...files, held] })).toEqual(["https://example.com/b/other"]);
});

test("a file that is not a description, and an address that is not public, are refused with the reason", async () => {
  answer = "<html>";
  await expect(fetchWith([host], `http://${host}/pets.json`)).rejects.toThrow("answered with no API description");
  const rules = { allowHosts: ["127.0.0.1"], allowInsecure: false };
  const content = contentOf("https://127.0.0.1/pets.json");
  await expect(withNamedDescriptions(content, { rules, log: () => {} })).rejects.toThrow("127.0.0.1");
});

test.each([
  ["JSON", API.replace('"paths"', '"servers":[{"url":"/v2"},{"url":"https://api.example"}],"paths"')],
  [
    "YAML",
    "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\nservers: [{ url: /v2 }, { url: 'https://api.example' }]\npaths: {}\n",
  ],
])("a server without a host is on that of the address, also where the description is kept as a file: %s", async (_, text) => {
  answer = text;
  const { files } = await fetchWith([host], `http://${host}/pets`);
  const kept = files.find(({ path }) => path === "pets.json");
  expect(JSON.parse(kept?.text ?? "").servers).toEqual([{ url: `http://${host}/v2` }, { url: "https://api.example" }]);
});

test("a description that cannot be read is refused with its address", async () => {
  answer = "openapi: 3.1.0\npaths: [";
  await expect(fetchWith([host], `http://${host}/pets.yaml`)).rejects.toThrow(/pets\.yaml.*not valid YAML/s);
});
