import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../content.ts";
import { hasAsset } from "../site/site.ts";
import { listRemoteFamilies, toServedStyle } from "./styles.ts";

const DOCS = { "docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": "# A" };

async function read(texts: Readonly<Record<string, string>>) {
  const inOrder = Object.fromEntries(Object.entries(texts).sort(([left], [right]) => (left < right ? -1 : 1)));
  return buildSite(createProject(), createFiles(inOrder));
}

test("style sheets are of every page, in order of their paths, but those of one component", async () => {
  const sheets = { "style.css": "a{}", "box/a.css": "b{}", "box/b.module.css": "c{}", "dist/c.css": "d{}" };
  const site = await read({ ...DOCS, ...sheets });
  expect(site.styles?.map(({ path, text }) => [path, text])).toEqual([
    ["box/a.css", "b{}"],
    ["style.css", "a{}"],
  ]);
  expect(site.settings?.unsupported).toEqual([]);
  expect(["style.css", "box/b.module.css", "dist/c.css"].map((name) => hasAsset(site, name))).toEqual([true, false, false]);
});

test("a site has no more of them than browsers can handle", async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${String(at).padStart(2, "0")}.css`, "a{}"]));
  const large = { "a.css": " ".repeat(600_000) };
  const site = await read({ ...DOCS, ...many, ...large });
  expect(site.styles?.map(({ path }) => path)).toEqual(Object.keys(many).slice(0, 20));
  expect(site.settings?.unsupported).toEqual([
    expect.stringMatching(/^a\.css, s20\.css, .* and 3 more: not loaded, since a site has at most 20/),
  ]);
});

const PLEX = "https://fonts.googleapis.com/css2?family=IBM+Plex+Mono:ital,wght@0,400;1,700&family=Inter:wght@400&display=swap";

test.each([
  [`@import url("${PLEX}");\na{}`, "\na{}"],
  [`@import url(${PLEX}) screen;a{}`, "a{}"],
  [`@import '//fonts.example/a.css';a{}`, "a{}"],
  ['@import "./b.css";a{}', '@import "./b.css";a{}'],
  [`/* @import url("${PLEX}"); */a{}`, `/* @import url("${PLEX}"); */a{}`],
  [`@import "${PLEX}";code{font-family: "IBM Plex Mono"}`, 'code{font-family: "IBM Plex Mono", var(--mono)}'],
  [
    `@import "${PLEX}";:root{--f: 'Inter', Arial;} p{font: 12px Inter !important}`,
    ":root{--f: 'Inter', var(--sans), Arial;} p{font: 12px Inter, var(--sans) !important}",
  ],
  [
    `@import "${PLEX}";@font-face{font-family: Inter; src: url(a.woff2)} b{font-family: Interstate}`,
    "@font-face{font-family: Inter; src: url(a.woff2)} b{font-family: Interstate}",
  ],
])("a sheet of another site is not asked for, and the site's font is behind what it would bring: %j", (text, served) => {
  expect(toServedStyle(text)).toBe(served);
});

test("fonts of other sites are named, but one that the folder has", async () => {
  const sheets = { "a.css": `@import "${PLEX}";`, "b.css": '@font-face { font-family: "Inter"; src: url(i.woff2) }' };
  const site = await read({ ...DOCS, ...sheets });
  expect(listRemoteFamilies(site.styles ?? [])).toEqual(["IBM Plex Mono"]);
  expect(site.settings?.unsupported).toEqual([expect.stringMatching(/^@import of fonts\.googleapis\.com: not loaded, since/)]);
});
