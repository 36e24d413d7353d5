import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import { findUnstyledClasses } from "./unstyled-classes.ts";

const page = async (text: string) => (await buildPage(text)).pages;

test("a utility that no sheet has is named at its line, once a page, and a name of another sheet is not", async () => {
  const styled = new Set(["flex"]);
  const text = 'Text.\n\n<div className="flex mt-[7px] my-own-box md:bg-fuchsia-300">\n\n<p class="mt-[7px]">x</p>\n\n</div>';
  expect(findUnstyledClasses(await page(text), styled)).toEqual([
    expect.objectContaining({
      file: "page.mdx",
      line: 3,
      message: expect.stringMatching(/^No style sheet has mt-\[7px\], md:bg-fuchsia-300, since no build/),
    }),
  ]);
  expect(findUnstyledClasses(await page('<div className="flex my-own-box">x</div>'), styled)).toEqual([]);
});

test("a class in code is shown as it is written, and needs no style", async () => {
  const fence = '```html\n<div class="mt-[7px]">\n  <p class="mt-[8px]">\n```';
  expect(findUnstyledClasses(await page(`Text.\n\n${fence}\n\nWrite \`<p class="mt-[9px]">\`.`), new Set())).toEqual([]);
  expect(findUnstyledClasses(await page(`${fence}\n\n<p className="mt-[7px]">x</p>`), new Set())).toMatchObject([{ line: 6 }]);
});
