import { expect, test } from "vitest";
import { buildSite } from "../content.ts";
import { createFiles, createProject } from "../fixtures/project.ts";
import { hasAsset } from "../site/site.ts";

const DOCS = { "docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A" };

async function read(texts: Readonly<Record<string, string>>, isTrusted: boolean) {
  const inOrder = Object.fromEntries(Object.entries(texts).sort(([left], [right]) => (left < right ? -1 : 1)));
  return buildSite(createProject(), createFiles(inOrder), { isTrusted: () => isTrusted });
}

test("style sheets that came with a trusted build are of every page, in order of their paths, but those of one component", async () => {
  const sheets = { "style.css": "a{}", "box/a.css": "b{}", "box/b.module.css": "c{}", "dist/c.css": "d{}" };
  const site = await read({ ...DOCS, ...sheets }, true);
  expect(site.styles?.map(({ path, text }) => [path, text])).toEqual([
    ["box/a.css", "b{}"],
    ["style.css", "a{}"],
  ]);
  expect(site.docs?.unsupported).toEqual([]);
  expect(["style.css", "box/b.module.css", "dist/c.css"].map((name) => hasAsset(site, name))).toEqual([true, false, false]);
});

test("those from anywhere else are loaded nowhere, and named once", async () => {
  const site = await read({ ...DOCS, "style.css": "a{}", "b.css": "b{}" }, false);
  expect(site.styles).toEqual([]);
  expect(hasAsset(site, "style.css")).toBe(false);
  expect(site.docs?.unsupported).toEqual([expect.stringMatching(/^b\.css, style\.css: not loaded, since .*content\.trusted$/)]);
});

test("a site has no more of them than browsers can bear", async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${String(at).padStart(2, "0")}.css`, "a{}"]));
  const large = { "a.css": " ".repeat(600_000) };
  const site = await read({ ...DOCS, ...many, ...large }, true);
  expect(site.styles?.map(({ path }) => path)).toEqual(Object.keys(many).slice(0, 20));
  expect(site.docs?.unsupported).toEqual([
    expect.stringMatching(/^a\.css, s20\.css, .* and 3 more: not loaded, since a site has at most 20/),
  ]);
});
