import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import { createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { listStatic } from "./content.ts";
import { openRepository, writeRepository } from "./fixtures/repository.ts";
import { describeUnloaded, listLeftOut } from "./left-out.ts";
import { oldAddress, redirectsOf } from "./old-addresses.ts";
import { listOutside } from "./outside.ts";
import { toPlain } from "./plain.ts";
import { readSite } from "./read-site.ts";
import { reportOn } from "./report.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const open = (texts: Readonly<Record<string, string>>) => openRepository(folder, texts);

const STARLIGHT = {
  "package.json": JSON.stringify({ dependencies: { "@astrojs/starlight": "1" } }),
  "tsconfig.json": '{\n  // Short names.\n  "compilerOptions": { "paths": { "@parts/*": ["./src/components/*"], } }\n}',
  "src/components/Box.astro": '---\nimport { tone } from "../data/tone";\n---\n<div>{tone}: <slot /></div>',
  "src/data/tone.ts": 'export const tone = "Mind";',
  "src/assets/map.png": "x",
  "secret.txt": "x",
};

test.each(["mdx-components.tsx", "src/mdx-components.tsx", "app/docs/[[...slug]]/page.tsx"])(
  "components that a Fumadocs site gives to every page, in %s, come along",
  async (name) => {
    const given = `import { Box } from "@/components/box";\nexport default function Page() { return <Body components={{ Box }} />; }`;
    const { repository, files } = await open({
      "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }),
      "components/box.tsx": "export const Box = ({ children }) => <div>Mind: {children}</div>;",
      "content/docs/index.mdx": "<Box>Hot.</Box>",
      [name]: given,
    });
    const { texts } = listOutside(folder, repository, files.files);
    expect([...texts.keys()].sort()).toEqual(["components/box.tsx", "mdx-components.tsx"]);
    const plain = await toPlain(folder, repository, files);
    expect(plain.files.files.map(({ path: each }) => each)).toEqual(["index.mdx"]);
    const site = await buildSite({ ...createProject(), isReplaced: true }, plain.files);
    expect(await reportOn(site, { translated: plain })).toMatchObject({ pages: 1, whole: 1, reasons: [] });
    expect(site.passages.map(({ text }) => text)).toEqual([expect.stringContaining("Mind: Hot.")]);
  },
);

test("components that a page's file gives where it is drawn for a request come along", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }),
    "components/box.tsx": "export const Box = ({ children }) => <div>Mind: {children}</div>;",
    "content/docs/index.mdx": "<Box>Hot.</Box>\n\n<Soft>Cold.</Soft>",
    "app/docs/[[...slug]]/page.tsx": `import { notFound } from "next/navigation";
import { Box } from "@/components/box";
import { source } from "@/lib/source";
export default async function Page({ params }: { params: Promise<{ slug?: string[] }> }) {
  const { slug } = await params;
  const page = source.getPage(slug);
  if (!page) return notFound();
  const Body = page.data.body;
  return <Body components={{ Box, Soft: ({ children }: { children: unknown }) => <p>Softly: {children}</p> }} />;
}`,
  });
  const plain = await toPlain(folder, repository, files);
  const site = await buildSite({ ...createProject(), isReplaced: true }, plain.files);
  expect(site.passages.map(({ text }) => text).join()).toMatch(/Mind: Hot\.[\s\S]*Softly: Cold\./);
});

test("the file with the components that the pages use is copied, of several that provide components", async () => {
  const giving = (name: string) =>
    `import { ${name} } from "@/components/${name}";\nexport default () => <Body components={withOthers({ ${name} })} />;`;
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }),
    "components/Box.tsx": "export const Box = ({ children }) => <div>Mind: {children}</div>;",
    "components/Post.tsx": "export const Post = ({ children }) => <div>{children}</div>;",
    "content/docs/index.mdx": "<Box>Hot.</Box>",
    "app/blog/page.tsx": giving("Post"),
    "app/docs/page.tsx": giving("Box"),
  });
  expect([...listOutside(folder, repository, files.files).texts.keys()].sort()).toEqual([
    "components/Box.tsx",
    "mdx-components.tsx",
  ]);
});

test("a copy has the components, code and pictures around the content that its pages take in, and what those take in", async () => {
  const page = `import Box from "@parts/Box.astro";\nimport Same from "../../components/Box.astro";\n\n<Box>Hot.</Box>\n\n<Same>Cold.</Same>\n\n![Map](~/assets/map.png)\n\n![Same](../../assets/map.png)\n\n![No](../../../../elsewhere.png)`;
  const { repository, files } = await open({ ...STARLIGHT, "src/content/docs/index.mdx": page });
  const { texts, pictures } = listOutside(folder, repository, files.files);
  expect([...texts.keys()].sort()).toEqual(["components/Box.astro", "data/tone.ts", "parts/Box.astro"]);
  expect([...pictures.keys()]).toEqual(["assets/map.png"]);
  const plain = await toPlain(folder, repository, files);
  const site = await buildSite(createProject(), plain.files);
  expect([...site.findings, ...plain.onFiles, ...[...plain.onPages.values()].flat()]).toEqual([]);
  expect(site.passages.map(({ text }) => text).join(" ")).toMatch(/Mind: Hot\..*Mind: Cold\./s);
});

test("nothing is taken from outside of the repository", async () => {
  const page = 'import a from "../../../../outside.ts";\n\n![](../../../../outside.png)\n\n![](/etc/hosts)';
  const { repository, files } = await open({ ...STARLIGHT, "src/content/docs/index.mdx": page });
  writeFileSync(path.join(folder, "..", "outside.ts"), "export default 1;");
  const { texts, pictures } = listOutside(folder, repository, files.files);
  expect([[...texts.keys()], [...pictures.keys()]]).toEqual([[], []]);
});

test("nothing is taken through a link that leads out of the repository", async () => {
  const page =
    'import a from "../../linked.ts";\nimport b from "../../folder/secret.ts";\n\n![](../../linked.png)\n\n![](../../own.png)';
  const { repository, files } = await open({ ...STARLIGHT, "src/content/docs/index.mdx": page });
  const outside = path.join(folder, "..", "machine");
  mkdirSync(outside);
  for (const name of ["secret.ts", "secret.png"]) writeFileSync(path.join(outside, name), "export default 1;");
  symlinkSync(path.join(outside, "secret.ts"), path.join(folder, "src/linked.ts"));
  symlinkSync(path.join(outside, "secret.png"), path.join(folder, "src/linked.png"));
  symlinkSync(outside, path.join(folder, "src/folder"));
  symlinkSync(path.join(folder, "src/assets/map.png"), path.join(folder, "src/own.png"));
  const { texts, pictures } = listOutside(folder, repository, files.files);
  expect([[...texts.keys()], [...pictures.keys()]]).toEqual([[], ["own.png"]]);
  symlinkSync(outside, path.join(folder, "public"));
  expect([...listStatic(repository)]).toEqual([]);
});

test("links inside the folders that are looked through are not followed, neither back up nor out of the repository", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }),
    "content/docs/index.mdx": "A",
    "public/own.png": "x",
    "app/page.tsx": "export default 1;",
    "blog/old.mdx": "Old.",
  });
  const outside = path.join(folder, "..", "machine");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "secret.png"), "x");
  writeFileSync(path.join(outside, "given.tsx"), "<Body components={{ Box: 1 }} />");
  // Each of two that lead back up would double the folders, forty levels deep.
  for (const name of ["public", "app", "blog"])
    for (const [link, to] of [
      ["machine", outside],
      ["up", ".."],
      ["again", ".."],
    ] as const)
      symlinkSync(to, path.join(folder, name, link));
  expect([...listStatic(repository).keys()]).toEqual(["own.png"]);
  expect([...listOutside(folder, repository, files.files).texts.keys()]).toEqual([]);
  expect(listLeftOut(repository)).toEqual([{ folder: path.join(folder, "blog"), pages: 1 }]);
});

test.each([
  ["starlight", "concept/Inter-Process Talk/index.mdx", "A", "concept/inter-process-talk"],
  ["starlight", "a/b.mdx", "---\nslug: other/place\n---", "other/place"],
  ["docusaurus", "guides/README.md", "A", "guides"],
  ["docusaurus", "guides/guides.md", "A", "guides"],
  ["docusaurus", "guides/a.md", "---\nslug: /top\n---", "top"],
  ["docusaurus", "guides/a.md", "---\nslug: b/c\n---", "guides/b/c"],
  ["docusaurus", "guides/a.md", "---\nid: named\n---", "guides/named"],
  ["fumadocs", "guides/a.md", "---\nslug: /top\n---", undefined],
] as const)("a page of %s, %s, had its own address", (kind, file, text, expected) => {
  expect(oldAddress(kind, { path: file, text })).toBe(expected);
});

test("old addresses lead to their pages, and so do links to translations that are not there", async () => {
  const { repository, files } = await open({
    ...STARLIGHT,
    "src/content/docs/Big Words.mdx": "# Big",
    "src/content/docs/a.mdx": "# A\n\n[Big](/big-words/)",
    "src/content/docs/es/a.mdx": "# A\n\n[Big](/es/big-words/) [Gone](/es/gone/)",
    "src/content/docs/docs.json": JSON.stringify({
      navigation: {
        languages: [
          { language: "en", pages: ["a", "Big Words"] },
          { language: "es", pages: ["es/a"] },
        ],
      },
    }),
  });
  const site = await buildSite(createProject(), files);
  const redirects = await redirectsOf(repository.kind === "docs.json" ? { kind: "starlight" } : repository, site, {
    files: files.files,
    languages: ["en", "es"],
  });
  expect(redirects).toEqual([
    { source: "/es/big-words", destination: "/docs/Big%20Words" },
    { source: "/big-words", destination: "/docs/Big%20Words" },
  ]);
});

test("a page is not complete while a component that it takes in is not, and the report names the place and both pages", async () => {
  const { files } = await open({
    "docs.json": JSON.stringify({ navigation: { pages: ["a", "b", "c"] } }),
    "a.mdx": 'import Box from "/snippets/box.jsx";\n\n<Box />',
    "b.mdx": 'import Box from "/snippets/box.jsx";\n\n<Box />\n\n[Gone](/gone) [Away](/away)',
    "c.mdx": "# C",
    "snippets/box.jsx": "export default () => <p>{localStorage.x}</p>;",
  });
  const report = await reportOn(await buildSite(createProject(), files));
  expect([report.whole, report.pages]).toEqual([1, 3]);
  expect(report.reasons).toEqual([
    expect.objectContaining({
      pages: 2,
      unit: "page",
      text: expect.stringContaining("(snippets/box.jsx:1)"),
      places: ["a.mdx:3", "b.mdx:3"],
      remedy: expect.stringContaining("site/ui.tsx"),
    }),
    expect.objectContaining({ pages: 1, text: "A link leads to no page: /gone", places: ["b.mdx:5", "b.mdx:5 (/away)"] }),
  ]);
});

test("pages beside the content, such as a blog, are named with their number, and those about the repository are not", async () => {
  const { repository } = await open({
    "website/package.json": JSON.stringify({ dependencies: { "@docusaurus/core": "1" } }),
    "website/docs/a.md": "A",
    "website/README.md": "About",
    "website/blog/one.md": "1",
    "website/blog/2020/two.mdx": "2",
    "website/versioned_docs/version-1/a.md": "A",
    "website/versioned_docs/version-1/b/c.md": "C",
    "website/versioned_docs/version-1/CHANGELOG.md": "About",
    "website/node_modules/x/y/a.md": "x",
  });
  const left = listLeftOut(repository).map(({ folder: place, pages }) => [path.relative(folder, place), pages]);
  expect(left).toEqual([
    ["website/versioned_docs/version-1", 2],
    ["website/blog", 1],
    ["website/blog/2020", 1],
  ]);
});

test("pages that no sidebar has are not counted as in the navigation", async () => {
  const { repository, files } = await open({
    "package.json": JSON.stringify({ dependencies: { "fumadocs-core": "1" } }),
    "content/docs/meta.json": '{ "pages": ["a"] }',
    "content/docs/a.mdx": "A",
    "content/docs/b.mdx": "B",
  });
  const plain = await toPlain(folder, repository, files);
  const site = await buildSite({ ...createProject(), isReplaced: true }, plain.files);
  expect(await reportOn(site, { translated: plain })).toMatchObject({ pages: 2, listed: 1, listedWhole: 1 });
  expect(describeUnloaded(repository)).toEqual([]);
});

test("scripts of a docs.json repository are named", async () => {
  const { repository } = await open({
    "docs.json": '{"navigation": {}}',
    "a.mdx": "A",
    "style.css": "",
    "js/x.js": "",
    "node_modules/y.js": "",
  });
  expect(describeUnloaded(repository)).toEqual([
    "js/x.js: name scripts in docent.config.ts; those of the content are never loaded",
  ]);
});

test("a wrapper that is not here costs looks alone", async () => {
  const { repository, files } = await open({
    "docs.json": '{"navigation":{"pages":["index"]}}',
    "index.mdx": "<Frill>B</Frill>\n\n<Gone />",
    "plain.mdx": "<Frill>\n\nB\n\n</Frill>",
  });
  const { reasons, dressed } = await reportOn(await buildSite({ ...createProject(), isReplaced: true }, files));
  expect(reasons.map(({ text, isLook, pages }) => [text.split(" ")[0], isLook, pages])).toEqual([
    ["<Frill>", true, 2],
    ["<Gone>", false, 1],
  ]);
  expect([dressed, repository.kind]).toEqual([1, "docs.json"]);
});

const described = (path: string) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { [path]: { get: { responses: {} } } } });
const shows = (document: string, path: string) =>
  `<APIPage document={"${document}"} operations={[{"path":"${path}","method":"get"}]} />`;

test("the API descriptions of a Fumadocs site come along, by their file and by the name that code gives them", async () => {
  const { repository, files } = await open({
    "web/package.json": JSON.stringify({ dependencies: { "fumadocs-ui": "1" } }),
    "web/lib/openapi.ts": 'createOpenAPI({ input: { pets: path.resolve("../api/pets.json"), gone: "./gone.json" } })',
    "web/content/docs/a.mdx": shows("./shop.json", "/shop"),
    "web/content/docs/b.mdx": shows("pets", "/pets"),
    "web/content/docs/c.mdx": shows("../../../outside.json", "/out"),
    "web/shop.json": described("/shop"),
    "web/other.json": described("/other"),
    "api/pets.json": described("/pets"),
    "../outside.json": described("/out"),
  });
  const { texts } = listOutside(folder, repository, files.files);
  expect([...texts.keys()]).toEqual(["shop.json", "api/pets.json"]);
  const site = await buildSite(createProject(), (await toPlain(folder, repository, files)).files);
  expect(site.pages.map(({ operation }) => operation?.path)).toEqual(["/shop", "/pets", undefined]);
});

test("films and other files that code imports come along, and pages show their addresses", async () => {
  const astro =
    "---\ninterface Props { src: string }\nconst props: Props = Astro.props;\nconst src = props.src;\n---\n<video controls><source {src} /></video>";
  const repository = writeRepository(folder, {
    "package.json": JSON.stringify({ dependencies: { "@astrojs/starlight": "1" } }),
    "src/components/Film.astro": astro,
    "src/films/far.webm": "film",
    "src/content/docs/assets/clip.mp4": "film",
    "src/content/docs/index.mdx": `---
title: Films
---
import Film from "/src/components/Film.astro";
import Clip from "./assets/clip.mp4";
import Far from "/src/films/far.webm";

<Film src={Clip} />

<video src={Far} controls />`,
  });
  const { site, plain } = await readSite(folder, repository, "A");
  expect(await reportOn(site, { translated: plain })).toMatchObject({ pages: 1, whole: 1, reasons: [] });
  const page = plain?.files.files.find(({ path: name }) => name === "index.mdx");
  expect([...(page?.text ?? "").matchAll(/src="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    "/assets/clip.mp4",
    "/src/films/far.webm",
  ]);
  expect([...(plain?.statics.keys() ?? [])].sort()).toEqual(["assets/clip.mp4", "src/films/far.webm"]);
});
