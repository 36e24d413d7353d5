import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

test.each([
  ["请先阅读**“安装指南”**再继续。", "请先阅读**“安装指南”**再继续。"],
  ["**注意：**不要删除。", "**注意：**不要删除。"],
  ["これは**「重要」**です。", "これは**「重要」**です。"],
  ["설정은 **설정(config)**을 엽니다.", "설정은 **설정(config)**을 엽니다."],
  ["~~旧的（废弃）~~的写法。", "~~旧的（废弃）~~的写法。"],
])("emphasis begins and ends beside CJK punctuation, and is written back so: %s", async (written, text) =>
  expect((await expandText(written)).text).toBe(text),
);

test.each([
  ["## T {#own}", "own"],
  ["## T {/* #own */}", "own"],
  ["## T <!-- #own -->", "own"],
  ["## T {: #own }", "own"],
  ["## T { #own .cls }", "own"],
  ["## T [#own]", "own"],
  ["## T \\{#own}", "own"],
  ["## T \\{#own\\}", "own"],
  ["## T {#A.__call__}", "A.__call__"],
  ["## _async_ `__call__(x)` {#P-__call__}", "P-__call__"],
  ["## T {#\\_call\\_-call}", "_call_-call"],
  ["## T [#A.__call__]", "A.__call__"],
  ["## T {x}", "t-x"],
])("a heading has the id that its author writes: %s", async (written, id) => {
  const { tree } = await expandText(written);
  expect(tree.children[0]).toMatchObject({ type: "heading", data: { hProperties: { id } } });
});

test.each([
  ["Returns Array<string> or a<b.", "Returns Array\\<string> or a\\<b."],
  ["A Map<K, V> and Promise<Result<T>>.", "A Map\\<K, V> and Promise\\<Result\\<T>>."],
  ["When x <= 5 and y < 3.", "When x <= 5 and y < 3."],
  ["With <T extends U> and <Foo.Bar> words.", "With \\<T extends U> and \\<Foo.Bar> words."],
  ['A picture <img src="/a.png" alt="A"> here.', "A picture ![A](/a.png) here."],
  ["H<sub>2</sub>O and new<Badge>Beta</Badge>.", "H2O and newBeta."],
])("a sign that begins no tag is text, and tags of HTML need no slash: %s", async (written, text) => {
  const read = await expandText(written);
  expect(read.text.replace(/<\/?su[bp]>/g, "")).toBe(text);
});

test.each([
  ['<ResponseField name="ask" type="Promise<Answer>">\nin\n</ResponseField>', /^- `ask` \(`Promise<Answer>`\): in$/],
  ['It is {2 < 3 ? "lesser" : "greater"}.', /^It is lesser\.$/],
  ['export const pick = (n) => {\n  if (n < 3) return "few";\n  return "many";\n};\n\nIt is {pick(2)}.', /^It is few\.$/],
])("a less-than sign in attributes and code is theirs: %s", async (written, text) =>
  expect((await expandText(written)).text).toMatch(text),
);

test.each([
  ["打开http://example.com/a，然后继续。", "打开[http://example.com/a](http://example.com/a)，然后继续。"],
  ["见 https://example.com/路径。后面", "见 [https://example.com/路径](https://example.com/路径)。后面"],
  ["（www.example.com）を見る", "（[www.example.com](http://www.example.com)）を見る"],
  ["[https://a.test/，b](https://a.test/，b)", "[https://a.test/，b](https://a.test/，b)"],
])("a bare address ends at CJK punctuation, one that is written as a link does not: %s", async (written, text) =>
  expect((await expandText(written)).text).toBe(text),
);

test.each([
  ["Use <your-api-key> here.", "Use \\<your-api-key> here."],
  ["The <title> tag, <T>, <> and {}.", "The \\<title> tag, \\<T>, <> and {}."],
  ["Set { and } apart.", "Set { and } apart."],
  ['Ask for up{job="api"} or {job="api", le="5"}.', 'Ask for up{job="api"} or {job="api", le="5"}.'],
  [
    "Mail <mailto:a@example.com> or <b@example.com>.",
    "Mail [mailto:a@example.com](mailto:a@example.com) or [b@example.com](mailto:b@example.com).",
  ],
])("what prose names stays, also where MDX would read a tag or code: %s", async (written, text) =>
  expect((await expandText(written)).text).toBe(text),
);

test.each([
  ["<details><summary>More</summary>\n\n**in**\n\n</details>", "## More\n\n**in**"],
  ["<details open><summary><b>More</b> here</summary>\n\nin\n\n</details>", "## More here\n\nin"],
  ['<div align="center"><b>Words</b>\n\nin\n\n</div>', "**Words**\n\nin"],
])("a line may open an element and hold words, as on GitHub: %s", async (written, text) => {
  const read = await expandText(written);
  expect(read.text).toBe(text);
  expect(read.findings).toEqual([]);
});

test.each([
  [":::info Some `title` and [link](/x)\nin\n:::", "> **Info:**\n>\n> **Some `title` and link**\n>\n> in"],
  [":::tip[A *fine* `title`]\nin\n:::", "> **Tip:**\n>\n> **A fine `title`**\n>\n> in"],
  [":::tip Half [of\nin\n:::", "> **Tip:**\n>\n> **Half \\[of**\n>\n> in"],
])("a title of a callout has its code, and no marks of Markdown: %s", async (written, text) =>
  expect((await expandText(written)).text).toBe(text),
);

test.each([
  ["> [!TIP] Custom `x` title\n> in", "> **Tip:**\n>\n> **Custom `x` title**\n>\n> in"],
  ["> [!IMPORTANT]  \n> in", "> **Info:**\n>\n> in"],
  ["> [!WARNING]- Folded\n>\n> - in", "> **Warning:**\n>\n> **Folded**\n>\n> - in"],
  ["> [!TIP] **Bold** only", "> **Tip:**\n>\n> **Bold only**"],
  ["> [!TIP](/x) in", "> [!TIP](/x) in"],
])("a quote that names a tone may have a title on its first line: %s", async (written, text) =>
  expect((await expandText(written)).text).toBe(text),
);

test("a name that the page has is set, and what else a page sets in braces is its words", async () => {
  const read = await expandText("export let n = 1\n\n{n = 2} and {m = 3}");
  expect(read.text).toBe("2 and {m = 3}");
});

test("cells of a table that reach over others leave their places empty in the Markdown form", async () => {
  const rows = [
    '<tr><th colSpan="2">Both</th><th rowspan="2">Down </th></tr>',
    "<tr><td>1</td><td>2</td></tr>",
    '<tr><td>3</td><td colspan="0">4</td><td>5</td></tr>',
  ];
  expect((await expandText(`<table>${rows.join("")}</table>`)).text).toBe(
    "| Both | | Down |\n| - | - | - |\n| 1 | 2 | |\n| 3 | 4 | 5 |",
  );
});

test.each([
  ["a block of VitePress", "::: code-group\n\n```js [a.js]\n1\n```\n\n```ts [b.ts]\n2\n```\n\n:::"],
  ["fences of Fumadocs", '```js tab="a.js" title="no"\n1\n```\n\n```ts tab=\'b.ts\'\n2\n```'],
  [
    "a group, whatever its fences say",
    '<CodeGroup>\n```js tab="a.js" title="a.js"\n1\n```\n```ts title="b.ts"\n2\n```\n</CodeGroup>',
  ],
])("code in several files is a group of tabs: %s", async (_, written) => {
  const { tree, text } = await expandText(written);
  expect(tree.children).toMatchObject([{ name: "CodeGroup", children: [{ type: "code" }, { type: "code" }] }]);
  expect(text).toBe("**a.js**\n\n```js\n1\n```\n\n**b.ts**\n\n```ts\n2\n```");
});

test.each([
  ['<CodeBlock language="text">\n one\n   two {"{three}"}\n\n four\n</CodeBlock>', "one\ntwo {three}\n\nfour"],
  // MDX itself takes two spaces off each line of an expression.
  ["<CodeBlock>\n  {`a {\n    b\n}`}\n</CodeBlock>", "a {\n  b\n}"],
])("code between tags keeps its lines: %s", async (written, value) => {
  const { tree } = await expandText(written);
  expect(tree.children).toMatchObject([{ type: "code", value }]);
});
