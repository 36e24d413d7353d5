import { expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { toMarkdown } from "../../lib/content/output/compile.ts";
import { createFiles, createProject } from "../testing/content.ts";
import type { Describe } from "./elements.ts";
import { translatePages } from "./translate.ts";

const NOW = Date.UTC(2026, 0, 2);

/** The plain page that import makes of `page.mdx` among other files, as Markdown, and the parts that are not shown. */
async function read(
  files: Readonly<Record<string, string>>,
  page: string,
  { file = "page.mdx", describe = (() => undefined) as Describe } = {},
) {
  const texts = { [file]: `---\ntitle: Page\nplugin: store\n---\n\n${page}`, ...files };
  const translated = (await translatePages({ files: createFiles(texts).files, describe, now: NOW })).get(file);
  const text = translated?.text ?? texts[file] ?? "";
  const site = await buildSite(createProject(), createFiles({ [file]: text }));
  const found = site.pages.find((each) => each.file === file) as Page;
  return {
    text,
    isTranslated: translated !== undefined,
    markdown: (await toMarkdown(found)).replace("# Page\n\n", "").trim(),
    findings: [...(translated?.findings ?? []), ...site.findings]
      .filter(({ kind }) => kind !== "everywhere")
      .map(({ message }) => message),
  };
}

const shown = async (files: Readonly<Record<string, string>>, page: string) => {
  const { markdown, findings } = await read(files, page);
  return { markdown, findings };
};

test("a page without code of another system stays as it is", async () => {
  expect((await read({}, "# Words\n\n<Steps>\n\n<Step>\n\nOne.\n\n</Step>\n\n</Steps>")).isTranslated).toBe(false);
});

test.each([
  [
    "Nextra, tabs by position",
    "<Tabs items={['npm', 'pnpm']}>\n  <Tabs.Tab>One.</Tabs.Tab>\n  <Tabs.Tab>Two.</Tabs.Tab>\n</Tabs>",
    "## npm\n\nOne.\n\n## pnpm\n\nTwo.",
  ],
  [
    "Starlight, a list of files",
    "<FileTree>\n\n- src/\n  - index.ts the start\n- package.json\n\n</FileTree>",
    "- `src`\n  - `index.ts` the start\n- `package.json`",
  ],
  ["Starlight, steps as a list", "<Steps>\n\n1. One.\n\n2. Two.\n\n</Steps>", "1. One.\n\n2. Two."],
  [
    "Nextra, steps as headings",
    "<Steps>\n\n### First\n\nOne.\n\n### Second\n\nTwo.\n\n</Steps>",
    "1. ### First\n\n   One.\n\n2. ### Second\n\n   Two.",
  ],
  [
    "Docusaurus, tabs with their labels apart",
    "<Tabs values={[{ label: 'macOS', value: 'mac' }, { label: 'Windows', value: 'win' }]}>\n<TabItem value='mac'>\n\nA\n\n</TabItem>\n<TabItem value='win'>\n\nB\n\n</TabItem>\n</Tabs>",
    "## macOS\n\nA\n\n## Windows\n\nB",
  ],
  [
    "Fumadocs, a table of types",
    "<TypeTable type={{ size: { type: 'number', description: 'How big.', default: '1', required: true } }} />",
    "- `size` (number, required, default: 1): How big.",
  ],
])("%s, is rewritten also where a page has no code", async (_, page, markdown) => {
  expect(await read({}, page)).toMatchObject({ isTranslated: true, markdown, findings: [] });
});

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
    expect(await shown(files, `import T from '${from}';\n\n<T npm="npm run x" cargo="cargo x" />`), from).toEqual({
      markdown: "## npm\n\n```sh\nnpm run x\n```\n\n## cargo\n\ncargo x\\\n**twice**",
      findings: [],
    });
});

test("content goes to the slot that it names, and what is in a slot shows where nothing is given", async () => {
  const box = `---
const isFilled = Astro.slots.has("more");
---
<check-list><slot />{isFilled && <section><slot name="more" /></section>}<slot name="end"><p>The end.</p></slot></check-list>`;
  const text = `import Box from './Box.astro';\n\n<Box>\n\nFirst.\n\n<Fragment slot="more">\n\nMore.\n\n</Fragment>\n\n</Box>\n\n<Box>Alone.</Box>`;
  expect(await shown({ "Box.astro": box }, text)).toEqual({
    markdown: "First.\n\nMore.\n\nThe end.\n\nAlone.\n\nThe end.",
    findings: [],
  });
});

test("lines that end between elements of a line are a space, as in HTML", async () => {
  const files = {
    "In.astro": "<p>\n  <strong>Added in</strong>\n  <code>2.0</code>\n</p>\n<div>\n  <p>A</p>\n  <p>B</p>\n</div>",
  };
  const { markdown } = await shown(files, 'import In from "./In.astro";\n\n<In />');
  expect(markdown).toBe("**Added in** `2.0`\n\nA\n\nB");
});

test("what a component hides until its script shows it is shown, and what hides by itself stays so", async () => {
  const fold = '<button>More</button><div class="fold hidden"><slot /></div><p hidden>Later.</p>';
  const files = { "Fold.astro": `${fold}\n<script>toggle();</script>`, "Wide.astro": '<p class="hidden">Never.</p>' };
  const page = 'import Fold from "./Fold.astro";\nimport Wide from "./Wide.astro";\n\n<Fold>The solution.</Fold>\n\n<Wide />';
  const { text } = await read(files, page);
  expect(text).toContain('<div className="fold">The solution.</div>\n\n<p>Later.</p>\n\n<p className="hidden">Never.</p>');
});

test("slots are handed on from one component to another", async () => {
  const files = {
    "In.astro": '<div><slot name="a" /></div>',
    "Out.astro": '---\nimport In from "./In.astro";\n---\n<In><Fragment slot="a"><slot name="b" /></Fragment></In>',
  };
  expect(await shown(files, 'import Out from "./Out.astro";\n\n<Out><p slot="b">Handed on.</p></Out>')).toEqual({
    markdown: "Handed on.",
    findings: [],
  });
});

test("the script of a component of Astro runs for each, with texts of the page's language and pages of the site", async () => {
  const since = `---
import { getCollection } from "astro:content";
import { getImage } from "astro:assets";
import { z } from "astro/zod";
import Map from "./map.png";
const { v } = z.object({ v: z.string().optional() }).parse(Astro.props);
const { src } = await getImage({ src: Map });
const pages = await getCollection("docs", ({ data }) => data.plugin === "store");
let words = "a";
if (v === "2") words = "b";
---
<p>{Astro.locals.t("since.added", { v })} {words} {pages.map(({ data }) => data.title).join()}</p><img alt="Map" src={src} />`;
  const files = {
    "components/Since.astro": since,
    "i18n/en.json": '{"since.added": "Added in {{v}}"}',
    "i18n/de.json": '{"since.added": "Neu in {{v}}"}',
  };
  expect(await shown(files, 'import Since from "./components/Since.astro";\n\n<Since v="2" />')).toEqual({
    markdown: "Added in 2 b Page\n\n![Map](/components/map.png)",
    findings: [],
  });
  const german = 'import Since from "../components/Since.astro";\n\n<Since v="3" />';
  expect((await read(files, german, { file: "de/page.mdx" })).markdown).toContain("Neu in 3 a");
});

const COMPONENTS = `import defaults from 'fumadocs-ui/mdx';
import type { MDXComponents } from 'mdx/types';
import { Callout } from 'fumadocs-ui/components/callout';
import { Figure } from '@/components/figure';
import { Wrench } from 'lucide-react';
import { Chart } from 'charts';

export function getMDXComponents(components?: MDXComponents): MDXComponents {
  return {
    ...defaults,
    img: (props) => <Zoom {...(props as any)} />,
    Figure,
    Wrench,
    Hint: Callout,
    Chart,
    Card: Figure,
    Shout: ({ children }) => <strong>{children}!</strong>,
    ...components,
  };
}`;
const FIGURE = `export function Figure({ src, alt, caption }: { src: string; alt: string; caption?: string }) {
  return <figure><img src={src} alt={alt} />{caption && <figcaption>{caption}</figcaption>}</figure>;
}`;
const SITE = { "mdx-components.tsx": COMPONENTS, "components/figure.tsx": FIGURE };

test("components that a site gives to every page are shown without an import", async () => {
  const page =
    '<Figure src="/a.png" alt="A" caption="Words." />\n\n<Shout>Loud</Shout> <Wrench />\n\n<Hint type="warn">Hot.</Hint>';
  const { markdown, findings } = await shown(SITE, page);
  expect(findings).toEqual([]);
  expect(markdown).toContain("![A](/a.png)");
  expect(markdown).toContain("Words.");
  expect(markdown).toContain("**Loud!**");
  expect(markdown).toContain("> Hot.");
});

test("components of Docent stay Docent's, and one that nothing gives is named", async () => {
  const { markdown, findings } = await shown(
    SITE,
    '<Card title="T" href="/docs">In.</Card>\n\n<Chart>Numbers.</Chart>\n\n<Other />',
  );
  expect(markdown).toContain("[T](/docs)");
  expect(markdown).toContain("Numbers.");
  expect([...new Set(findings)].sort()).toEqual([
    expect.stringContaining('<Chart> comes from "charts"'),
    expect.stringContaining("<Chart> is not a component"),
    expect.stringContaining("<Other> is not a component"),
  ]);
});

test("helpers of packages that change nothing about the words are known: names of classes, icons, zooms, addresses", async () => {
  const page = [
    'import { FaGithub } from "react-icons/fa";',
    'import { ArrowRight as Next } from "@phosphor-icons/react";',
    'import cx from "classnames";',
    'import Zoom from "react-medium-image-zoom";',
    'import Link from "@docusaurus/Link";',
    'import useBaseUrl from "@docusaurus/useBaseUrl";',
    'import map from "@site/static/img/map.png";',
    'import { cn } from "@/lib/utils";',
    "",
    'export const Box = React.memo(forwardRef(({ on, children }, ref) => <div className={cx("a", ["b", null], { c: on, d: !on })}>{cn("e", on && "f")}: {children}</div>));',
    "",
    '<Box on><FaGithub size={3} /><Next />Words</Box>\n\n<Zoom>![A](/a.png)</Zoom>\n\nSee <Link to={useBaseUrl("guides/first")}>First</Link>, <img src={map} alt="Map" />.',
  ].join("\n");
  expect(await shown({}, page)).toEqual({
    markdown: "e f: Words\n\n![A](/a.png)\n\nSee [First](/guides/first), ![Map](/static/img/map.png).",
    findings: [],
  });
});

test("a picture that is imported as a component is shown, whatever asks a bundler for it", async () => {
  const files = { "icons.ts": 'export { default as Files } from "./files.svg?svgr";\nexport const raw = 1;' };
  const page = `import { Files } from "./icons.ts";\nimport Logo from "./logo.svg";\n\nA <Files width="20" />, <Logo title="Ours" />.`;
  expect(await shown(files, page)).toEqual({ markdown: "A ![](/files.svg), ![Ours](/logo.svg).", findings: [] });
});

test("a themed picture of Docusaurus is a picture for each of the two looks", async () => {
  const page = [
    'import ThemedImage from "@theme/ThemedImage";',
    'import useBaseUrl from "@docusaurus/useBaseUrl";',
    "",
    '<ThemedImage alt="Map" sources={{ light: useBaseUrl("/l.png"), dark: useBaseUrl("/d.png") }} />',
  ].join("\n");
  expect(await shown({}, page)).toEqual({ markdown: "![Map](/l.png) ![Map](/d.png)", findings: [] });
});

test("a page of Nextra lists the pages of its folder in the order of its _meta file", async () => {
  const overview = `import { getIndexPageMap, getPageMap } from "nextra/page-map";
export const Overview = async ({ filePath }) => {
  const items = await getPageMap(filePath.replace("app", "").replace("/page.mdx", ""));
  return getIndexPageMap(items).map((run) =>
    Array.isArray(run) ? (
      <Cards>{run.map(({ title, route, href, frontMatter }) => <Cards.Card title={title} href={route || href}>{frontMatter?.icon}</Cards.Card>)}</Cards>
    ) : (
      <h2>{run.title}</h2>
    ),
  );
};`;
  const texts = {
    "docs/guide/index.mdx": 'import { Overview } from "../../overview.jsx";\n\n<Overview filePath={metadata.filePath} />',
    "overview.jsx": overview,
    "docs/guide/b.mdx": "---\nicon: star\n---\n\n# Second",
    "docs/guide/a.mdx": "# First",
    "docs/guide/sub/index.mdx": "# Below",
    "docs/guide/hidden.mdx": "# Hidden",
  };
  const orders = new Map([
    [
      "docs/guide",
      { pages: ["index", "b", "!hidden", "---More---", "[Out](https://a.example)", "..."], titles: { index: "Start" } },
    ],
  ]);
  const pathInSite = (name: string) => `app/${name.replace(/index\.mdx$/, "page.mdx")}`;
  const { files } = createFiles(texts);
  const pages = await translatePages({ files, orders, pathInSite, describe: () => undefined, now: NOW });
  const { text, findings } = pages.get("docs/guide/index.mdx") ?? {};
  expect(findings).toEqual([]);
  expect(text?.match(/<h2>.*|## .*|title="[^"]*"|href="[^"]*"|star/g)).toEqual([
    ...['title="Start"', 'href="/docs/guide"', 'title="Second"', 'href="/docs/guide/b"', "star", "<h2>More</h2>"],
    ...['title="Out"', 'href="https://a.example"', 'title="First"', 'href="/docs/guide/a"'],
    ...['title="Below"', 'href="/docs/guide/sub"'],
  ]);
});

test("lines and spaces of text that is set as it is written stay", async () => {
  const files = { "Out.astro": "<pre><code set:html={Astro.props.text} /></pre>" };
  const page =
    'import Out from "./Out.astro";\n\nexport const lines = "  one\\n\\n    two";\n\n<pre><code class="x">{lines} <b>three</b></code></pre>';
  const { text, findings } = await read(files, page);
  expect(text).toContain('<pre><code className="x">{"  one\\n\\n    two"} <b>three</b></code></pre>');
  expect(findings).toEqual([]);
});

test("HTML of Markdown that a page takes in is elements, whatever lines are in it", async () => {
  const files = { "out.md": "<pre><code>one <b>two</b>\n\n  three</code></pre>" };
  const { text, findings } = await read(files, 'import Out from "./out.md";\n\n<div>\n\n<Out />\n\n</div>');
  expect(text).toContain("```\n  one two\n\n    three\n  ```");
  expect(findings).toEqual([]);
});

test("films of YouTube's light frame are frames, and components of a theme are those that are given to it", async () => {
  const files = {
    "mdx-components.tsx": `import { useMDXComponents as ofTheme } from "nextra-theme-docs";
const { img: Image, ...all } = ofTheme({ Own: () => <p>Own words.</p> });
export const useMDXComponents = (given) => ({ ...all, ...given });`,
  };
  const page = `import Film from "react-lite-youtube-embed";\n\n<Film id="abc" title="Talk" />\n\n<Own />`;
  const { text, markdown, findings } = await read(files, page);
  expect(text).toContain('src="https://www.youtube-nocookie.com/embed/abc"');
  expect(markdown).toContain("Own words.");
  expect(findings).toEqual([]);
});

test("files that a page includes come as their content, code as a fence, a region of it alone", async () => {
  const files = {
    "part.mdx": "---\ntitle: Part\n---\n\nFrom *part*.",
    "a.ts": "// #region own\n  const a = 1;\n// #endregion\nconst b = 2;",
  };
  expect(await shown(files, "<include>./part.mdx</include>\n\n<include>./a.ts#own</include>")).toEqual({
    markdown: "From *part*.\n\n```ts\nconst a = 1;\n```",
    findings: [],
  });
});

test("fields of a type come from its source", async () => {
  const files = { "props.ts": "export interface Props {\n  /** How big. @default 1 */\n  size?: number;\n}" };
  const { markdown } = await shown(files, '<auto-type-table path="./props.ts" name="Props" />');
  expect(markdown).toContain("- `size` (number");
  expect(markdown).toContain("How big.");
});

const describe: Describe = (reference) =>
  reference.includes("/pets")
    ? {
        name: `api.json ${reference}`,
        words: [{ type: "paragraph", children: [{ type: "text", value: `Words of ${reference}.` }] }],
      }
    : undefined;

test("operations are shown in words, and one that a page is about is named in its front matter", async () => {
  const one = await read({}, '<APIPage operations={[{ path: "/pets", method: "get" }]} />', { describe });
  expect(one.text).toContain('openapi: "api.json GET /pets"');
  const two = await read(
    {},
    '<APIPage operations={[{ path: "/pets", method: "get" }, { path: "/pets", method: "post" }, { path: "/x", method: "get" }]} />',
    { describe },
  );
  expect(two.markdown).toBe("Words of GET /pets.\n\nWords of POST /pets.\n\n```http\nGET /x\n```");
  expect(two.findings).toEqual(["<APIPage> shows method and path alone: no API description of the folder has GET /x."]);
});
