import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../testing/folder.ts";
import { readFacts } from "../facts.ts";
import { writeRepository } from "../fixtures/repository.ts";
import { readSite } from "../read-site.ts";
import { reportOn } from "../report.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

/** The site that an import makes of files, and the text of one of its pages without front matter. */
async function read(texts: Readonly<Record<string, string>>) {
  const repository = writeRepository(folder, texts);
  const { plain, site, facts } = await readSite(folder, repository, "Docs");
  const textOf = (name: string) =>
    plain?.files.files
      .find((file) => file.path === name)
      ?.text.replace(/^---\n[\s\S]*?\n---\n/, "")
      .replace(/\n{2,}/g, "\n")
      .trim();
  const settings = JSON.parse(plain?.files.files.find((file) => file.path === "docs.json")?.text ?? "{}");
  return { repository, plain, site, facts, settings, textOf };
}

const MKDOCS = { "mkdocs.yml": "site_name: Acme\nnav: [a.md]" };
const VITEPRESS = { ".vitepress/config.ts": 'export default { themeConfig: { sidebar: [{ text: "A", link: "/a" }] } };' };

test("names of emoji are emoji in the systems that show them, and stay in code, addresses and times", async () => {
  const written = "Done :tada:, `:tada:`, 10:30:45, ::a::, :nothing:, https://a.test/:id:/x and :+1:.";
  const shown = "Done 🎉, `:tada:`, 10:30:45, ::a::, :nothing:, [https://a.test/:id:/x](https://a.test/:id:/x) and 👍.";
  expect((await read({ ...VITEPRESS, "a.md": written })).textOf("a.mdx")).toBe(shown);
});

test.each([
  ["an admonition", '!!! tip "Own *title*"\n    Hot.\n\n    More.', '<Tip title="Own title">\n  Hot.\n  More.\n</Tip>'],
  ["one that folds", "???+ note\n\n    Hot.", '<Accordion title="Note" defaultOpen>\n  Hot.\n</Accordion>'],
  [
    "tabs, also in a list",
    '- One\n\n    === "A"\n\n        ```py {test="skip"}\n        x = 1\n        ```\n\n    === "B"\n\n        Two',
    '- One\n  <Tabs>\n    <Tab title="A">\n      ```py\n      x = 1\n      ```\n    </Tab>\n    <Tab title="B">\n      Two\n    </Tab>\n  </Tabs>',
  ],
  [
    "blocks between slashes, one in another",
    "//// tab | A\n\n/// tip | Own *title*\n\nHot.\n///\n\n////\n\n//// tab | B\n```py\n/// x\n```\n////\n/// details | More\n    type: info\n    open: true\nTwo",
    '<Tabs>\n  <Tab title="A">\n    <Tip title="Own title">\n      Hot.\n    </Tip>\n  </Tab>\n  <Tab title="B">\n    ```py\n    /// x\n    ```\n  </Tab>\n</Tabs>\n<Accordion title="More" defaultOpen>\n  Two\n</Accordion>',
  ],
  ["those that are only for looks", "/// html | div.a\nOne\n///\n\n/// caption\nTwo\n///\n\n///", "One\nTwo\n///"],
  ["lines of a fence without a language", '``` hl_lines="2 4-5"\na\n```', "```text {2,4-5}\na\n```"],
  ["marks around what is shown raw", "{% raw %}a{% endraw %}", "a"],
  ["what code shows", '```\n!!! note\n    Hot.\n```\n`=== "A"`', '```\n!!! note\n    Hot.\n```\n`=== "A"`'],
  [
    "a list of attributes",
    "[A](a.md){ .md-button } ![B](b.png){ align=left }\n\n## C { #see }",
    "[A](a.md) ![B](b.png)\n## C \\[#see]",
  ],
  ["keys, marks and icons", "++ctrl+c++ ==now== :material-close: x", "<kbd>Ctrl</kbd>+<kbd>C</kbd> <mark>now</mark> ✗ x"],
  ["a term", "Word\n\n:   What it means.", "<dl>\n  <dt>\n    Word\n  </dt>\n  <dd>\n    What it means.\n  </dd>\n</dl>"],
  ["braces and signs", "a {b} < c", "a \\{b} \\< c"],
  [
    "cards",
    '<div class="grid cards" markdown>\n\n- __One__\n\n    ---\n\n    Words\n\n</div>',
    '<CardGroup cols="2">\n  <Card title="One">\n    Words\n  </Card>\n</CardGroup>',
  ],
  [
    "pictures for one look, as HTML",
    '<p><img alt="A" src="a.png#only-dark" width="20"></p>',
    '<p><img src="a.png" alt="A" width="20" className="hidden dark:inline" /></p>',
  ],
  ["a reference", "::: acme.Widget\n    options:\n      a: 1", "`acme.Widget`"],
])("MkDocs: %s", async (_, text, expected) => {
  const { textOf } = await read({ ...MKDOCS, "docs/a.md": text });
  expect(textOf("a.mdx")).toBe(expected);
});

test.each([
  [
    "a container and a code group",
    "::: tip Own title\nHot.\n:::\n\n::: code-group\n\n```js{1} [a.js]\n1\n```\n\n:::",
    '<Tip title="Own title">\n  Hot.\n</Tip>\n<CodeGroup>\n  ```js title="a.js" {1}\n  1\n  ```\n</CodeGroup>',
  ],
  ["what only a checker of code reads", "```ts twoslash\nimport a\n// ---cut---\na()\n// ^?\n```", "```ts\na()\n```"],
  [
    "a script and an expression of front matter",
    "<script setup>\nlet a = 1\n\nlet b\n</script>\n\n{{ $frontmatter.title }}",
    "A",
  ],
  [
    "texts and front matter in a fence that Vue fills in",
    "```sh-vue\ncd {{'<name>'}} {{ $frontmatter.at?.['x-y'] }} {{ $frontmatter.none }}\n```\n\n```sh\n{{ 'a' }}\n```\n\n{{ '<b>' }} `{{ 'c' }}`",
    "```sh\ncd <name> 5 {{ $frontmatter.none }}\n```\n```sh\n{{ 'a' }}\n```\n\\<b> `{{ 'c' }}`",
  ],
])("VitePress: %s", async (_, text, expected) => {
  const { textOf } = await read({ ...VITEPRESS, "a.md": `---\ntitle: A\nat: { x-y: 5 }\n---\n${text}` });
  expect(textOf("a.mdx")).toBe(expected);
});

test.each([
  ["an icon", 'Open <i class="fa-gear">:gear:</i>.', 'Open <Icon icon="gear" />.'],
  [
    "Markdown in one element, and not in another",
    '<div markdown="1">\n**a**\n</div>\n\n<div>\n  <div>\n    <b>c</b>\n  </div>\n    <b>d</b>\n</div>',
    "<div>\n  **a**\n</div>\n<div> <div> <b>c</b> </div> <b>d</b> </div>",
  ],
  [
    "a picture for each look",
    '<picture><source srcset="d.svg" media="(prefers-color-scheme: dark)"><img src="l.svg" alt="L"></picture> there',
    '<img src="l.svg" alt="L" className="inline dark:hidden" /><img src="d.svg" alt="L" className="hidden dark:inline" /> there',
  ],
])("HTML: %s", async (_, text, expected) => {
  const { textOf } = await read({ ...MKDOCS, "docs/a.md": text });
  expect(textOf("a.mdx")).toBe(expected);
});

test("files that pages take in come along, and none from outside of the repository", async () => {
  const { textOf } = await read({
    "mkdocs.yml": "site_name: Acme\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]",
    "parts/a.py": "# --8<-- [start:one]\n1\n# --8<-- [end:one]\n2",
    "docs/a.md": '```py\n--8<-- "a.py:one"\n```\n\n--8<-- "../../../../../../etc/hostname"',
  });
  expect(textOf("a.mdx")).toBe('```py file="code/parts/a.py#one"\n1\n```\n\\--8\\<-- "../../../../../../etc/hostname"');
  folder = makeFolder();
  const vite = await read({
    ...VITEPRESS,
    "parts/b.md": "# B\n\nWords.",
    "parts/c.js": "// #region one\nlet c;\n// #endregion one",
    "d.json": "{}",
    "a.md": "<!--@include: ./parts/b.md{3,}-->\n\n<<< @/parts/c.js#one{1}\n\n<<< @/d.json",
  });
  expect(vite.textOf("a.mdx")).toBe('Words.\n```js {1} file="code/parts/c.js#one"\nlet c;\n```\n```json\n{}\n```');
});

test("a file between braces is taken in as text, or as a fence with its lines", async () => {
  const { textOf } = await read({
    ...MKDOCS,
    "code/a.py": "one\ntwo\nthree\nfour\n",
    "docs/a.md": "```py\n{!> code/a.py !}\n```\n\n- B\n\n    {* code/a.py ln[1,3:4] hl[3] title[a.py] *}\n\n{* missing.py *}",
  });
  expect(textOf("a.mdx")).toBe(
    '```py\none\ntwo\nthree\nfour\n```\n- B\n  ```py title="a.py" {2}\n  one\n  three\n  four\n  ```\n\\{\\* missing.py \\*}',
  );
});

test("a section of mkdocs.yml without a name has that of its folder", async () => {
  const { settings } = await read({
    "mkdocs.yml": 'site_name: Acme\nnav: [{"": [use-it/a.md, {"": [use-it/deep/b.md]}]}, {"": [c.md]}]',
    "docs/use-it/a.md": "# A",
    "docs/use-it/deep/b.md": "# B",
    "docs/c.md": "# C",
  });
  expect(settings.navigation.pages).toEqual([
    { group: "Use it", pages: ["use-it/a", { group: "Deep", pages: ["use-it/deep/b"] }] },
    { group: "More", pages: ["c"] },
  ]);
});

test("nav of mkdocs.yml becomes tabs with its titles, and its settings the look", async () => {
  const { settings, facts, plain, site } = await read({
    "mkdocs.yml": [
      "site_name: Acme",
      "site_url: https://acme.example/docs/",
      "theme: {name: material, logo: logo.svg, palette: {primary: teal}, features: [navigation.tabs, navigation.indexes]}",
      "markdown_extensions: [{pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji ''}}]",
      "nav: [{Home: README.md}, {Use: [use/index.md, {First: use/a.md}, {Web: https://example.com}]}]",
    ].join("\n"),
    "docs/README.md": "# Welcome\n\n[Use](use/README.md)",
    "docs/logo.svg": "<svg/>",
    "docs/use/index.md": "# Use",
    "docs/use/a.md": "# One",
  });
  expect(settings).toMatchObject({
    name: "Acme",
    colors: { primary: "#009485" },
    logo: { light: "/logo.svg", dark: "/logo.svg", showName: true },
    navigation: {
      tabs: [
        { tab: "Home", pages: ["index"] },
        { tab: "Use", pages: ["use/index", "use/a"] },
      ],
    },
  });
  expect(facts?.url).toBe("https://acme.example");
  expect(plain?.files.files.find((file) => file.path === "use/a.mdx")?.text).toContain('sidebarTitle: "First"');
  expect(site.findings).toEqual([]);
});

test.each([
  ['<path style="fill:#fff" stroke="none"/>', { light: "/icon.png", dark: "/logo.svg", showName: true }],
  ['<path fill="#FFFFFF"/><path fill="teal"/>', { light: "/logo.svg", dark: "/logo.svg", showName: true }],
])("a site without a nav has its look too, and a white logo is for the dark alone: %s", async (drawing, logo) => {
  const { settings } = await read({
    "mkdocs.yml": "site_name: Acme\ntheme: {name: material, logo: logo.svg, favicon: icon.png}",
    "docs/a.md": "# A",
    "docs/logo.svg": `<svg>${drawing}</svg>`,
    "docs/icon.png": "x",
  });
  expect(settings).toMatchObject({ logo, favicon: "/icon.png", navigation: { pages: ["a"] } });
});

test("components of Vue that put elements around words of a page are those elements, from the theme or the page", async () => {
  const { textOf } = await read({
    ...VITEPRESS,
    ".vitepress/theme/index.ts":
      "import Since from '../parts/Since.vue';\nimport Old from '../parts/Old.vue';\nimport List from '../parts/List.vue';\nimport Mark from '../parts/Mark.vue';",
    ".vitepress/parts/Mark.vue": '<template>\n  <Badge><Icon icon="carbon:flag" /></Badge>\n</template>',
    ".vitepress/parts/Since.vue": `<script setup>\ndefineProps<{ type: string }>();\n</script>\n\n<template>\n  <VPBadge\n    :type="type === 'new' ? 'tip' : 'info'"\n    :title="type"\n    class="since"\n  >\n    since <slot />+\n  </VPBadge>\n</template>\n\n<style scoped>\n.since { color: red }\n</style>`,
    ".vitepress/parts/Old.vue": "<template>\n  <em>\n    old, {{ until }}\n  </em>\n</template>",
    ".vitepress/parts/List.vue": '<template>\n  <i v-for="x in list">{{ x }}</i>\n</template>',
    "Course.vue":
      '<template>\n  <a :href="href" target="_blank">\n    <Icon icon="carbon:play" />\n    <slot />\n  </a>\n</template>',
    "Video.vue": `<template>\n  <a :href="\`\${href}?from=docs\`" :title="title">\n    <slot>{{ words[site.lang] }}</slot>\n  </a>\n</template>`,
    "a.md": [
      "<script setup>\nimport Course from './Course.vue'\nimport Video from './Video.vue'\n</script>",
      '## One <Since type="new">4.0</Since> <Old until="May" /> <List /> <Mark />',
      '<Course href="https://a.example">\nA course\n</Course>',
      '<Video\n  href="https://a.example"\n>A film</Video\n> <Video href="https://a.example" />',
      "`<Old />`",
      "```html-vue\n<b>\n```",
    ].join("\n\n"),
  });
  expect(textOf("a.mdx")).toBe(
    '## One <Badge title="new">since 4.0+</Badge> <em>old, May</em> <List /> <Mark />\n<a href="https://a.example" target="_blank"> A course </a>\n<a href="https://a.example?from=docs">A film</a> <Video href="https://a.example" />\n`<Old />`\n```html\n<b>\n```',
  );
});

test("the sidebars of VitePress become tabs by the bar at the top, in each language", async () => {
  const { settings } = await read({
    ".vitepress/config.ts": `import { URL } from "node:url";
import missing from "../../far/package.json";
import { defineConfig } from "vitepress";
const major = +missing.version.split(".")[0];
export default defineConfig({
  title: "Acme", base: new URL(".", "x").href, rewrites: { "en/:rest*": ":rest*" },
  locales: { root: { label: "English", lang: "en-US" }, fr: { label: "Français" } },
});`,
    "config.ts":
      'export default { themeConfig: { nav: [{ text: "Learn", link: "/guide/a" }], sidebar: { "/guide/": { base: "/guide/", items: [{ text: "G", items: [{ text: "A", link: "a" }] }] }, "/api/": [{ text: "B", link: "/api/b" }] } } };',
    "fr/config.ts": 'export default { themeConfig: { sidebar: [{ text: "A", link: "/fr/guide/a" }] } };',
    "en/guide/a.md": "# A",
    "en/api/b.md": "# B",
    "fr/guide/a.md": "# A",
  });
  expect(settings.navigation).toEqual({
    languages: [
      {
        language: "en",
        default: true,
        tabs: [
          { tab: "Learn", pages: [{ group: "G", pages: ["guide/a"] }] },
          { tab: "Api", pages: ["api/b"] },
        ],
      },
      { language: "fr", pages: ["fr/guide/a"] },
    ],
  });
});

test.each([
  ["a function", "({ mode }) => wrap({ base: mode })"],
  ["an asynchronous function", "async () => wrap({})"],
  ["code that asks where a file is", 'wrap({ css: require.resolve("./a.css"), root: process.cwd() })'],
  ["a folder with an index", "wrap({})", ".vitepress/config/index.mts"],
])("the sidebar of VitePress is read where its settings are %s", async (_, made, name = ".vitepress/config.ts") => {
  const { settings, facts } = await read({
    [name]: `import { withPwa } from "@vite-pwa/vitepress";
const wrap = (more) => withPwa({ ...more, title: "Acme", themeConfig: { sidebar: [{ text: "Second", link: "/b" }, { text: "First", link: "/a" }] } });
export default ${made};`,
    "a.md": "# A",
    "b.md": "# B",
  });
  expect(settings.navigation).toEqual({ pages: ["b", "a"] });
  expect(facts?.name).toBe("Acme");
});

test("the start page of VitePress is its title, its buttons and its features", async () => {
  const hero = "hero: { name: Acme, text: Fast, tagline: Words, image: { src: /a.png }, actions: [{ text: Go, link: /a }] }";
  const { site, textOf } = await read({
    ...VITEPRESS,
    "a.md": "# A",
    "public/a.png": "x",
    "index.md": `---\nlayout: home\n${hero}\nfeatures: [{ title: One, details: Two }]\n---\n`,
  });
  expect(textOf("index.mdx")).toMatch(/^# Acme: Fast\n<img src="\/a.png" alt="" width="200" \/>\nWords\n<CardGroup/);
  expect(site.pages.find(({ file }) => file === "index.mdx")?.title).toBe("Acme: Fast");
});

test("a start page that a component of Vue draws is left out, and the report says so", async () => {
  const { site, plain } = await read({ ...VITEPRESS, "a.md": "# A", "index.md": "---\nlayout: page\n---\n<Home />" });
  expect(site.pages.map(({ file }) => file)).toEqual(["a.mdx"]);
  expect((await reportOn(site, { translated: plain })).reasons.map(({ text }) => text)).toEqual([
    "The start page is left out, since components of Vue draw all of it: readers begin at the first page of the sidebar.",
  ]);
});

test("tabs of VitePress are in the order of the bar at the top", async () => {
  const { settings } = await read({
    ".vitepress/config.ts": `export default { themeConfig: {
      nav: [{ text: "Guides", link: "/guide/", activeMatch: "^/guide/" }, { text: "API", link: "/api/test" }],
      sidebar: { "/more/": [{ text: "M", link: "/more/m" }], "/api/": [{ text: "T", link: "/api/test" }], "/guide/": [{ text: "G", link: "/guide/g" }] },
    } };`,
    "more/m.md": "# M",
    "api/test.md": "# T",
    "guide/g.md": "# G",
  });
  expect(settings.navigation.tabs.map(({ tab }: { tab: string }) => tab)).toEqual(["Guides", "API", "More"]);
});

test("redirects of MkDocs lead on, to files, anchors and other sites, and those with a part to fill in are left out", async () => {
  const { settings } = await read({
    "mkdocs.yml": `site_name: Acme
nav: [a.md, b/index.md]
plugins:
  - search
  - redirects:
      redirect_maps:
        old/a.md: a.md#part
        old/index.md: b/index.md
        out.md: https://a.example/x
        old/*.md: a.md`,
    "docs/a.md": "# A",
    "docs/b/index.md": "# B",
  });
  expect(settings.redirects).toEqual([
    { source: "/old/a", destination: "/a#part" },
    { source: "/old", destination: "/b" },
    { source: "/out", destination: "https://a.example/x" },
  ]);
});

test.each([
  [
    "Starlight",
    {
      "package.json": JSON.stringify({ dependencies: { "@astrojs/starlight": "1" } }),
      "redirects.js":
        'export default { "/old/": "/a/", "/older": { status: 302, destination: "/a" }, "/x/[slug]": "/a/[slug]" };',
      "astro.config.mjs": `import starlight from "@astrojs/starlight";
import redirects from "./redirects.js";
export default { redirects: { ...redirects }, integrations: [starlight({ sidebar: ["a"] })] };`,
      "src/content/docs/a.mdx": "---\ntitle: A\n---\n",
    },
  ],
  [
    "Docusaurus",
    {
      "package.json": JSON.stringify({ dependencies: { "@docusaurus/core": "3" } }),
      "docusaurus.config.js": `module.exports = { plugins: ["other", ["@docusaurus/plugin-client-redirects", { redirects: [
        { from: ["/docs/old", "/docs/older"], to: "/docs/a" }] }]] };`,
      "docs/a.md": "# A",
    },
  ],
])("redirects of %s lead on", async (_, texts) => {
  const { settings } = await read(texts);
  expect(settings.redirects).toEqual([
    { source: "/old", destination: "/a" },
    { source: "/older", destination: "/a" },
  ]);
});

test("missing parts of a page of another system lower the share of pages that look as meant", async () => {
  const { plain, site } = await read({
    ...VITEPRESS,
    "a.md": "{{ total }}\n\n```\n{{ code }}\n```",
    "b.md": "---\nlayout: Own\n---\n# B",
    "c.md": "# C",
  });
  const report = await reportOn(site, { translated: plain });
  expect(report).toMatchObject({ pages: 3, whole: 1 });
  expect(report.reasons.map(({ text }) => text).sort()).toEqual([
    "An expression of Vue is shown as it is written: {{ total }}",
    "The page has a custom layout, which is not imported: Own",
  ]);
});

test("facts of a site that only its own build can read are left out", async () => {
  const repository = writeRepository(folder, { ".vitepress/config.ts": "throw new Error();", "a.md": "# A" });
  expect(repository.kind).toBe("vitepress");
  expect((await readFacts(repository)).settings).toEqual({});
});

test("a configuration that waits for an answer loses only what it takes from it", async () => {
  const { settings } = await read({
    ".vitepress/config.ts": `const versions = await fetch("https://a.example/v.json").then((r) => r.json());
const { latest } = await (async () => ({ latest: (await fetch("/x")).ok }))();
export default defineConfig(async () => ({
  title: (await loadThings(), "Acme"),
  themeConfig: {
    nav: [{ text: "Guide", link: "/a" }, { text: versions[0].name, link: latest }],
    sidebar: [{ text: "Guide", items: [{ text: "A", link: "/a" }, ...versions.map((v) => ({ text: v, link: v }))] }],
  },
}));`,
    "a.md": "# A",
  });
  expect(settings).toMatchObject({ name: "Acme", navigation: { pages: [{ group: "Guide", pages: ["a"] }] } });
});

test.each([
  ["[Start](/guide/start) and [other](/other#deep)", "root"],
  ["[![a](/b.png)][1]\n\n[1]: /guide/start", "root"],
  ["[Start](/docs/guide/start)", "docs"],
  ["[Start](./guide/start.md) and [other](other.md)", "docs"],
])("plain Markdown whose links begin at its root is there: %s", async (text, pagesAt) => {
  const { site } = await read({ "index.md": text, "guide/start.md": "# Start", "other.md": "## Deep", "_part.md": "no page" });
  expect(site.project.pagesAt).toBe(pagesAt);
  expect(site.pages.map(({ slug }) => slug).sort()).toEqual(["", "guide/start", "other"]);
});

test("a region or a file that is not there is named with file and line", async () => {
  const { site, plain } = await read({
    "docs/.vitepress/config.ts": 'export default { themeConfig: { sidebar: [{ text: "One", link: "/one" }] } };',
    "docs/one.md": "# One\n\n<<< ./a.py#missing\n\n<!--@include: ./gone.md-->\n\n<<< ./a.py#part",
    "docs/a.py": "# region part\nin_it = 1\n# endregion part\nout = 2\n",
  });
  const { reasons } = await reportOn(site, { translated: plain });
  expect(reasons.map(({ text, places }) => [text, places])).toEqual([
    ["There is no file ./gone.md to include.", ["one.md:5"]],
    ["There is no region missing in ./a.py: the whole file is shown.", ["one.md:3"]],
  ]);
});
