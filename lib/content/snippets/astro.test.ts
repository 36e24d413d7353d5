import { expect, test } from "vitest";
import { createFiles, createProject } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import type { Page } from "../page.ts";
import { buildSite, findPageAt } from "../site.ts";
import { splitAstro } from "./astro-source.ts";

/** The Markdown of `page.mdx` among files that did not come with the build, and what of it is not shown as it is meant. */
async function read(files: Readonly<Record<string, string>>, page: string) {
  const site = await buildSite(
    createProject(),
    createFiles({ "page.mdx": `---\ntitle: Page\nplugin: store\n---\n\n${page}`, ...files }),
  );
  const found = findPageAt(site, "/docs/page")?.page;
  const markdown = found ? toMarkdown(found).replace("# Page\n\n", "").trim() : "";
  return { markdown, warnings: site.warnings.map(({ reason }) => reason) };
}

const TABS = `---
import { Tabs, TabItem } from '@astrojs/starlight/components';
interface Props { npm?: string; cargo?: string }
const { npm, cargo = "none" } = Astro.props as Props;
---

<!-- Both ways. -->
<Tabs syncKey="cmd">
  {
    npm && (
      <TabItem label="npm">
        <Code code={npm} lang="sh" />
      </TabItem>
    )
  }
  <TabItem label="cargo"><p class:list={["a", npm]} class="b">{cargo}<br><b>twice</b></p></TabItem>
</Tabs>

<style>p { color: red }</style>
<script>alert(1 < 2)</script>`;

test("a component of Astro shows its template with what the page gives it", async () => {
  const files = { "components/CommandTabs.astro": TABS };
  for (const from of ["./components/CommandTabs.astro", "@components/CommandTabs.astro", "~/components/CommandTabs.astro"])
    expect(await read(files, `import T from '${from}';\n\n<T npm="npm run x" cargo="cargo x" />`), from).toEqual({
      markdown: "## npm\n\n```sh\nnpm run x\n```\n\n## cargo\n\ncargo x\\\n**twice**",
      warnings: [],
    });
});

test("content goes to the slot that it names, and what is in a slot shows where nothing is given", async () => {
  const box = `---
const isFilled = Astro.slots.has("more");
---
<check-list><slot />{isFilled && <section><slot name="more" /></section>}<slot name="end"><p>The end.</p></slot></check-list>`;
  const text = `import Box from './Box.astro';\n\n<Box>\n\nFirst.\n\n<Fragment slot="more">\n\nMore.\n\n</Fragment>\n\n</Box>\n\n<Box>Alone.</Box>`;
  expect(await read({ "Box.astro": box }, text)).toEqual({
    markdown: "First.\n\nMore.\n\nThe end.\n\nAlone.\n\nThe end.",
    warnings: [],
  });
});

test("lines that end between elements of a line are a space, as in HTML", async () => {
  const files = {
    "In.astro": "<p>\n  <strong>Added in</strong>\n  <code>2.0</code>\n</p>\n<div>\n  <p>A</p>\n  <p>B</p>\n</div>",
  };
  const { markdown } = await read(files, 'import In from "./In.astro";\n\n<In />');
  expect(markdown).toBe("**Added in** `2.0`\n\nA\n\nB");
});

test("slots are handed on from one component to another", async () => {
  const files = {
    "In.astro": '<div><slot name="a" /></div>',
    "Out.astro": '---\nimport In from "./In.astro";\n---\n<In><Fragment slot="a"><slot name="b" /></Fragment></In>',
  };
  expect(await read(files, 'import Out from "./Out.astro";\n\n<Out><p slot="b">Handed on.</p></Out>')).toEqual({
    markdown: "Handed on.",
    warnings: [],
  });
});

test("what a component cannot work out costs that part, and is named with file and line", async () => {
  const files = { "Since.astro": "---\nconst latest = await getLatest();\n---\n\n<p>Added in {Astro.props.v}</p>{latest}" };
  const { markdown, warnings } = await read(files, 'import Since from "./Since.astro";\n\n<Since v="2" />');
  expect(markdown).toContain("Added in 2");
  expect(warnings).toEqual(['An expression is not shown: "getLatest" is defined nowhere.']);
});

const SINCE = `---
import { getEntry } from "astro:content";
import { getImage } from "astro:assets";
import { z } from "astro/zod";
import Map from "./map.png";
const { v } = z.object({ v: z.string().optional() }).parse(Astro.props);
const { src } = await getImage({ src: Map });
const isNew = async () => (await getEntry("packages")).data.version === v;
const state = await isNew();
---
<p>{Astro.locals.t("since.added", { v })}{state && <b>{Astro.locals.t("since.new")}</b>}</p><img alt="Map" src={src} />`;
const TEXTS = {
  "components/Since.astro": SINCE,
  "i18n/en.json": '{"since.added": "Added in {{v}}", "since.new": "New"}',
  "i18n/de.json": '{"since.added": "Neu in {{v}}"}',
};

test("a text that asks for a long value many times is counted as long as it becomes", async () => {
  const texts = JSON.stringify({ "since.added": "{{v}}".repeat(5_000), "since.new": "New" });
  const { warnings } = await read(
    { "components/Since.astro": SINCE, "i18n/en.json": texts },
    `import Since from "./components/Since.astro";\n\n<Since v="${"x".repeat(2_000)}" />`,
  );
  expect(warnings).toContainEqual(expect.stringContaining("2,000,000 characters"));
});

test("a component of Astro shows texts of the page's language, and what nothing is fetched for", async () => {
  expect(await read(TEXTS, 'import Since from "./components/Since.astro";\n\n<Since v="2" />')).toEqual({
    markdown: "Added in 2\n\n![Map](/components/map.png)",
    warnings: ["An expression is not shown: getEntry of astro:content is not known in a page."],
  });
  const site = await buildSite(
    createProject(),
    createFiles({ ...TEXTS, "de/page.mdx": 'import Since from "../components/Since.astro";\n\n<Since v="2" />' }),
  );
  expect(toMarkdown(site.pages[0] as Page)).toContain("Neu in 2");
});

test("what a component cannot work out costs that part in a page that came with the build, too", async () => {
  const page = 'import Since from "./components/Since.astro";\n\n<Since v="2" />';
  const texts = { ...TEXTS, "page.mdx": page, "components/Since.astro": `${SINCE}{Astro.props.v.normalize()}` };
  const site = await buildSite(createProject(), createFiles(texts), { isTrusted: () => true });
  expect(toMarkdown(site.pages[0] as Page)).toContain("Added in 2");
});

test.each([
  ["page's front matter, as Astro names it", "About {frontmatter.plugin}.", {}, "About store."],
  ["page's front matter, as Docusaurus names it", "About {frontMatter.plugin}.", {}, "About store."],
  [
    "data of a file",
    'import data from "./data.json";\n\nAbout {data.list[1].name}.',
    { "data.json": '{"list":[0,{"name":"b"}]}' },
    "About b.",
  ],
  [
    "Content of a page file",
    'import { Content as Part } from "./_part.md";\n\n<Part />',
    { "_part.md": "The part." },
    "The part.",
  ],
  ["what is exported inside an element", "<div>\n\nexport const word = 'inside';\n\n{word}\n\n</div>", {}, "inside"],
  ["a file of the folder above", 'import Part from "/docs/_part.mdx";\n\n<Part />', { "_part.mdx": "The part." }, "The part."],
  [
    "a picture's address",
    'import Map from "../../assets/map.png";\n\n<img src={Map.src} alt="Map" />',
    {},
    "![Map](/assets/map.png)",
  ],
  [
    "component that an import renames",
    'import { Badge as Mark, Aside } from "@astrojs/starlight/components";\nimport Named from "@theme/TabItem";\n\nNew <Mark text="Beta" />\n\n<Tabs><Named label="A">One.</Named></Tabs>',
    {},
    "New Beta\n\n## A\n\nOne.",
  ],
  [
    "name of an element",
    'import Box from "./Box.astro";\n\n<Box href="/docs/page" />',
    { "Box.astro": '---\nconst El = Astro.props.href ? "section" : "Box";\n---\n<El><slot>Inside.</slot></El>' },
    "Inside.",
  ],
])("a page may use the %s", async (_, page, files, expected) => {
  expect(await read(files, page)).toEqual({ markdown: expected, warnings: [] });
});

test("a file that is no component is named, and costs its own place", async () => {
  const { markdown, warnings } = await read(
    { "Bad.astro": "<p>{oops</p>" },
    'import Bad from "./Bad.astro";\n\n<Bad>Inside.</Bad>\n\nAfter.',
  );
  expect(markdown).toContain("Inside.\n\nAfter.");
  expect(warnings).toEqual([expect.stringMatching(/^<Bad> shows its children only: Bad\.astro cannot be read/)]);
});

test("a template keeps its lines, and names without a value are attributes of that name", () => {
  const { script, template } = splitAstro(
    "---\nconst a = 1;\n---\n\n<A {a} b=`x` {...rest} client:load />\n<img src={a}>\n<B c={<br>} />",
  );
  expect(script).toBe("\nconst a = 1;\n");
  expect(template).toBe("\n\n<>\n\n<A a={a} b={`x`} {...rest} />\n<img src={a} />\n<B c={<br />} /></>");
});

test.each([
  ["attributes in attributes", "<a b={".repeat(40_000)],
  ["quotes that are never closed", '<a b="'.repeat(40_000)],
  ["comments that are never closed", "<!--".repeat(40_000)],
  ["open marks", "<".repeat(200_000)],
  ["fences", "---\n".repeat(60_000)],
  ["spaces before a fence", `${" \n".repeat(100_000)}x`],
])("%s without end are read in one walk", (_, text) => {
  expect(splitAstro(text).template).toMatch(/^\n*<>/);
});
