import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import type { NavNode } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import { createFiles, createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { readOtherMetas, writeMetas } from "./metas.ts";

const page = (title: string, more = "") => `---\ntitle: ${title}\n${more}---\nText.`;

function outline(nodes: readonly NavNode[]): unknown[] {
  return nodes.map((node) => {
    if (node.type === "label") return `--- ${node.title}`;
    if (node.type === "page") return `${node.title} ${node.path}`;
    if (node.type === "link") return `${node.title} ${node.url}`;
    return [node.type === "section" ? `${node.kind} ${node.title}` : node.title, ...outline(node.children)];
  });
}

/** The site that import makes of a folder. */
async function read(texts: Record<string, string>) {
  const content = makeFolder();
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(path.dirname(path.join(content, name)), { recursive: true });
    await writeFile(path.join(content, name), text);
  }
  const metas = await readOtherMetas({ content });
  const pages = Object.entries(texts).filter(([name]) => /\.mdx?$/.test(name));
  const files = createFiles({ ...Object.fromEntries(pages), ...Object.fromEntries(writeMetas(metas, new Map())) });
  const site = await buildSite(createProject(), files);
  return { tree: outline(navigationOf(site, "en", null)), findings: site.findings, faults: [...metas.faults] };
}

const PAGES = {
  "index.mdx": page("Home"),
  "api.mdx": page("The API"),
  "start.mdx": page("Start"),
  "draft.mdx": page("Draft"),
  "guides/one.mdx": page("One"),
  "guides/two.mdx": page("Two"),
};

test("the _meta files of Nextra order, name, separate, link and hide, in JavaScript as in TypeScript", async () => {
  const { tree, findings } = await read({
    ...PAGES,
    "_meta.tsx": `import type { MetaRecord } from "nextra";
import { shared } from "./shared";
const Words = ({ children }: { children: string }) => <b>{children}</b>;
const meta: MetaRecord = {
  start: "Get going",
  _: { type: "separator", title: <Words>More</Words> },
  guides: { title: "How to" },
  draft: { display: "hidden" },
  blog: { title: "Blog", href: "https://example.com/blog" },
  ...shared,
} satisfies MetaRecord;
export default meta;`,
    "shared.ts": "export const shared = { api: '' } as const;",
    "guides/_meta.json": '{ "two": "Second", "one": "" }',
  });
  expect(findings).toEqual([]);
  expect(tree).toEqual([
    "Get going /docs/start",
    "--- More",
    ["How to", "Second /docs/guides/two", "One /docs/guides/one"],
    "Blog https://example.com/blog",
    "The API /docs/api",
    "Home /docs",
  ]);
});

test("pages of Nextra's top bar are tabs, and _meta.global tells about all folders", async () => {
  const { tree } = await read({
    ...PAGES,
    "other/x.mdx": page("X"),
    "_meta.global.js":
      "module.exports = { index: { type: 'page' }, guides: { type: 'page', title: 'Guides', items: { two: '2', one: '' } }, other: { type: 'page' } }",
  });
  expect(tree.slice(0, 3)).toEqual([
    "Home /docs",
    ["tab Guides", "2 /docs/guides/two", "One /docs/guides/one"],
    ["tab Other", "X /docs/other/x"],
  ]);
});

test("a folder with nothing but its index is that page", async () => {
  const { tree } = await read({
    "_meta.js": "const { code: Code } = { code: 'code' };\nexport default { one: <><Code>/one</Code> Page</>, two: '' }",
    "one/index.mdx": page("One"),
    "two/index.mdx": page("Two"),
  });
  expect(tree).toEqual(["/one Page /docs/one", "Two /docs/two"]);
});

test("the places and labels of Docusaurus and Starlight order pages and folders among each other", async () => {
  const { tree } = await read({
    "intro.md": page("Introduction", "sidebar_position: 2\nsidebar_label: Intro\n"),
    "last.md": page("Last"),
    "first.md": page("First", "sidebar:\n  order: 1\n  label: Begin\n"),
    "gone.md": page("Gone", "sidebar:\n  hidden: true\n"),
    "10-tenth.md": "Text.",
    "9-ninth.md": "Text.",
    "basics/_category_.json": '{ "label": "The basics", "position": 3, "link": { "type": "generated-index" } }',
    "basics/b.md": page("B", "sidebar_position: 1\n"),
    "basics/a.md": page("A", "sidebar_position: 2\n"),
    "extra/_category_.yml": "label: Extra\nposition: 2.5",
    "extra/x.md": page("X"),
  });
  expect(tree).toEqual([
    "Begin /docs/first",
    "Intro /docs/intro",
    ["Extra", "X /docs/extra/x"],
    ["The basics", "B /docs/basics/b", "A /docs/basics/a"],
    "Ninth /docs/9-ninth",
    "Tenth /docs/10-tenth",
    "Last /docs/last",
  ]);
});

test.each([
  ["code that needs a network", "export default fetch('https://example.com')"],
  ["no list", "export default [1, 2]"],
  ["no JavaScript", "export default {"],
  ["a list without end", "const a = () => a(); export default a()"],
])("a _meta file with %s is named, and the folder keeps the order of its names", async (_, text) => {
  const { tree, faults } = await read({ "_meta.js": text, "b.mdx": page("B"), "a.mdx": page("A") });
  expect(tree).toEqual(["A /docs/a", "B /docs/b"]);
  expect(faults).toEqual([["_meta.js", expect.any(String)]]);
});

test("names in a _meta file mean nothing but themselves", async () => {
  const text = 'export default { constructor: "x", ["__proto__"]: { polluted: true }, a: "Own" }';
  const { tree } = await read({ "_meta.js": text, "a.mdx": page("A") });
  expect([tree.at(0), ({} as { polluted?: boolean }).polluted]).toEqual([expect.stringMatching(/ \/docs\/a$/), undefined]);
});
