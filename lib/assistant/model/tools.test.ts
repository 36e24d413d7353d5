import { expect, test } from "vitest";
import { askFixture } from "../../../internal/testing/assistant.ts";
import { checkConfig, type Project } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import { sha256 } from "../../content/model/content-file.ts";
import { currentTitle } from "../quotes/quotes.ts";
import { citeNothing, Retrieval } from "../sources/retrieval.ts";
import { createTools } from "./tools.ts";

const languages = [
  { id: "en", label: "English" },
  { id: "es", label: "Español" },
];
const given = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", languages };
const config = checkConfig({ organisation: { id: "acme", name: "Acme" }, projects: [given] }, "the test's configuration");
const project = config.projects[0] as Project;
const page = (path: string, title: string, text: string) => ({ path, text: `# ${title}\n\n${text}\n`, hash: sha256(text) });
const files = [
  page("en/keys.mdx", "Keys", "English keys."),
  page("es/keys.mdx", "Claves", "Claves en español."),
  page("en/only.mdx", "Only English", "Not translated."),
];
const site = await buildSite(project, { files, description: null, lastModified: {}, findings: [] });

const call = { toolCallId: "1", messages: [], context: {} };

/** Returns the text that a model reads of a page, and the paths of the hits that a client gets. */
async function readPage(path: string, filter = {}): Promise<{ text: string; paths: readonly string[] }> {
  const ask = { ...askFixture("q"), filter };
  const tools = createTools({ site, retrieval: new Retrieval(project), ask }, { engine: () => "model", cite: citeNothing });
  const output = await tools.read_page.execute?.({ path, offset: 0 }, call);
  if (!output || Symbol.asyncIterator in output) throw new Error("read_page does not stream");
  const written = await tools.read_page.toModelOutput?.({ ...call, input: { path, offset: 0 }, output });
  const paths = "error" in output ? [] : output.map((hit) => hit.path);
  return { text: written?.type === "text" ? written.value : "", paths };
}

test.each([
  ["/docs/keys", "English keys."],
  ["/es/docs/keys", "Claves en español."],
  ["https://docs.test/es/docs/keys#part", "Claves en español."],
  ["/docs/keys/", "English keys."],
  ["/es/docs/only", "Not translated."],
])("read_page reads %s in the one language that it names", async (path, text) => {
  const { text: content } = await readPage(path);
  expect(content).toContain(text);
  for (const other of ["English keys.", "Claves en español.", "Not translated."])
    if (other !== text) expect(content).not.toContain(other);
});

test.each(["/docs/key", "/keys", "/fr/docs/keys", "https://evil.example/docs/keys", "http://["])(
  "read_page says that there is no page at %s",
  async (path) => expect(await readPage(path)).toEqual({ text: expect.stringContaining("There is no page at"), paths: [] }),
);

test("read_page stays within the filter of the request", async () =>
  expect((await readPage("/es/docs/keys", { language: "en" })).paths).toEqual([]));

test("read_page gives what a model reads as hits, for a client to look its citations up", async () =>
  expect((await readPage("/es/docs/keys")).paths).toEqual(["/es/docs/keys"]));

test.each([
  ["/es/docs/keys", "Claves"],
  ["/docs/keys", "Keys"],
  ["/es/docs/only", "Only English"],
  ["/", undefined],
])("this page, for a reader of %s, is %s", (currentPath, title) => {
  const ask = { ...askFixture("What is this page about?"), currentPath };
  expect(currentTitle({ site, ask })).toBe(title);
});

test.each([
  ["model", "English keys."],
  ["excerpts", ""],
  ["fallback", ""],
] as const)("what a search found is written out as text for a model alone, here for %s", async (engine, text) => {
  const retrieval = new Retrieval(project);
  const ask = { ...askFixture("keys"), filter: { language: "en" } };
  const { search } = createTools({ site, retrieval, ask }, { engine: () => engine, cite: citeNothing });
  const input = { query: "keys" };
  const output = await search.execute?.(input, call);
  const written = await search.toModelOutput?.({ ...call, input, output: output as never });
  if (text === "") expect(written).toEqual({ type: "text", value: "" });
  else expect(written).toMatchObject({ value: expect.stringContaining(text) });
});

test("a model that calls several tools concurrently reads the result of each", async () => {
  const tools = createTools(
    { site, retrieval: new Retrieval(project), ask: { ...askFixture("keys"), retrievalPageSize: 1 } },
    { engine: () => "model", cite: citeNothing },
  );
  const inputs = { a: { query: "English keys" }, b: { query: "Not translated" } };
  const outputs = await Promise.all(
    Object.entries(inputs).map(([toolCallId, input]) => tools.search.execute?.(input, { ...call, toolCallId })),
  );
  const texts = await Promise.all(
    Object.entries(inputs).map(([toolCallId, input], index) =>
      tools.search.toModelOutput?.({ toolCallId, input, output: outputs[index] as never }),
    ),
  );
  expect(texts).toMatchObject([
    { value: expect.stringContaining("English keys.") },
    { value: expect.stringContaining("Not translated.") },
  ]);
});

test("a filter for unknown languages or versions is answered with those that exist", async () => {
  const ask = { ...askFixture("keys"), filter: { language: "fr", version: "v9" } };
  const tools = createTools({ site, retrieval: new Retrieval(project), ask }, { engine: () => "model", cite: citeNothing });
  const output = await tools.search.execute?.({ query: "keys" }, call);
  expect(output).toEqual([]);
  const written = await tools.search.toModelOutput?.({ ...call, input: { query: "keys" }, output: [] });
  expect(written).toMatchObject({ value: expect.stringContaining("It has no versions; languages: en, es.") });
});
