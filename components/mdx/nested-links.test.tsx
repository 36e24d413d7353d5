import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildPage } from "../../lib/content/fixtures/project.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { componentsFor } from "./components.tsx";

async function show(text: string, trusted: boolean): Promise<string> {
  const site = await buildPage(text, "page.mdx", { trusted });
  const page = site.pages[0] as Page;
  const context = { site, pageKey: { language: "en", version: null, slug: "page" }, page };
  const { body } = await compilePage(page);
  const components = componentsFor(docsMessages("en"), context) as PageComponents;
  return renderToStaticMarkup(createElement(body, { components }));
}

const OUTSIDE = "https://outside.example/picture.svg";

test.each([
  ["a badge", `[![Build](${OUTSIDE})](https://ci.example)`, "Build"],
  ["a picture without words", `[![](${OUTSIDE})](https://ci.example)`, "outside.example"],
  ["decoration", `<a href="https://ci.example"><img src="${OUTSIDE}" alt="" /><div>Redis</div></a>`, "Redis"],
  ["a link in a card", '<Card title="Go" href="https://ci.example">See [docs](https://docs.example).</Card>', "Go See docs."],
  ["an address in a link", '<a href="https://ci.example">Or https://docs.example now</a>', "Or https://docs.example now"],
])("no link is inside another one: %s", async (_, text, words) => {
  for (const trusted of [true, false]) {
    const html = await show(text, trusted);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(
      html
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .replace(" .", ".")
        .trim(),
    ).toBe(words);
  }
});

test.each([
  ['<a href="https://a.example" className="tile"><div>Redis</div></a>', false, 'class="card"'],
  ['<a href="https://a.example" className="tile"><div>Redis</div></a>', true, 'class="tile"'],
  ['<a href="https://a.example" className="border p-4"><div>Redis</div></a>', false, 'class="border p-4"'],
  ['<a href="https://a.example">Redis</a>', false, 'rel="noopener">Redis'],
])("a link around boxes is a card where no style sheet says what it looks like: %s (trusted: %s)", async (text, trusted, part) =>
  expect(await show(text, trusted)).toContain(part),
);
