import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import type { Page } from "../model/page.ts";
import { compilePage } from "./compile.ts";

async function show(text: string) {
  const site = await buildPage(text, "page.mdx");
  const { body, hasSide } = await compilePage(site.pages[0] as Page);
  return { html: renderToStaticMarkup(createElement(body, {})), hasSide };
}

test("panels and examples are together at the place of the first", async () => {
  const text = "First.\n\n<RequestExample>\n\nAsk.\n\n</RequestExample>\n\nSecond.\n\n<Panel>\n\nMore.\n\n</Panel>\n\nThird.";
  const { html, hasSide } = await show(text);
  expect(hasSide).toBe(true);
  expect(html.replace(/\n/g, "")).toBe(
    '<p>First.</p><div class="side-column"><div class="side-inner"><p>Ask.</p><p>More.</p></div></div><p>Second.</p><p>Third.</p>',
  );
});

test("a panel inside of something else stays there", async () => {
  const { html, hasSide } = await show("<Note>\n\n<Panel>\n\nMore.\n\n</Panel>\n\n</Note>");
  expect([hasSide, html.includes("side-column")]).toEqual([false, false]);
});
