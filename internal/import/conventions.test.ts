import { expect, test } from "vitest";
import { followConventions } from "./conventions.ts";

const page = (head: string, text: string) => `---\n${head}\n---\n\n${text}`;

test.each([
  ["Docusaurus", "docusaurus", 'title: "Get *going* now"\nsidebarTitle: "Start"'],
  ["VitePress", "vitepress", 'title: "Get *going* now"'],
  ["Starlight, which shows both", "starlight", "title: Start"],
] as const)("the title of a page is the one that it has in %s", (_, kind, head) => {
  expect(followConventions(page("title: Start", "# Get \\*going\\* now\n\n&nbsp;"), kind)).toBe(
    page(head, "# Get \\*going\\* now\n\n&nbsp;"),
  );
});

test("a label that the sidebar has stays, and a page without a heading keeps its title", () => {
  expect(followConventions(page("title: >-\n  Start\n  here\nsidebar_label: S", "&nbsp;\n\n# Go {#go}"), "docusaurus")).toBe(
    page('title: "Go"\nsidebar_label: S', "&nbsp;\n\n# Go {#go}"),
  );
  const plain = page("title: Start", "```sh\n# Later\n```\n\n## Below\n\n# Last");
  expect(followConventions(plain, "nextra")).toBe(plain);
});

test.each([
  ["```ts EU Central 1", "```ts"],
  ['```ts no-transpile title="a b.ts" {1-2} live', '```ts title="a b.ts" {1-2}'],
  ["```jsx \"import 'a/b';\" copy /x y/ showLineNumbers", "```jsx \"import 'a/b';\" copy showLineNumbers"],
  ["- ```sh npm2yarn", "- ```sh npm2yarn"],
])("a switch of a fence is not a title of it: %s", (written, expected) => {
  const indent = written.startsWith("-") ? "  " : "";
  expect(followConventions(`${written}\n${indent}a live\n${indent}\`\`\``, "docusaurus")).toBe(
    `${expected}\n${indent}a live\n${indent}\`\`\``,
  );
  expect(followConventions(`${written}\n${indent}\`\`\``, "mkdocs")).toContain(written);
});

test("a heading of the first level below other things is the title, and one that opens a page needs none", () => {
  expect(followConventions('import A from "a";\n\n<A />\n\n# LaTeX', "nextra")).toBe(
    '---\ntitle: "LaTeX"\n---\nimport A from "a";\n\n<A />\n\n# LaTeX',
  );
  expect(followConventions("# LaTeX\n\nWords.", "nextra")).toBe("# LaTeX\n\nWords.");
});

test("the language of code in a line is not part of it", () => {
  expect(followConventions("Call `useA(){:js}` or `b{:.c}`, and `{:x}`.\n\n```\n`a{:js}`\n```", "nextra")).toBe(
    "Call `useA()` or `b`, and `{:x}`.\n\n```\n`a{:js}`\n```",
  );
});

test("lines that a remark of Docusaurus names are marked, and the remark is not code", () => {
  const code = '```js title="a.js"\n// highlight-next-line\na\nb\n/* highlight-start */\nc\nd\n/* highlight-end */\ne\n```';
  expect(followConventions(code, "docusaurus")).toBe('```js title="a.js" {1,3,4}\na\nb\nc\nd\ne\n```');
  const stated = "```js {1}\n// highlight-next-line\na\n```";
  expect(followConventions(stated, "docusaurus")).toBe(stated);
});

test("fences that a fence shows stay as they are written", () => {
  const shown = "````md\n```js live\n1\n```\n````";
  expect(followConventions(shown, "docusaurus")).toBe(shown);
});

test("the line and the buttons of a start page of Starlight are on the page", () => {
  const hero = "title: Welcome\nhero:\n  title: Welcome\n  tagline: Begin here.\n  actions:\n    - { text: Start, link: /a/ }";
  expect(followConventions(page(hero, "Body"), "starlight")).toBe(
    page(hero, 'Begin here.\n\n<CardGroup cols="3">\n\n<Card title="Start" href="/a/">\n\n</Card>\n\n</CardGroup>\n\nBody'),
  );
  const said = 'title: Welcome\ndescription: Begin here, now.\nhero:\n  tagline: "Begin here,<br/> now."';
  expect(followConventions(page(said, "Body"), "starlight")).toBe(page(said, "Body"));
  expect(followConventions(page("title: A", "Body"), "starlight")).toBe(page("title: A", "Body"));
});
