import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { buildPage } from "../../internal/testing/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

async function show(text: string): Promise<string> {
  const site = await buildPage(text, "page.mdx");
  const page = site.pages[0] as Page;
  const context = { site, pageKey: { language: "en", version: null, slug: "page" }, page };
  const { body } = await compilePage(page);
  const components = componentsFor(docsMessages("en"), context) as PageComponents;
  return renderToStaticMarkup(createElement(body, { components }));
}

/** Lets pages show media of the listed hosts alone. */
function allowOnly(setting: "images", allow: string[]): void {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], [setting]: { allow } });
}
let restore = () => {};
afterEach(() => restore());

const OUTSIDE = "https://outside.example/picture.svg";

test.each([
  ["a badge", `[![Build](${OUTSIDE})](https://ci.example)`, "Build"],
  ["a picture without words", `[![](${OUTSIDE})](https://ci.example)`, "outside.example"],
  ["decoration", `<a href="https://ci.example"><img src="${OUTSIDE}" alt="" /><div>Redis</div></a>`, "Redis"],
  ["a link in a card", '<Card title="Go" href="https://ci.example">See [docs](https://docs.example).</Card>', "Go See docs."],
  ["an address in a link", '<a href="https://ci.example">Or https://docs.example now</a>', "Or https://docs.example now"],
])("no link is inside another one: %s", async (_, text, words) => {
  allowOnly("images", []);
  const html = await show(text);
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(
    html
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .replace(" .", ".")
      .trim(),
  ).toBe(words);
});
