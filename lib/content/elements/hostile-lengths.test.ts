import { expect, test } from "vitest";
import { buildFiles } from "../../../internal/testing/content.ts";
import { compilePage } from "../output/compile.ts";
import { withoutScripts } from "./element.ts";

const TIMES = 15_000;
const NO_BREAK_SPACE = "\u00a0";

// Each of these was read again for each of its characters, which takes from half a minute to hours. A page must be ready
// within the time that a test has, or be its words once it has used up five seconds of the CPU; nothing is measured.
test.each([
  ["lines before an import", `import${"\n".repeat(TIMES)}x`],
  ["imports that never end", "import ".repeat(TIMES)],
  ["hyphens after a fence", `\`\`\`sh ${"-".repeat(TIMES)}{\nx\n\`\`\``],
  ["braces after a fence", `\`\`\`sh ${" {/".repeat(TIMES)}\nx\n\`\`\``],
  ["spaces in a heading", `# a${NO_BREAK_SPACE.repeat(TIMES)}b`],
  ["ids in a heading", `# a${"\\[#a".repeat(TIMES / 12)}`],
  ["escapes in a paragraph", "a\\*".repeat(TIMES)],
  ["references in a paragraph", "a&amp;".repeat(TIMES)],
  ["lines in a paragraph", "a  \n".repeat(TIMES)],
  ["spaces in code", `\`\`\`js\nx${" ".repeat(TIMES)}x\n\`\`\``],
  ["lines in an element of code", `<CodeBlock>{"a${"\\n".repeat(TIMES)}b"}</CodeBlock>`],
  ["spaces in a tree of files", `<FileTree>\n- a${NO_BREAK_SPACE.repeat(TIMES)}&#10;\n</FileTree>`],
  ["spaces in the name of an operation", `---\nopenapi: "a${" ".repeat(TIMES)}"\n---\n`],
  ["comments that never end", "<!-- ".repeat(TIMES / 10)],
  ["empty expressions", "{} ".repeat(TIMES / 10)],
  ["marked lines", `\`\`\`js\n${"a #[!code ++]\n".repeat(20_000)}\`\`\``],
  ["addresses in angle brackets", "<https://a> ".repeat(TIMES / 20)],
])(
  "a page of many %s is read in linear time",
  async (_, text) => {
    const site = await buildFiles({ "docs.json": DOCS, "index.mdx": text });
    expect(site.pages).toHaveLength(1);
    for (const page of site.pages) expect((await compilePage(page)).body).toBeTypeOf("function");
  },
  120_000,
);

const DOCS = JSON.stringify({ name: "Acme", navigation: { pages: ["index"] } });

test("docs.json with long rows of slashes is read in linear time", async () => {
  const row = `a${"/".repeat(TIMES)}x`;
  const docs = {
    name: "Acme",
    navigation: { pages: ["index", row] },
    redirects: [{ source: `/${row}`, destination: `/${row}` }],
  };
  const site = await buildFiles({ "docs.json": JSON.stringify(docs), "index.mdx": "Text." });
  expect(site.pages).toHaveLength(1);
});

test.each([
  ["meta.json", JSON.stringify({ pages: Array(5_000).fill(1) }), 20, /^pages.0: /],
  [
    "meta.json",
    `{"pages":[${"1,".repeat(200_000)}]}`,
    1,
    /^The file cannot be used: it has 400012 characters; at most 262144 are read/,
  ],
])("a %s of very many parts costs its folder the order, and is named", async (name, text, count, message) => {
  const { pages, findings } = await buildFiles({ [name]: text, "index.mdx": "Text." });
  expect(pages).toHaveLength(1);
  expect(findings).toHaveLength(count);
  expect(findings[0]?.message).toMatch(message);
});

test("an element of very many attributes is looked through once", () => {
  const attributes = Array.from({ length: 150_000 }, (_, index) => ({ type: "mdxJsxAttribute", name: `a${index}`, value: "x" }));
  const element = { type: "mdxJsxFlowElement", name: "div", attributes, children: [] } as unknown as Parameters<
    typeof withoutScripts
  >[0];
  expect(withoutScripts(element).nodes).toEqual([element]);
});
