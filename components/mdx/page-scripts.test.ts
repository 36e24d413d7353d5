import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { buildPage } from "../../internal/testing/content.ts";
import { MARKDOWN_SCRIPTS, PAGE_SCRIPTS } from "../../internal/testing/content-page-scripts.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

/** The HTML of a page, and what in it a browser would run. */
async function show(text: string, file = "page.mdx") {
  const site = await buildPage(`Before.\n\n${text}\n\nAfter.`, file);
  const page = site.pages[0] as Page;
  const pageKey = { language: page.language, version: page.version, slug: page.slug };
  const components = componentsFor(docsMessages("en"), { site, pageKey, page });
  const { body } = await compilePage(page);
  const html = renderToStaticMarkup(createElement(body, { components: components as PageComponents }));
  return { html, error: page.error, findings: site.findings, faults: faultsIn(fromHtml(html, { fragment: true })) };
}

/** Names everything in a parsed page that a browser would run. */
function faultsIn(node: Nodes): string[] {
  const below = "children" in node ? node.children.flatMap(faultsIn) : [];
  if (node.type !== "element") return below;
  const bad = Object.entries(node.properties).filter(([name, value]) => runs(name, String(value)));
  const own = node.tagName.toLowerCase().replace(/^.*:/, "") === "script" ? [`<${node.tagName}>`] : [];
  return [...own, ...bad.map(([name, value]) => `${node.tagName} ${name}=${String(value)}`), ...below];
}

function runs(name: string, value: string): boolean {
  return /^on/i.test(name) || name === "srcDoc" || URL.parse(value, "https://site.test/docs/x")?.protocol === "javascript:";
}

describe.each(Object.entries(PAGE_SCRIPTS))("%s in a page", (_, texts) => {
  test.each(texts)("do nothing, and the page still shows its text: %s", async (text) => {
    const { faults, html } = await show(text);
    expect(faults).toEqual([]);
    expect(html).toMatch(/Before\.[\s\S]*After\./);
  });
});

test.each([...MARKDOWN_SCRIPTS, ...Object.values(PAGE_SCRIPTS).flat()])(
  "HTML of a Markdown file runs nothing: %s",
  async (text) => {
    const { faults, html } = await show(text, "page.md");
    expect(faults).toEqual([]);
    expect(html).toContain("Before.");
  },
);

test.each([
  ['<a HREF={"javascript:x"}>x</a>', "HREF of <a> is left out"],
  ["<script src='/x.js' />", "<script> is left out with all that is in it"],
  ["<svg><svg:script>x</svg:script></svg>", "<svg:script> is not a component"],
  ["<iframe srcdoc='<p>x</p>' title='x' />", "srcdoc of <iframe> is left out"],
  ["<Card onClick='x' />", "onClick of <Card> is left out"],
  ["<Note.constructor />", "<Note.constructor> is not a component"],
  ["<form action='javascript:x'>x</form>", "action of <form> is left out"],
])("what is left out is named, with its place: %s", async (text, message) => {
  const { error, findings } = await show(text);
  expect(error).toBeUndefined();
  expect(findings).toMatchObject([{ file: "page.mdx", line: 3, message: expect.stringContaining(message) }]);
});

test.each([
  "<img src='https://pictures.example/x.png' alt='x' width={300} style={{ borderRadius: '0.5rem' }} className='block my-own dark:hidden' />",
  "<div className='fixed inset-0 -mt-4 my-box' style={{ position: 'absolute', zIndex: 9 }} id='Own'>x</div>",
  "<svg viewBox='0 0 24 24'><filter id='f'><feGaussianBlur stdDeviation='2' /></filter><use href='#x' /></svg>",
  "<form action='https://lists.example/join' method='post'><input name='email' type='email' /><button>Join</button></form>",
  "<style>{'.own { color: red }'}</style>",
  "<iframe src='https://player.example/x' title='x' allow='autoplay; fullscreen' data-x='1' />",
  "<object data='https://files.example/x.pdf' type='application/pdf'>x</object>",
])("all else that HTML has is shown as it is written: %s", async (text) => {
  const { error, findings, html } = await show(text);
  expect([error, findings]).toEqual([undefined, []]);
  for (const [, value = ""] of text.matchAll(/(?:className|id|src|action|stdDeviation|data)='([^']*)'/g))
    expect(html).toContain(value);
});

test("a link to another window gives it no way back", async () => {
  for (const href of ["https://a.example", "/docs"]) {
    const { html } = await show(`<a href='${href}' target='_blank' rel='opener'>x</a>`);
    expect(html).toMatch(/<a[^>]* rel="noopener"/);
  }
});
