import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { toMarkdown } from "../../lib/content/output/compile.ts";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import { DescriptionError } from "../../lib/openapi/description/json.ts";
import { createFiles, createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { downloadNamed } from "./download.ts";
import { openRepository, writeRepository } from "./fixtures/repository.ts";
import { listOutside } from "./outside.ts";
import { toPlain } from "./plain.ts";
import { describeRepository } from "./print.ts";
import { readSite } from "./read-site.ts";
import { findRemedy } from "./remedies.ts";
import { reportOn } from "./report.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const open = (texts: Readonly<Record<string, string>>) => openRepository(folder, texts);

test("texts that components of Starlight ask for by a key come along, in every language and form", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { "@astrojs/starlight": "1" } }),
    "src/content/docs/index.mdx": 'import Box from "~/components/Mark.astro";\n\n<Box />',
    "src/components/Mark.astro": '<b>{Astro.locals.t("new")}</b>',
    "src/content/i18n/en.yml": "new: New",
    "src/content/i18n/pt-BR.json": '{ "new": "Novo" }',
    "src/content/i18n/de.yml": "new: [",
  });
  const { texts } = listOutside(folder, repository, files.files);
  expect([...texts].filter(([name]) => name.startsWith("i18n/"))).toEqual([
    ["i18n/en.json", '{\n  "new": "New"\n}\n'],
    ["i18n/pt-br.json", '{ "new": "Novo" }'],
  ]);
  const plain = await toPlain(folder, repository, files);
  const site = await buildSite({ ...createProject(), isReplaced: true }, plain.files);
  expect(await reportOn(site, { translated: plain })).toMatchObject({ whole: 1, reasons: [] });
  expect(site.passages.map(({ text }) => text)).toEqual(["New"]);
});

test("the report says of elements that no page has whether their words are shown", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { nextra: "1" } }),
    "content/plain.mdx": "<form><label>Your name</label></form>",
    "content/pressed.mdx": "<button>Go</button>",
    "content/chosen.mdx": '<select><option>One</option></select>\n\n<input type="range" />',
    "content/taken.mdx": 'import { Box } from "box-kit";\n\n<Box />',
  });
  const plain = await toPlain(folder, repository, files);
  const site = await buildSite({ ...createProject(), isReplaced: true }, plain.files);
  const { whole, dressed, reasons } = await reportOn(site, { translated: plain });
  expect([whole, dressed, reasons.map(({ text }) => text).sort()]).toEqual([
    3,
    0,
    ['<Box> comes from "box-kit", which is not a file of the content; only its children are shown.'],
  ]);
  expect(reasons.find(({ text }) => text.startsWith("<Box>"))?.remedy).toMatch(/^It is of a package, or made when/);
});

test("Markdown around the content is part of the pages that include it, and not a page", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { nextra: "1" } }),
    "app/call.mdx": "Called.",
    "app/told.mdx": "---\ntitle: Told\n---\n\nTold.",
    "content/start.mdx": 'import Call from "../app/call.mdx";\nimport Told from "../app/told.mdx";\n\n<Call />\n\n<Told />',
  });
  const site = await buildSite(createProject(), (await toPlain(folder, repository, files)).files);
  expect(pagesInOrder(site, { language: "en", version: null }).map(({ file }) => file)).toEqual(["start.mdx"]);
  expect(await toMarkdown(site.pages.find(({ file }) => file === "start.mdx") as Page)).toContain("Called.\n\nTold.");
});

const ADDRESS = "https://specs.example/v1/pets-openapi?raw=1";
const build = (texts: Readonly<Record<string, string>>) => buildSite(createProject(), createFiles(texts));

const MADE = (source: string) => ({
  "docs.json": JSON.stringify({
    navigation: {
      groups: [
        { group: "Start", pages: ["start"] },
        { group: "Endpoints", openapi: { source, directory: "made" } },
      ],
    },
  }),
  "start.mdx": "[List](/made/pets/list-pets) and [nothing](/nowhere).",
});

test.each([
  [ADDRESS, `The API description at ${ADDRESS} is not fetched: navigation has links to it in place of its operations.`],
  ["specs/a.json", "navigation: the folder has no API description specs/a.json; the pages of its operations are left out."],
])("pages that would be made of %s are missed with their reason, and so are links to them", async (source, reason) => {
  const { reasons } = await reportOn(await build(MADE(source)));
  expect(reasons.map(({ text }) => text)).toEqual([
    `A link leads to no page, since the API description ${source} is not in the folder: /made/pets/list-pets`,
    "A link leads to no page: /nowhere",
    reason,
  ]);
});

test("with the description in the folder those pages are there", async () => {
  const list = { summary: "List pets", tags: ["Pets"], responses: { 200: { description: "All." } } };
  const description = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: list } },
  });
  const { reasons } = await reportOn(await build({ ...MADE(ADDRESS), "pets-openapi.json": description }));
  expect(reasons.map(({ text }) => text)).toEqual(["A link leads to no page: /nowhere"]);
});

test("a link to a heading that is not there is counted, and one in another spelling of it is not", async () => {
  const { whole, reasons } = await reportOn(
    await build({
      "docs.json": JSON.stringify({ navigation: { pages: ["index", "a"] } }),
      "index.mdx": "# Start\n\n[A](/a#no-such) and [B](#no-such)",
      "a.mdx": "## Set & go\n\n[Here](#set-&-go)",
    }),
  );
  expect(whole).toBe(1);
  expect(reasons.map(({ text, places }) => [text, places])).toEqual([
    ["A link leads to no heading: /a#no-such", ["index.mdx:3", "index.mdx:3 (#no-such)"]],
  ]);
});

test("faults that readers cannot see are counted: media over http, pages in no sidebar, and marks of other systems", async () => {
  const site = await build({
    "docs.json": JSON.stringify({ navigation: { groups: [{ group: "A", pages: ["index", "film", "marks", "plain"] }] } }),
    "index.mdx": "# Start",
    "film.mdx": "![x](http://old.example.com/x.png)",
    "marks.md": 'import { Box } from "../Box"\n\n!!! note "Title"\n    Words.\n\n::: pkg.module\n\n```{toctree}\na\n```\n',
    "plain.md": "Words, and `!!! note` in code.\n\n```text\n!!! note\n```",
  });
  const { whole, pages, reasons } = await reportOn(site);
  expect([whole, pages]).toEqual([2, 4]);
  expect(reasons.map(({ text, pages }) => [text, pages])).toEqual([
    ["Media over http is never shown: http://old.example.com/x.png", 1],
    ["A file of .md is plain Markdown, so that its imports are shown as text; name it .mdx.", 1],
    ["A reference of mkdocstrings is not generated: ::: pkg.module", 1],
    ['An admonition of MkDocs is shown with its marks: !!! note "Title"', 1],
    ["A directive of MyST is shown with its marks: {toctree}", 1],
  ]);
  expect(reasons.every(({ remedy }) => remedy !== undefined)).toBe(true);
});

test("a page that docs.json lists and no sidebar has is not as it is meant", async () => {
  const built = await build({ "docs.json": '{"navigation":{"pages":["a","b"]}}', "a.mdx": "# A", "b.mdx": "# B" });
  const [a] = built.tree?.children ?? [];
  const site = { ...built, tree: built.tree && { ...built.tree, children: a ? [a] : [] } };
  const { whole, listed, reasons } = await reportOn(site);
  expect([whole, listed, reasons.map(({ text, places }) => [text, places])]).toEqual([
    1,
    1,
    [["docs.json lists the page, but no sidebar shows it.", ["b.mdx"]]],
  ]);
});

test("the start page is named where it is plain or lacks something", async () => {
  const settings = { "docs.json": '{"navigation":{"pages":["index"]}}' };
  const frontOf = async (text: string) => (await reportOn(await build({ ...settings, "index.mdx": text }))).front;
  expect(await frontOf("# Start")).toBeUndefined();
  expect(await frontOf("<Frill>x</Frill>")).toEqual({ file: "index.mdx", isLook: true });
  expect(await frontOf("![x](/gone.png)")).toEqual({ file: "index.mdx", isLook: false });
});

test.each([
  ["Hugo", { "hugo.toml": "", "docs/a.md": "A" }],
  ["mdBook", { "docs/book.toml": "", "docs/SUMMARY.md": "", "docs/a.md": "A" }],
  [undefined, { "docs/a.md": "A" }],
])("pages written for %s are said to be", (system, texts) => {
  const repository = writeRepository(folder, texts);
  expect([repository.kind, repository.system]).toEqual(["markdown", system]);
  expect(describeRepository(repository)).toContain(
    system === undefined ? "Plain Markdown" : `A ${system} site, which is not read as one`,
  );
});

test("descriptions at an address are downloaded, and an unavailable one affects only itself", async () => {
  const address = (name: string) => `https://example.com/${name}.json`;
  const repository = writeRepository(folder, {
    "docs.json": JSON.stringify({
      name: "A",
      navigation: { pages: [{ group: "B", openapi: [address("pets"), address("gone")] }] },
    }),
    "a.mdx": "# A",
  });
  const text = '{"openapi":"3.1.0","info":{"title":"P","version":"1"},"paths":{"/pets":{"get":{"summary":"List"}}}}';
  const said: string[] = [];
  const download = async (from: string) => {
    if (from === address("gone")) throw new DescriptionError("It is gone.");
    return { path: "pets.json", text, hash: "1" };
  };
  const read = await readSite(folder, repository, "A", {
    download: (content) => downloadNamed(content, download, (line) => said.push(line)),
  });
  expect(read.site.pages.map(({ title }) => title)).toContain("List");
  expect(read.added).toEqual([{ path: "pets.json", text, hash: "1" }]);
  expect(said).toEqual([`Downloaded ${address("pets")} as pets.json.`, "Not downloaded: It is gone."]);
});

test("a mint.json gives the copy a docs.json that says the same", async () => {
  const mint = {
    name: "Old pets",
    openapi: "api.json",
    tabs: [{ name: "Guides", url: "guides" }],
    anchors: [{ name: "Forum", url: "https://forum.example.com" }],
    navigation: [
      { group: "Start", pages: ["index", "quickstart"] },
      { group: "Guides", pages: ["guides/first", "guides/list"] },
    ],
    topbarLinks: [{ name: "Blog", url: "https://blog.example.com" }],
  };
  const api = '{"openapi":"3.1.0","info":{"title":"P","version":"1"},"paths":{"/pets":{"get":{"summary":"List the pets"}}}}';
  const repository = writeRepository(folder, {
    ...{ "mint.json": JSON.stringify(mint), "api.json": api },
    ...{ "index.mdx": "# A", "quickstart.mdx": "# B", "guides/first.mdx": "# C" },
    "guides/list.mdx": "---\nopenapi: GET /pets\n---",
  });
  const { site, added } = await readSite(folder, repository, "A");
  expect(added?.map(({ path: name }) => name)).toEqual(["docs.json"]);
  expect(site.project.name).toBe("Old pets");
  expect(site.appearance?.links).toEqual([{ text: "Blog", href: "https://blog.example.com" }]);
  expect(site.tree?.children.map((node) => ("title" in node ? node.title : ""))).toEqual(["Documentation", "Guides"]);
  expect(site.tree?.global.map(({ title }) => title)).toEqual(["Forum"]);
  expect(pagesInOrder(site, { language: "en", version: null }).map(({ title }) => title)).toEqual([
    "A",
    "B",
    "C",
    "List the pets",
  ]);
  expect(site.findings).toEqual([]);
});

test("pages of Fumadocs that link to each other at the root are at the root here, and dead links count", async () => {
  const repository = writeRepository(folder, {
    "package.json": '{"dependencies":{"fumadocs-ui":"1"}}',
    "content/docs/a.mdx": "---\ntitle: A\n---\n[B](/guides/b) and [B again](/guides/b#part), [a file](/files/a.pdf)",
    "content/docs/guides/b.mdx": "---\ntitle: B\n---\n[A](/a) and [C](/c)\n\n## Part",
  });
  const { site } = await readSite(folder, repository, "A");
  expect(site.pages.map(({ path: address }) => address)).toEqual(["/a", "/guides/b"]);
  const { whole, reasons } = await reportOn(site);
  expect(whole).toBe(1);
  expect(reasons.map(({ text, places }) => [text, places])).toEqual([["A link leads to no page: /c", ["guides/b.mdx:4"]]]);
});

test("pages of Fumadocs whose links name /docs are below it", async () => {
  const repository = writeRepository(folder, {
    "package.json": '{"dependencies":{"fumadocs-ui":"1"}}',
    "content/docs/a.mdx": "---\ntitle: A\n---\n[B](/docs/b) and [C](/docs/c)",
    "content/docs/b.mdx": "---\ntitle: B\n---\nB",
  });
  const { site } = await readSite(folder, repository, "A");
  expect(site.pages.map(({ path: address }) => address)).toEqual(["/docs/a", "/docs/b"]);
  expect((await reportOn(site)).reasons.map(({ text }) => text)).toEqual(["A link leads to no page: /docs/c"]);
});

test("the report says why a part is not shown, names icons that do not exist, and no parser", async () => {
  const { site, plain } = await readSite(
    folder,
    writeRepository(folder, {
      "package.json": JSON.stringify({ dependencies: { "@astrojs/starlight": "1" } }),
      "src/components/Fetched.astro":
        '---\nconst all = await fetch("https://a.example").then((got) => got.json());\n---\n<ul>{all.map((each) => <li>{each}</li>)}</ul>',
      "src/components/Parsed.astro":
        '---\nimport { parse } from "yaml";\nconst all = parse("a: 1");\n---\n<ul>{all.map((each) => <li>{each}</li>)}</ul>',
      "src/components/Listed.astro":
        '---\nimport { getCollection } from "astro:content";\nconst all = await getCollection("blog");\n---\n<ul>{all.map((each) => <li>{each.id}</li>)}</ul>',
      "src/content/docs/index.mdx": `---
title: A
---
import Fetched from "../../components/Fetched.astro";
import Parsed from "../../components/Parsed.astro";
import Listed from "../../components/Listed.astro";

<Fetched />

<Parsed />

<Listed />

An <Icon name="no-such-thing" /> and {what(} here, and [gone](/gone).`,
    }),
    "A",
  );
  const { reasons } = await reportOn(site, { translated: plain });
  expect(reasons.map(({ text }) => text).sort()).toEqual([
    "A link leads to no page: /gone",
    expect.stringMatching(/^A part of the page is not shown: "fetch" is not there .* \(components\/Fetched\.astro:2\)\.$/),
    "A part of the page is not shown: parse of yaml is not known (components/Parsed.astro:3).",
    'A part of the page is not shown: the collection "blog" is not imported (components/Listed.astro:3).',
    expect.stringMatching(/^There is no icon "no-such-thing"/),
    'What is between the braces is not JavaScript. Write a literal brace as "\\{", or put it in `code`. It is shown as text.',
  ]);
  expect(reasons.every(({ remedy }) => remedy !== undefined && !remedy.includes("DOCS_JSON"))).toBe(true);
  for (const [hasDocsJson, file] of [
    [true, "docs.json"],
    [false, "docent.config.ts"],
  ] as const)
    expect(findRemedy("A link leads to no page: /gone", { hasDocsJson })).toContain(`add a redirect to ${file}.`);
});
