import { expect, test } from "vitest";
import { buildFiles } from "../../../internal/testing/content.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "../output/compile.ts";

const ADDRESS = "https://specs.example/v1/pets-openapi?raw=1";
const DESCRIPTION = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { summary: "List pets", tags: ["Pets"], responses: { 200: { description: "All." } } } } },
});
const build = (texts: Readonly<Record<string, string>>) => buildFiles(texts);

const PAGES = {
  "docs.json": JSON.stringify({ api: { openapi: ADDRESS }, navigation: { pages: ["list"] } }),
  "list.mdx": "---\ntitle: List\nopenapi: GET /pets\n---\nText.",
};

test("an operation whose description is at an address says where, and the address is not fetched", async () => {
  const { pages, findings } = await build(PAGES);
  expect(pages[0]?.endpoint).toEqual({ method: "GET", path: "/pets", server: undefined, described: ADDRESS });
  expect(await toMarkdown(pages[0] as Page)).toMatch(
    /GET \/pets\n```\n\nParameters and responses are described here: \[https:.*\n\nText/,
  );
  expect(findings.map(({ line, message }) => [line, message])).toEqual([
    [3, `The API description at ${ADDRESS} is not fetched: what GET /pets takes and gives is not shown.`],
  ]);
});

test.each(["pets-openapi.json", "api/pets-openapi.yaml"])(
  "%s, saved from that address, describes the operation",
  async (name) => {
    const { pages, findings } = await build({ ...PAGES, [name]: DESCRIPTION });
    expect(pages[0]).toMatchObject({ endpoint: undefined, operation: { method: "GET", path: "/pets" } });
    expect(findings).toEqual([]);
  },
);

test.each(["javascript:alert(1)", "https://a.example/x y", "api/missing.json"])("%s is not an address", async (source) => {
  const settings = JSON.stringify({ api: { openapi: source }, navigation: { pages: ["list"] } });
  const { pages, findings } = await build({ ...PAGES, "docs.json": settings });
  expect(pages[0]?.endpoint?.described).toBeUndefined();
  expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("no API description of the folder has")]);
});
