import { expect, test } from "vitest";
import { checkConfig, type Project } from "../config/config.ts";
import { sha256 } from "../content/files.ts";
import { buildSite } from "../content/site.ts";
import { currentTitle } from "./quotes-model.ts";
import { Retrieval } from "./retrieval.ts";
import { askFixture } from "./testing.ts";
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
const site = await buildSite(project, { files, description: null, lastModified: {}, problems: [] });

async function readPage(path: string, filter = {}): Promise<{ error?: string | undefined; content?: string | undefined }> {
  const ask = { ...askFixture("q"), filter };
  const { read_page } = createTools({ site, retrieval: new Retrieval(project), ask }, () => "model");
  const result = await read_page.execute?.({ path }, { toolCallId: "1", messages: [], context: {} });
  if (!result || Symbol.asyncIterator in result) throw new Error("read_page answers at once");
  return result;
}

test.each([
  ["/docs/keys", "English keys."],
  ["/es/docs/keys", "Claves en español."],
  ["https://docs.test/es/docs/keys#part", "Claves en español."],
  ["/docs/keys/", "English keys."],
  ["/es/docs/only", "Not translated."],
])("read_page reads %s in the one language that it names", async (path, text) => {
  const { content } = await readPage(path);
  expect(content).toContain(text);
  for (const other of ["English keys.", "Claves en español.", "Not translated."])
    if (other !== text) expect(content).not.toContain(other);
});

test.each(["/docs/key", "/keys", "/fr/docs/keys", "https://evil.example/docs/keys", "http://["])(
  "read_page says that there is no page at %s",
  async (path) => expect((await readPage(path)).error).toContain("There is no page at"),
);

test("read_page stays within the filter of the request", async () =>
  expect(await readPage("/es/docs/keys", { language: "en" })).toHaveProperty("error"));

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
  const { search } = createTools({ site, retrieval, ask: { ...askFixture("keys"), filter: { language: "en" } } }, () => engine);
  const input = { query: "keys" };
  const output = await search.execute?.(input, { toolCallId: "1", messages: [], context: {} });
  const written = await search.toModelOutput?.({ toolCallId: "1", input, output: output as never });
  if (text === "") expect(written).toEqual({ type: "text", value: "" });
  else expect(written).toMatchObject({ value: expect.stringContaining(text) });
});
