import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { findPageAt } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

async function show(path: string): Promise<string[]> {
  const files = createFiles({
    "index.mdx": "<DocsCategory />",
    "start.mdx": "---\ndescription: In minutes.\n---\n\n<PageCards />",
    "guides/index.mdx": "# Guides\n\n<DocCardList />",
    "guides/one.mdx": "# One",
    "guides/deep/meta.json": '{ "title": "Deeper" }',
    "guides/deep/two.mdx": "# Two",
  });
  const site = await buildSite(createProject(), files);
  const page = findPageAt(site, path)?.page;
  if (!page) throw new Error(`no page ${path}`);
  const { body } = await compilePage(page);
  const components = componentsFor(docsMessages("en"), { site, pageKey: page, page }) as PageComponents;
  const html = renderToStaticMarkup(createElement(body, { components }));
  return [...html.matchAll(/<a class="card"[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, inner = ""]) =>
      `${href} ${inner
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim()}`,
  );
}

test("pages below a page are cards, folders under their titles", async () => {
  expect(await show("/docs/guides")).toEqual(["/docs/guides/one One", "/docs/guides/deep/two Deeper"]);
});

test("a page with nothing below shows the pages beside it as cards", async () => {
  expect(await show("/docs")).toEqual(["/docs/start Start In minutes.", "/docs/guides Guides"]);
  expect(await show("/docs/start")).toEqual(["/docs Home", "/docs/guides Guides"]);
});
