import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "./compile.ts";

async function markdownOf(text: string, options?: { base: string }) {
  return await toMarkdown((await buildPage(text)).pages[0] as Page, options);
}

test("title and description come first, once", async () => {
  expect(await markdownOf("---\ntitle: Set_up\ndescription: How to *begin*.\n---\n\n# Set_up\n\nText.")).toBe(
    "# Set_up\n\nHow to \\*begin\\*.\n\nText.\n",
  );
});

test("components become the Markdown that says the same", async () => {
  const markdown = await markdownOf(`
<Note>Mind the gap.</Note>

<Callout type="warning" title="Careful">Hot.</Callout>

## Steps

<Steps>
  <Step title="Install">

    \`\`\`bash
    npm ci
    \`\`\`

  </Step>
  <Step title="Start">Go.</Step>
</Steps>

<Tabs>
  <Tab title="Node">one</Tab>
  <Tab title="Bun">two</Tab>
</Tabs>

<CardGroup>
  <Card title="Quickstart" href="/docs/quickstart">Begin.</Card>
  <Card title="Errors" href="./errors.mdx" />
</CardGroup>

<Frame caption="A map"><img src="/map.png" alt="Map" /></Frame>

| a | b |
| - | - |
| 1 | 2 |
`);
  expect(markdown).toBe(`# Page

> **Note:**
>
> Mind the gap.

> **Warning:**
>
> **Careful**
>
> Hot.

## Steps

1. **Install**

   \`\`\`bash
   npm ci
   \`\`\`

2. **Start**

   Go.

### Node

one

### Bun

two

- [Quickstart](/docs/quickstart): Begin.
- [Errors](/docs/errors)

![Map](/map.png)

A map

| a | b |
| - | - |
| 1 | 2 |
`);
});

test("no JSX, comment, import or hidden text is left, and code is left alone", async () => {
  const markdown = await markdownOf(`
{/* secret */}

<Visibility for="humans">secret</Visibility>

<Visibility for="agents">For agents.</Visibility>

<Custom.Thing attribute={{ secret: 1 }} title="Kept title">

Kept <b>bold</b> and <Tooltip tip="kept tip">kept words</Tooltip>.

</Custom.Thing>

<details><summary>More</summary>Details kept.</details>

\`\`\`tsx
<Note>kept in code</Note>
\`\`\`
`);
  expect(markdown).not.toContain("secret");
  expect(markdown.replace(/```[\s\S]*?```/g, "")).not.toMatch(/[<{]/);
  for (const kept of [
    "For agents.",
    "Kept title",
    "**bold**",
    "kept words",
    "More",
    "Details kept.",
    "<Note>kept in code</Note>",
  ])
    expect(markdown).toContain(kept);
});

test("links become absolute where a base is given, fences and mails stay", async () => {
  const base = "https://docs.example.com/base";
  expect(
    await markdownOf("[a](/docs/a) [b](./b#c) [d](https://d.example) [e](#e) [f](mailto:x@y.z) ![g](/g.png)", { base }),
  ).toContain(`[a](${base}/docs/a) [b](${base}/docs/b#c) [d](https://d.example) [e](#e) [f](mailto:x@y.z) ![g](${base}/g.png)`);
});

test("a table has no spaces that align its columns", async () => {
  const long = "A cell of many words";
  expect(await markdownOf(`| A | B |\n| --- | :-: |\n| ${long} | 1 |\n| 2 | 3 |`)).toContain(
    `| A | B |\n| - | :-: |\n| ${long} | 1 |\n| 2 | 3 |\n`,
  );
});

test.each([
  [
    "boxes of tasks",
    "- [ ] open\n- [x] done\n  - [x] below\n\n1. [ ] first",
    "- [ ] open\n- [x] done\n  - [x] below\n\n1. [ ] first",
  ],
  ["a heading without its icon and place", '## <Icon icon="rocket" /> Icon <a id="x"></a>', "## Icon"],
  ["a table below its caption", "<table><caption>Cap</caption><tr><td>x</td></tr></table>", "Cap\n\n| x |\n| - |"],
  ["a list from its first number", '<ol start="4"><li>x</li></ol>', "4. x"],
  ["cells without their table", "<tr><td>a</td><td>b</td></tr>", "a\n\nb"],
  ["elements on separate lines", '<img src="/x.png" alt="A" />\n\n<a href="/y">Down</a>', "![A](/x.png) [Down](/y)"],
  ["words without an address", "[empty]() and []()", "empty and"],
  ["prices, and what is not a formula", "$5 or $10, $(A), US$30; \\$a\\$ and $x^2$", "$5 or $10, $(A), US$30; \\$a$ and $x^2$"],
  ["a link once", '<a href="mailto:a@b.test">a@b.test</a>', "[a@b.test](mailto:a@b.test)"],
  ["labels of tabs that are fences", '<Tabs items={["One"]}>\n\n```js tab="One"\nx\n```\n\n</Tabs>', "**One**\n\n```js\nx\n```"],
  [
    "where a parameter is, and what it is by default",
    '<ParamField query="limit" type="int" default={20}>Most.</ParamField>\n\n<ParamField body="on" type="bool" default={false}>On.</ParamField>',
    "- `limit` (int, query, default: 20): Most.\n- `on` (bool, default: false): On.",
  ],
  ["lines after breaks", "<p>\n  One<br />\n  two\n</p>", "One\\\ntwo"],
])("%s", async (_, written, markdown) => {
  expect(await markdownOf(written)).toBe(`# Page\n\n${markdown}\n`);
});
