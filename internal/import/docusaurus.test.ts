import { rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import { createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { sidebarOf, withAdded } from "./content.ts";
import { openRepository } from "./fixtures/repository.ts";
import { listOutside } from "./outside.ts";
import { toPlain } from "./plain.ts";
import { readSite } from "./read-site.ts";
import { reportOn } from "./report.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const SITE = {
  "package.json": JSON.stringify({ dependencies: { "@docusaurus/core": "3" } }),
  "website/docusaurus.config.js":
    'module.exports = { plugins: [["alias", { alias: { "@parts": path.resolve(__dirname, "./src/parts") } }]] };',
  "website/sidebars.js": 'module.exports = { docs: ["b", "a"] };',
  "website/src/parts/Box.tsx": "export default ({ children }) => <div>{children}</div>;",
  "website/static/usage/index.md": 'import code from "./code.md";\n\nMore.',
  "website/static/usage/code.md": "Code.",
  "docs/a.md":
    'import Box from "@parts/Box";\nimport Usage from "@site/static/usage/index.md";\n\n<Box>\n\nHot.\n\n</Box>\n\n<Usage />',
  "docs/b.md": "# B",
};

const open = (texts: Readonly<Record<string, string>>) => openRepository(folder, texts);

test("files of Markdown are MDX, in the report and in the copy, and what they take in is not a page", async () => {
  const { repository, files } = await open(SITE);
  const { texts } = listOutside(folder, repository, files.files);
  expect([...texts.keys()].sort()).toEqual(["parts/Box.tsx", "static/usage/code.mdx", "static/usage/index.mdx"]);
  const plain = await toPlain(folder, repository, files);
  const navigation = (await sidebarOf(repository, await buildSite(createProject(), plain.files), plain.files))?.navigation;
  expect(navigation).toEqual({ pages: ["b", "a"] });
  const settings = new Map([["docs.json", JSON.stringify({ name: "Docs", navigation })]]);
  const site = await buildSite({ ...createProject(), isReplaced: true }, withAdded(plain.files, settings, {}));
  expect(site.pages.map(({ file }) => file)).toEqual(["a.mdx", "b.mdx"]);
  expect(site.passages.map(({ text }) => text).join()).toMatch(/Hot\.[\s\S]*Code\.|Hot\./);
  expect(await reportOn(site, { translated: plain })).toMatchObject({ pages: 2, whole: 2, reasons: [] });
});

test("links from the folder of pages and from that of the site are links from their page", async () => {
  const { repository, files } = await open({
    ...SITE,
    "docs/deep/c.md": "[A](a.md#x) [`B`](docs/b.md) [D](d.md) [E](/docs/b.md)\n\n[f]: /a.md\n\n```md\n[A](a.md)\n```",
    "docs/deep/d.md": "# D",
    "docs/d.md": "# Other",
  });
  const plain = await toPlain(folder, repository, files);
  expect(plain.files.files.find((file) => file.path === "deep/c.mdx")?.text).toBe(
    "[A](../a.md#x) [`B`](../b.md) [D](d.md) [E](../b.md)\n\n[f]: ../a.md\n\n```md\n[A](a.md)\n```",
  );
});

test("files of Markdown stay so where the settings say it, and where there is one of MDX beside them", async () => {
  const plain = await open({ ...SITE, "website/docusaurus.config.js": 'module.exports = { markdown: { format: "detect" } };' });
  expect(plain.repository.rename).toBeUndefined();
  rmSync(folder, { recursive: true });
  const { repository, files } = await open({ ...SITE, "docs/b.mdx": "# Other" });
  expect(withAdded(files, new Map(), repository).files.map(({ path: name }) => name)).toEqual(["a.mdx", "b.md", "b.mdx"]);
});

test("versions of a site are versions here, each with its sidebar and its pictures", async () => {
  const { repository } = await open({
    ...SITE,
    "website/docusaurus.config.js":
      'module.exports = { title: "Acme", url: "https://acme.example", themeConfig: { navbar: { logo: { src: "img/logo.svg" } } } };',
    "website/src/css/custom.css": ":root { --ifm-color-primary: #15C213; }",
    "website/static/img/logo.svg": "<svg/>",
    "website/versions.json": '["2.0", "1.x"]',
    "website/versioned_docs/version-2.0/09_events/a.md": "# A\n\n![](a.png) [B](../02-b.md)",
    "website/versioned_docs/version-2.0/02-b.md": "# B",
    "docs/a.md": "# A",
    "website/versioned_docs/version-2.0/09_events/a.png": "x",
    "website/versioned_sidebars/version-2.0-sidebars.json": '{"version-2.0/docs": {"Use": ["version-2.0/events/a"]}}',
    "website/versioned_docs/version-1.x/a.md": "# Old\n\n![](a.png)",
    "website/versioned_docs/version-1.x/a.png": "x",
  });
  const { site, plain, facts } = await readSite(folder, repository, "Docs");
  const settings = JSON.parse(plain?.files.files.find((file) => file.path === "docs.json")?.text ?? "");
  expect(settings).toMatchObject({
    name: "Acme",
    colors: { primary: "#15C213" },
    logo: { light: "/img/logo.svg" },
    navigation: {
      versions: [
        { version: "2.0", default: true, pages: [{ group: "Use", pages: ["events/a"] }] },
        { version: "Next", pages: ["next/b", "next/a"] },
        { version: "1.x", pages: ["1.x/a"] },
      ],
    },
  });
  expect(facts?.url).toBe("https://acme.example");
  expect([...(plain?.statics.keys() ?? [])].sort()).toEqual(["1.x/a.png", "events/a.png", "img/logo.svg"]);
  expect(await reportOn(site, { translated: plain })).toMatchObject({ pages: 5, whole: 4, listed: 4 });
});
