import { readFileSync } from "node:fs";
import path from "node:path";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";
import { expect, test } from "vitest";

const readSheet = async () => {
  const file = path.resolve("app/global.css");
  return (await postcss([tailwind()]).process(readFileSync(file, "utf8"), { from: file })).css;
};

test("in dark mode a colour of a page is replaced by a second one that is in no build", async () => {
  const css = await readSheet();
  // Utilities come later, and win: none of these may be one.
  expect(css).not.toMatch(/^\s*\.(?:bg-(?:white|black|(?:gray|zinc)-900)|text-(?:black|(?:gray|zinc)-900)) \{/m);
  expect(css).toContain(':not(.dark [class*="dark:bg-"]).bg-white {');
  expect(css).toContain(':not(.dark [class*="dark:text-"]).text-black {');
});

test("greys of secondary words are those of the site, which can be read in the dark too", async () => {
  const css = await readSheet();
  expect(css).not.toMatch(/^\s*\.text-gray-[456]00 \{/m);
  expect(css).toMatch(/\.prose :is\([^)]*\.text-gray-500[^)]*\) \{\s*color: var\(--muted\);/);
});
