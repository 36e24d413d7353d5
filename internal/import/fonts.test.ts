import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildSite } from "../../lib/content/content.ts";
import { createFiles, createProject } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { writeRepository } from "./fixtures/repository.ts";
import { addFonts, describeLacking, listFamilies } from "./fonts.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

async function read(fonts: object) {
  const files = createFiles({ "docs.json": JSON.stringify({ navigation: { pages: ["a"] }, fonts }), "a.mdx": "# A" });
  return buildSite(createProject(), { ...files, assets: ["fonts/Own.woff2"] });
}

test("a font that docs.json names and a package has is copied with a style sheet; of others the report has the command", async () => {
  const rule = "src: url(./files/i-400.woff2) format('woff2'), url(./files/i-400.woff) format('woff');";
  writeRepository(folder, {
    "node_modules/@fontsource/space-grotesk/400.css": `@font-face { font-family: 'Space Grotesk'; ${rule} }`,
    "node_modules/@fontsource/space-grotesk/files/i-400.woff2": "glyphs",
  });
  const packages = path.join(folder, "node_modules");
  const site = await read({
    body: { family: "Space Grotesk" },
    heading: { family: "Inter", source: "https://fonts.example/i.woff2" },
  });
  expect(listFamilies(site)).toEqual(["Space Grotesk", "Inter"]);
  const copy = path.join(folder, "copy");
  await addFonts(copy, site, packages);
  expect(readFileSync(path.join(copy, "fonts/space-grotesk.css"), "utf8")).toBe(
    "@font-face { font-family: \"Space Grotesk\"; src: url(./i-400.woff2) format('woff2'); }",
  );
  expect(readFileSync(path.join(copy, "fonts/i-400.woff2"), "utf8")).toBe("glyphs");
  expect(existsSync(path.join(copy, "fonts/inter.css"))).toBe(false);
  expect(describeLacking(listFamilies(site), packages)).toEqual([
    expect.stringMatching(/^fonts: Inter .*npm install --no-save @fontsource\/inter, then import again$/),
  ]);
});

test("a font whose file is in the folder needs nothing", async () => {
  expect(listFamilies(await read({ family: "Own", source: "/fonts/Own.woff2" }))).toEqual([]);
});
