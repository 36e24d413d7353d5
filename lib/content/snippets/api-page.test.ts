import { expect, test } from "vitest";
import { createFiles, createProject } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import { buildSite } from "../site.ts";

const PETS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": { get: { summary: "List pets", description: "All of them.", responses: { 200: { description: "Some pets." } } } },
    "/pets/{id}": { delete: { summary: "Delete a pet", responses: { 204: { description: "It is gone." } } } },
  },
  webhooks: { "pet.born": { post: { summary: "A pet is born", responses: {} } } },
});
const LIST = '{"path":"/pets","method":"get"}';
const DELETE = '{"path":"/pets/{id}","method":"delete"}';

async function read(text: string, files: Readonly<Record<string, string>> = { "openapi.json": PETS }) {
  const content = createFiles({ "a.mdx": `---\ntitle: A\n---\n\n${text}\n`, ...files });
  const site = await buildSite(createProject(), content, { isTrusted: () => false });
  const [page] = site.pages;
  if (!page) throw new Error("There is no page.");
  const passages = site.passages.map((passage) => passage.text).join("\n");
  return { page, markdown: toMarkdown(page), passages, warnings: site.warnings.map(({ reason }) => reason) };
}

test.each([
  ["by its file", `<APIPage document={"./openapi.json"} operations={[${LIST}]} webhooks={[]} hasHead={false} />`],
  ["by a name", `<OpenAPIPage document="pets" operations={[${LIST}]} />`],
  [
    "in the layout of the page",
    `export default function Layout(props) {
  const { APIPage, OpenAPIPage } = props.components ?? {};
  // An older name.
  const Comp = OpenAPIPage ?? APIPage;
  return (
    <>
      {props.children}
      <Comp document="pets" operations={[${LIST}]} />
    </>
  );
}`,
  ],
])("a page that shows one operation %s is that operation's page", async (_, text) => {
  const { page, markdown, passages, warnings } = await read(`Words.\n\n${text}`);
  expect(warnings).toEqual([]);
  expect(page.operation).toMatchObject({ method: "GET", path: "/pets", description: "openapi.json" });
  expect(markdown.match(/GET \/pets/g)).toHaveLength(1);
  expect(markdown).toMatch(/Words\.[\s\S]*All of them\.[\s\S]*Some pets\./);
  expect(passages).toMatch(/Words\.[\s\S]*Some pets\./);
});

test("a page that shows several has each in its place, in words", async () => {
  const shown = (operation: string) => `<APIPage document="openapi.json" operations={[${operation}]} />`;
  const { page, markdown, passages } = await read(`## One\n\n${shown(LIST)}\n\n## Two\n\n${shown(DELETE)}\n\nEnd.`);
  expect(page.operation).toBeUndefined();
  expect(markdown).toMatch(
    /## One[\s\S]*GET \/pets\n[\s\S]*### Responses[\s\S]*## Two[\s\S]*DELETE \/pets\/\{id\}[\s\S]*It is gone\.[\s\S]*End\./,
  );
  expect(passages).toContain("It is gone.");
});

test("a description that the page has already is not said again", async () => {
  const { markdown } = await read(`All of\nthem.\n\n<APIPage document="openapi.json" operations={[${LIST}]} />`);
  expect(markdown.match(/All of\s+them/g)).toHaveLength(1);
});

test("a webhook is shown as one", async () => {
  const { page } = await read('<APIPage document="openapi.json" webhooks={[{"name":"pet.born","method":"post"}]} />');
  expect(page.operation).toMatchObject({ method: "WEBHOOK", path: "pet.born" });
});

test("of what no description has, method and path are shown, and named", async () => {
  const { markdown, warnings } = await read(`<APIPage document={"./none.json"} operations={[${DELETE}, 5]} />`);
  expect(markdown).toContain("DELETE /pets/{id}");
  expect(warnings).toEqual([expect.stringContaining("no API description of the folder has DELETE /pets/{id}")]);
});

test("other layouts are around the page, and one that fails costs itself alone", async () => {
  const { markdown } = await read("Words.\n\nexport default ({ children }) => <div>{children}<p>Below.</p></div>");
  expect(markdown).toMatch(/Words\.[\s\S]*Below\./);
  const failed = await read("Words.\n\nexport default () => missing()");
  expect(failed.markdown).toContain("Words.");
  expect(failed.warnings).toEqual([expect.stringContaining("The layout of the page is not shown")]);
});

test("a page holds at most 50 of them, each once, however often it names them", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`/p${at}`, { get: { description: "x ".repeat(200), responses: {} } }]),
  );
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "P", version: "1" }, paths });
  const all = Array.from({ length: 200 }, (_, at) => `{path: "/p${at}", method: "get"}`).join(",");
  const { page, markdown } = await read(`<APIPage document="p" operations={[${all}]} />\n\n`.repeat(2), {
    "p.json": description,
  });
  expect(Object.keys(page.described ?? {})).toHaveLength(50);
  expect(markdown.match(/^x x x/gm)).toHaveLength(50);
});
