import { expect, test } from "vitest";
import { buildPage, createFiles, createLargeProject } from "./fixtures/project.ts";
import { toLlmsFull, toLlmsIndex } from "./llms.ts";
import { toMarkdown } from "./markdown.ts";
import type { Page } from "./page.ts";
import { buildSite } from "./site.ts";

async function markdownOf(text: string, options?: { base: string }) {
  return toMarkdown((await buildPage(text)).pages[0] as Page, options);
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

Kept <b>bold</b> and <Tooltip tip="secret">kept words</Tooltip>.

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

test("llms.txt lists the own pages of a language and version, in order, without what is not to be indexed", async () => {
  const site = await buildSite(
    createLargeProject({ name: "Acme", description: "Things." }),
    createFiles({
      "en/v2/index.mdx": "---\ntitle: Home\ndescription: Start here.\n---\n",
      "en/v2/hidden.mdx": "---\nnoindex: true\n---\nHidden.",
      "en/v2/guides/one.mdx": "# One\n\n<Tip>Text.</Tip>",
      "en/v1/old.mdx": "# Old",
      "es/v2/index.mdx": "# Inicio",
    }),
  );
  const options = { base: "https://acme.example" };
  expect(toLlmsIndex(site, { language: "en", version: "v2" }, options)).toBe(
    `# Acme

> Things.

## Pages

- [Home](https://acme.example/docs.md): Start here.

## Guides

- [One](https://acme.example/docs/guides/one.md)
`,
  );
  expect(toLlmsIndex(site, { language: "es", version: "v2" }, options)).toContain("- [Inicio](https://acme.example/es/docs.md)");
  expect(toLlmsIndex(site, { language: "es", version: "v2" }, options)).not.toContain("One");
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const full = await toLlmsFull(site, { language: "en", version: "v2" }, options);
  clearImmediate(timer);
  expect(turns, "others have a turn after each page").toBeGreaterThanOrEqual(2);
  expect(full).toBe(
    "# Home\n\nStart here.\n\nSource: https://acme.example/docs\n\n---\n\n# One\n\n> **Tip:**\n>\n> Text.\n\nSource: https://acme.example/docs/guides/one\n",
  );
});
