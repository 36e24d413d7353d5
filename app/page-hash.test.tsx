import { prerender } from "react-dom/static";
import { beforeAll, expect, test, vi } from "vitest";
import { readBody } from "@/components/docs/page-body.tsx";
import { createFiles, createProject } from "@/internal/testing/content.ts";
import { buildSite } from "@/lib/content/content.ts";
import type { Page } from "@/lib/content/model/page.ts";
import { toFeed, toMarkdown } from "@/lib/content/output/compile.ts";
import type { Site } from "@/lib/content/site/site.ts";
import { docsMessages } from "@/lib/i18n/messages.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { comparePages } from "@/lib/updates/pipeline.ts";

const schema = { type: "object", properties: { name: { type: "string", description: "Its name." } } };
const operation = (summary: string, example: string) => ({
  summary,
  responses: { 200: { description: "Found.", content: { "application/json": { schema, example: { name: example } } } } },
});
const description = (changes: { pets?: object; owners?: object; server?: string; object?: object } = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: changes.server ?? "https://pets.test" }],
    paths: {
      "/pets": { get: changes.pets ?? operation("List pets", "Rex") },
      "/owners": { get: changes.owners ?? operation("List owners", "Ann") },
      "/shops": { get: operation("List shops", "Zoo") },
    },
    components: { schemas: { Pet: changes.object ?? schema } },
  });
const settings = (changes: object = {}) =>
  JSON.stringify({
    name: "Pets",
    variables: { product: "Kennel", unused: "1" },
    api: { mdx: { server: "https://api.test" } },
    navigation: { groups: [{ group: "All", openapi: "openapi.json", pages: ["plain", "GET /owners"] }] },
    ...changes,
  });

/** One page for each thing that a page may depend on, named for it. */
const BASE: Readonly<Record<string, string>> = {
  "docs.json": settings(),
  "openapi.json": description(),
  "plain.mdx": "Words alone.",
  "snippet.mdx": 'import Part from "/snippets/part.mdx";\n\n<Part />',
  "value.mdx": 'import { price } from "/snippets/prices.js";\n\nIt is {price}.',
  "nested.mdx": 'import Outer from "/snippets/outer.mdx";\n\n<Outer />',
  "variable.mdx": "Made with {{product}}.",
  "link.mdx": "[Later](./later) and ![Cat](images/cat.png)",
  "operation.mdx": "---\nopenapi: GET /pets\n---\n\nThe text.",
  "object.mdx": "---\nopenapi-schema: Pet\n---\n\nThe text.",
  "endpoint.mdx": "---\ntitle: Own\napi: GET /mine\n---\n\nText.",
  "front.mdx": "---\ntitle: Front\nowner: Ann\n---\n\nBy {frontmatter.owner}.",
  "styled.mdx": 'A <span onClick="x">word</span>.',
  "code.mdx": "It is {new Intl.NumberFormat('en').format(1000)}.",
  "changes.mdx": '---\nrss: true\n---\n\n<Update label="2026-05-01">\n  Text.\n</Update>',
  "snippets/part.mdx": "A part.",
  "snippets/prices.js": "export const price = 10;\nexport const other = 20;",
  "snippets/outer.mdx": 'import Inner from "./inner.mdx";\n\n<Inner />',
  "snippets/inner.mdx": "Inside.",
};
const ASSETS = ["images/cat.png"];

interface Input {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly assets: readonly string[];
}
const base: Input = { texts: {}, assets: ASSETS };

async function build({ texts, assets }: Input): Promise<Site> {
  const all = Object.entries({ ...BASE, ...texts }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const files = { ...createFiles(Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1)))), assets };
  return buildSite(createProject(), files);
}

/** All that readers, programs and search get of each page, by its path. */
async function outputsOf(site: Site, toPage = (page: Page) => page): Promise<Record<string, unknown>> {
  const messages = docsMessages("en");
  const outputs: Record<string, unknown> = {};
  for (const given of site.pages) {
    const page = toPage(given);
    const { hash, sourceLine, source, modules, frontMatter, ...fields } = page;
    const { body, headings } = await readBody(page, { site, pageKey: page, messages });
    const passages = site.passages.filter(({ path }) => path === page.path);
    const feed = await toFeed(page, { base: "https://docs.test", site: "Pets" });
    const drawn = await new Response((await prerender(body)).prelude).text();
    // Colours of code that came from elsewhere depend on the time that a busy machine takes for them.
    const html = drawn.replace(/<\/?span[^>]*>/g, "");
    outputs[page.path] = { fields, html, headings, markdown: await toMarkdown(page), passages, feed };
  }
  return outputs;
}

/** The same in a process that remembers nothing. */
async function freshOutputsOf(input: Input): Promise<Record<string, unknown>> {
  const restore = resetProcessState("parsed");
  try {
    return await outputsOf(await build(input), (page) => ({ ...page, hash: crypto.randomUUID() }));
  } finally {
    restore();
  }
}

const CHANGES: readonly (readonly [what: string, change: Partial<Input>, pages: readonly string[]])[] = [
  ["nothing", {}, []],
  ["a page", { texts: { "plain.mdx": "Other words." } }, ["plain"]],
  ["front matter", { texts: { "front.mdx": "---\ntitle: Front\nowner: Bob\n---\n\nBy {frontmatter.owner}." } }, ["front"]],
  ["a snippet", { texts: { "snippets/part.mdx": "Another part." } }, ["snippet"]],
  ["a snippet of a snippet", { texts: { "snippets/inner.mdx": "Further inside." } }, ["nested"]],
  ["a value of a module", { texts: { "snippets/prices.js": "export const price = 11;\nexport const other = 20;" } }, ["value"]],
  [
    "what no page shows of a module",
    { texts: { "snippets/prices.js": "export const price = 10;\nexport const other = 21;" } },
    [],
  ],
  ["a snippet that is gone", { texts: { "snippets/part.mdx": undefined } }, ["snippet"]],
  ["a variable", { texts: { "docs.json": settings({ variables: { product: "Den", unused: "2" } }) } }, ["variable"]],
  ["a setting", { texts: { "docs.json": settings({ api: { mdx: { server: "https://two.test" } } }) } }, ["endpoint"]],
  ["where a picture is found", { assets: [...ASSETS, "link/images/cat.png"] }, []],
  ["where a link leads", { texts: { "link/later.mdx": "Later." } }, ["link"]],
  ["an operation", { texts: { "openapi.json": description({ pets: operation("List all pets", "Rex") }) } }, ["operation"]],
  [
    "an example of an operation",
    { texts: { "openapi.json": description({ pets: operation("List pets", "Max") }) } },
    ["operation"],
  ],
  [
    "an operation that the navigation names",
    { texts: { "openapi.json": description({ owners: operation("List owners", "Bob") }) } },
    ["api-reference/list-owners"],
  ],
  [
    "an object",
    { texts: { "openapi.json": description({ object: { type: "object", properties: { age: { type: "number" } } } }) } },
    ["object"],
  ],
  [
    "the server of operations, which Markdown does not name",
    { texts: { "openapi.json": description({ server: "https://new.test" }) } },
    ["api-reference/list-owners", "operation"],
  ],
  ["code of a page", { texts: { "code.mdx": "It is {new Intl.NumberFormat('en').format(2000)}." } }, ["code"]],
  [
    "an entry of a changelog",
    { texts: { "changes.mdx": '---\nrss: true\n---\n\n<Update label="2026-05-02">\n  Text.\n</Update>' } },
    ["changes"],
  ],
];

let before: Record<string, unknown>;
beforeAll(async () => {
  before = await freshOutputsOf(base);
  // Fills every cache.
  expect(await outputsOf(await build(base))).toEqual(before);
});

test.each(CHANGES)(
  "a change of %s modifies the pages that show it and no other, and no cache keeps what was",
  async (_, change, pages) => {
    const served = await build(base);
    const input = { ...base, ...change };
    const site = await build(input);
    const [shown, fresh] = [await outputsOf(site), await freshOutputsOf(input)];
    expect(shown).toEqual(fresh);
    const differing = Object.keys(before).filter((path) => JSON.stringify(fresh[path]) !== JSON.stringify(before[path]));
    expect(differing.sort()).toEqual(pages.map((name) => `/docs/${name}`));
    expect(comparePages(served.pages, site.pages)).toMatchObject({ modified: differing, removed: [] });
  },
);

test("a change of what a component of the fork says modifies the pages that show it", async () => {
  const buildWith = async (says: string) => {
    vi.resetModules();
    const markdown = new Function("props", `return "${says} " + props.of`);
    vi.doMock("../site/index.ts", () => ({ default: { components: { Berth: { props: { of: "text" }, markdown } } } }));
    const { buildSite: buildAgain } = await import("@/lib/content/content.ts");
    return buildAgain(createProject(), createFiles({ "own.mdx": '<Berth of="2" />', "plain.mdx": "Text." }));
  };
  const [one, two] = [await buildWith("It costs"), await buildWith("You pay")];
  expect(two.passages.map(({ text }) => text)).toContain("You pay 2");
  expect(comparePages(one.pages, two.pages).modified).toEqual(["/docs/own"]);
});
