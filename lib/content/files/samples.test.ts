import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createProject } from "../../../internal/testing/content.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { checkSite } from "../check/check.ts";
import { buildSite } from "../content.ts";
import { toMarkdown } from "../output/compile.ts";
import { readContentFiles } from "./files.ts";
import { listSampleNames } from "./samples.ts";

const PAY = [
  "import x;",
  "// #region charge",
  "  charge(1);",
  "// #endregion",
  "// #region refund",
  "refund();",
  "// #endregion",
].join("\n");

/** Writes a folder with content and examples beside it. Returns the content folder. */
function write(files: Readonly<Record<string, string>>): string {
  const root = makeFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return path.join(root, "content");
}

async function read(content: string, code: readonly string[] = ["../examples"]) {
  const project = createProject({ content, code: [...code] });
  const files = await readContentFiles(project);
  const site = await buildSite(project, files);
  return { files, site, markdown: site.pages[0] ? await toMarkdown(site.pages[0]) : "" };
}

const fence = (file: string, inside = "") => `# Page\n\n\`\`\`ts file="${file}" title="pay.ts"\n${inside}\`\`\`\n`;

test("a fence has the region of its file, in Markdown and in search, and no mark of it", async () => {
  const content = write({ "content/guides/a.mdx": fence("../examples/pay.ts#charge"), "examples/pay.ts": PAY });
  const { markdown, site, files } = await read(content);
  expect(markdown).toContain("**pay.ts**\n\n```ts\ncharge(1);\n```");
  expect(site.passages.map(({ text }) => text).join()).toContain("charge(1);");
  expect(site.findings).toEqual([]);
  expect(files.files.map(({ path }) => path)).toEqual(["../examples/pay.ts", "guides/a.mdx"]);
});

test.each([
  ["beside the page", "../../examples/pay.ts#refund", "refund();"],
  ["from the project", "examples/pay.ts#L3", "charge(1);"],
  ["lines", "../examples/pay.ts#L5-L6", "// #region refund\nrefund();"],
  ["whole", "../examples/pay.ts", PAY],
])("a sample is named %s", async (_, name, text) => {
  const { markdown } = await read(write({ "content/guides/a.mdx": fence(name), "examples/pay.ts": PAY }));
  expect(markdown).toContain(`\n${text}\n\`\`\``);
});

test("Markdown, styles and settings beside the content are samples, and never pages", async () => {
  const text = ["readme.md", "docs.json", "site.css"].map((name) => fence(`../examples/${name}`)).join("\n");
  const samples = { "examples/readme.md": "# Read", "examples/docs.json": "{}", "examples/site.css": "p{}" };
  const { site, markdown } = await read(write({ "content/a.mdx": text, ...samples }));
  expect(site.pages.map(({ file }) => file)).toEqual(["a.mdx"]);
  expect(markdown).toContain("\n# Read\n```");
  expect(site.styles ?? []).toEqual([]);
});

test.each([
  ["a file", "../examples/pya.ts", "There is no sample ../examples/pya.ts in the folders that code in docent.config.ts lists."],
  ["a region", "../examples/pay.ts#charges", '../examples/pay.ts has no region "charges". Did you mean "charge"?'],
  ["a file of no listed folder", "../secret/key.ts", "There is no sample ../secret/key.ts"],
  ["a link that leads out of the folder", "../examples/out.ts", "There is no sample ../examples/out.ts"],
])("%s that is missing is an error with its line", async (_, name, message) => {
  const content = write({ "content/a.mdx": fence(name), "examples/pay.ts": PAY, "secret/key.ts": "KEY" });
  symlinkSync(path.join(content, "../secret/key.ts"), path.join(content, "../examples/out.ts"));
  const { site, markdown } = await read(content);
  expect(site.findings).toContainEqual(
    expect.objectContaining({ line: 3, severity: "error", message: expect.stringContaining(message) }),
  );
  expect(markdown).not.toContain("KEY");
  expect(await checkSite(site, { hasPublicFile: () => true })).toContainEqual(expect.objectContaining({ line: 3 }));
});

test("a fence with text of its own keeps it where there is no such file: the name is a title elsewhere", async () => {
  const { site, markdown } = await read(write({ "content/a.mdx": fence("src/app.ts", "app();\n") }), []);
  expect(markdown).toContain("app();");
  expect(site.findings).toEqual([]);
});

test("a changed sample is read again, and a page that shows it is another one", async () => {
  const content = write({ "content/a.mdx": fence("../examples/pay.ts"), "examples/pay.ts": "one();" });
  const before = await read(content);
  writeFileSync(path.join(content, "../examples/pay.ts"), "another();");
  const project = createProject({ content, code: ["../examples"] });
  const files = await readContentFiles(project, before.files);
  expect(await readContentFiles(project, files)).toBe(files);
  const after = await buildSite(project, files);
  expect(after.hash).not.toBe(before.site.hash);
  expect(after.pages[0]?.hash).not.toBe(before.site.pages[0]?.hash);
});

test("fences in quotes, lists and with any quotation name samples; code in a fence does not", () => {
  const text = ["> ```ts file='a.ts'", "- ~~~py {1} file=b.py#L1", '```ts title="x" file="c d.ts"', 'const file="no.ts"'].join(
    "\n",
  );
  expect(listSampleNames(text)).toEqual(["a.ts", "b.py#L1", "c d.ts"]);
});
