import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { HOSTILE, HOSTILE_MARKDOWN } from "../../lib/content/fixtures/hostile-pages.ts";
import { buildPage } from "../../lib/content/fixtures/project.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { componentsFor } from "./components.tsx";

/** The HTML of a page that did not come with the build, and what in it could run or load from elsewhere. */
async function show(text: string, { file = "page.mdx", unchecked = false } = {}) {
  const site = await buildPage(`Before.\n\n${text}\n\nAfter.`, file, { trusted: false });
  const page = site.pages[0] as Page;
  const pageKey = { language: page.language, version: page.version, slug: page.slug };
  const components = componentsFor(docsMessages("en"), { site, pageKey, page });
  // Without its problem a page is shown although it was refused, so that the second line of defence is tried alone.
  const { body } = await compilePage(unchecked ? { ...page, hash: `${page.hash} unchecked`, problem: undefined } : page);
  const html = [{}, components].map((given) =>
    renderToStaticMarkup(createElement(body, { components: given as PageComponents })),
  );
  return {
    html,
    problem: page.problem,
    warnings: site.warnings,
    faults: html.flatMap((text) => faultsIn(fromHtml(text, { fragment: true }))),
  };
}

const EXECUTABLE = new Set(
  "script style link meta base object embed applet form button textarea select template noscript".split(" "),
);
const LOADING = new Set(["src", "srcSet", "poster", "data", "background", "action", "formAction", "xLinkHref", "ping", "srcDoc"]);

/** Names everything in a parsed page that a browser would run, or would load from another host but for an image or medium, which the site's policy stops. */
function faultsIn(node: Nodes): string[] {
  const below = "children" in node ? node.children.flatMap(faultsIn) : [];
  if (node.type !== "element") return below;
  const bad = Object.entries(node.properties).filter(([name, value]) => isBad(node, name, String(value)));
  const own = EXECUTABLE.has(node.tagName.toLowerCase().replace(/^.*:/, "")) && !isHarmless(node) ? [`<${node.tagName}>`] : [];
  return [...own, ...bad.map(([name, value]) => `${node.tagName} ${name}=${String(value)}`), ...below];
}

/** A tab, and React's hint to load an image early, which the policy for images covers. */
function isHarmless({ tagName, properties }: Element): boolean {
  return tagName === "button" ? properties.type === "button" : tagName === "link" && properties.as === "image";
}

function isBad({ tagName }: Element, name: string, value: string): boolean {
  if (/^on/i.test(name) || name === "srcDoc" || name === "ping") return true;
  if (name === "style") return /url|expression\(|import|position:|binding|behavior|margin[^;]*[(:\s,]-/i.test(value);
  if (name === "className") return value.split(/[\s,]+/).some((each) => MOVES.test(each));
  if (name === "id" || name === "name") return /^(?:__next|[A-Z]\w*$)/.test(value) || name === "name";
  if (name === "tabIndex") return Number(value) > 0;
  if (name === "rel") return /opener(?<!noopener)/i.test(value);
  if (name !== "style" && SINGLE.has(name) && isFalselyLocal(value)) return true;
  if (name === "href" && /^a$/i.test(tagName)) return !/^(?:https?:|mailto:|tel:|[/#?.]|$)/i.test(value);
  if (name === "href" && tagName === "link") return /\\|^(?!https?:|\/|[^:]*$)/.test(value);
  if (name === "href") return true;
  if (/url\((?!#)/i.test(value)) return true;
  if (!LOADING.has(name)) return false;
  return !/^(?:https?:|\/|\w[^:]*$|data:image\/(?:png|jpeg|gif|webp|avif);)/i.test(value);
}

/** Names of classes that take a box out of its place, or hide it from the eye alone. */
const MOVES =
  /(?:^|[:!])(?:fixed|absolute|sticky|-(?!outline).*|(?:inset|top|left|z|translate|scale)-.*|opacity-0|pointer-events-.*|[hw]-(?:screen|dvh)|anchored|below-start|\[(?!scrollbar).*)$/;
const SINGLE = new Set(["href", "src", "poster", "cite", "srcSet"]);

/** An address that looks like one of the site, and that a browser takes for one of another host or for a script. */
function isFalselyLocal(value: string): boolean {
  return value.split(/,\s/).some((part) => {
    const address = part.trim();
    const isWhole = /^(?:https?:\/\/|mailto:|tel:|data:image\/)/i.test(address);
    return (
      !isWhole && ["https:", "http:"].some((scheme) => URL.parse(address, `${scheme}//site.test/docs/x`)?.host !== "site.test")
    );
  });
}

describe.each(Object.entries(HOSTILE))("%s in a page that did not come with the build", (_, texts) => {
  test.each(texts)("do nothing, and the page still shows its text: %s", async (text) => {
    const { faults, html } = await show(text);
    expect(faults).toEqual([]);
    for (const shown of html) expect(shown).toMatch(/Before\.[\s\S]*After\./);
  });

  test.each(texts)("do nothing even where nothing was refused: %s", async (text) => {
    expect((await show(text, { unchecked: true })).faults).toEqual([]);
  });
});

test.each(HOSTILE_MARKDOWN)("Markdown has no tags and no scripts: %s", async (text) => {
  const { faults, html } = await show(text, { file: "page.md" });
  expect(faults).toEqual([]);
  for (const shown of html) expect(shown).toContain("Before.");
});

test.each([
  ['<a HREF={"javascript:x"}>x</a>', "HREF of <a> is refused"],
  ["<svg><svg:script>x</svg:script></svg>", "<svg:script> is no component"],
  ["<meta http-equiv='refresh' content='0' />", "<meta> is refused"],
  ["<div style={{ backgroundImage: 'url(x)' }} />", "backgroundImage in the style of <div> is refused"],
  ["<Card onClick='x' />", "onClick of <Card> is left out"],
  ["<Note.constructor />", "<Note.constructor> is no component"],
  ["<div className='card absolute p-4 my-box'>x</div>", "absolute in the classes of <div> is refused"],
])("a refusal says which part, where and why: %s", async (text, reason) => {
  const { problem, warnings } = await show(text);
  expect(problem).toBeUndefined();
  expect(warnings).toMatchObject([{ file: "page.mdx", line: 3, reason: expect.stringContaining(reason) }]);
});

test.each([
  "<Columns cols={2}><Card title='x' icon='rocket' href='/docs' horizontal>text</Card></Columns>",
  "<Steps><Step title='One' id='one'>text</Step></Steps>",
  "<Update label='May' tags={['New', 'API']}>text</Update>",
  "<img src='/x.png' alt='x' width={300} style={{ borderRadius: '0.5rem', maxWidth: 300 }} className='block dark:hidden' />",
  "<svg viewBox='0 0 24 24' xmlns='http://www.w3.org/2000/svg'><path d='M1 1h2v2z' fill='none' stroke-width='2' strokeLinecap='round' /></svg>",
  "<svg><defs><linearGradient id='g'><stop offset='5%' stopColor='#fff' /></linearGradient></defs><rect fill='url(#g)' /></svg>",
  "<details open><summary>x</summary>text</details>",
  "<table><thead><tr><th colSpan={2}>x</th></tr></thead><tbody><tr><td align='right'>x</td></tr></tbody></table>",
  "<video src='/x.mp4' controls poster='/x.png' />",
  "<iframe src='https://www.youtube.com/embed/x' title='x' allowFullScreen allow='autoplay' referrerPolicy='no-referrer' data-x='1' />",
  "<a href='https://example.com' target='_blank' rel='noopener'>x</a> <kbd>k</kbd><br /><sub>1</sub> <mark>m</mark>",
  "- [x] done\n- [ ] open\n\nA note[^1].\n\n[^1]: Here.",
  "{/* comment */} {'text'} {`text`} {4}",
  "<Unknown label='x'>text</Unknown>",
])("what pages are made of is allowed: %s", async (text) => {
  expect((await show(text)).problem).toBeUndefined();
});

test("a page looks the same as data as it does as code", async () => {
  const text = [
    '# Page\n\n## A `heading`\n\nText with **bold**, [a link](/docs) and <kbd>k</kbd>.\n\n```text title="x" {1}\nconst a = 1;\n```',
    "<Note>\n\nMind *this*.\n\n</Note>\n\n<Update label='x' tags={['a', 'b']}>\n\nNew.\n\n</Update>",
    "| a | b |\n| - | -: |\n| 1 | 2 |\n\n<Tree>\n<Tree.Folder name='x'>\n<Tree.File name='y' />\n</Tree.Folder>\n</Tree>",
  ].join("\n\n");
  const render = async (trusted: boolean) => {
    const site = await buildPage(text, "page.mdx", { trusted });
    const page = site.pages[0] as Page;
    const components = componentsFor(docsMessages("en"), {
      site,
      pageKey: { language: "en", version: null, slug: "page" },
      page,
    });
    const { body, toc } = await compilePage(page);
    return { html: renderToStaticMarkup(createElement(body, { components: components as PageComponents })), toc };
  };
  expect(await render(false)).toEqual(await render(true));
});

test("a style keeps what it may hold beside what it may not", async () => {
  const { html, warnings } = await show(
    "<div style={{ position: 'fixed', display: 'flex', background: '#fff', inset: 0 }}>x</div>",
  );
  for (const shown of html) expect(shown).toMatch(/style="display: ?flex; ?background: ?#fff;?"/);
  expect(warnings.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("position in the style of <div> is refused"),
    expect.stringContaining("inset in the style of <div> is refused"),
  ]);
});

test("of classes a page keeps those of the table, and says nothing of names that a style sheet would have to explain", async () => {
  const { html, warnings } = await show(
    "<div className='my-box flex sm:grid-cols-2 text-gray-500 dark:border-white/10 fixed !p-4'>x</div>",
  );
  for (const shown of html) expect(shown).toContain('class="flex sm:grid-cols-2 text-gray-500 dark:border-white/10 !p-4"');
  expect(warnings.map(({ reason }) => reason)).toEqual([expect.stringContaining("fixed in the classes of <div> is refused")]);
});

test("a link to another window gives it no way back", async () => {
  for (const text of [
    "<a href='https://a.example' target='_blank' rel='opener'>x</a>",
    "<a href='/docs' target='_blank' rel='opener'>x</a>",
  ]) {
    const { html, warnings } = await show(text);
    expect(html[1]).toMatch(/<a[^>]* rel="noopener"/);
    expect(html.join()).not.toMatch(/rel="[^"]*(?<!no)opener/);
    expect(warnings).toEqual([]);
  }
});

test("permissions for what is embedded, and marks for scripts, are in no page that did not come with the build", async () => {
  const { html } = await show("<iframe src='https://a.example/x' title='x' allow='camera' data-x='1' />");
  for (const shown of html) expect(shown).not.toMatch(/camera|data-x/);
});
