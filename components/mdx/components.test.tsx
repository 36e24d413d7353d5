import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkSite } from "../../lib/content/check/check.ts";
import { COMPONENTS } from "../../lib/content/components/components.ts";
import { buildPage } from "../../lib/content/fixtures/project.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { toMarkdown } from "../../lib/content/output/markdown.ts";
import { ADDRESSES } from "../../lib/content/safe/safe-list.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { componentsFor } from "./components.tsx";

const NAMES = Object.keys(COMPONENTS);
/** Attributes whose words the page shows where the component has them. */
const SHOWN = ["title", "label", "caption", "hint", "tip", "headline", "description", "cta", "name", "alt"];

async function show(text: string, { trusted = true } = {}) {
  const site = await buildPage(`Before.\n\n${text}\n\nAfter.`, "page.mdx", { trusted });
  const page = site.pages[0] as Page;
  const components = componentsFor(docsMessages("en"), { site, pageKey: { language: "en", version: null, slug: "page" }, page });
  const { body, problem } = await compilePage(page);
  return {
    html: renderToStaticMarkup(createElement(body, { components: components as PageComponents })),
    markdown: await toMarkdown(page),
    findings: await checkSite(site, { hasPublicFile: () => true }),
    problem,
  };
}

test.each(NAMES)("the page shows what <%s> says, as code and as data, and check finds nothing", async (name) => {
  const props = COMPONENTS[name]?.props ?? {};
  const words = SHOWN.filter((prop) => Object.hasOwn(props, prop));
  const NEEDED = { src: "/x.png", value: "#abc", length: "9" };
  const [needed] = Object.entries(NEEDED).flatMap(([prop, value]) => (Object.hasOwn(props, prop) ? ` ${prop}="${value}"` : []));
  const element = `<${name}${words.map((prop) => ` ${prop}="the ${prop}"`).join("")}${needed ?? ""}>inside</${name}>`;
  const text = name === "Tab" ? `<Tabs>\n${element}\n</Tabs>` : element;
  for (const trusted of [true, false]) {
    const { html, findings, problem } = await show(text, { trusted });
    for (const prop of words) expect(html).toContain(`the ${prop}`);
    expect([findings, problem]).toEqual([[], undefined]);
  }
});

test.each([true, false])("coloured code of a page, trusted or not (%s), comes as text, with its lines", async (trusted) => {
  const { html } = await show('```ts {1}\nconst a = "<b>" + call(x);\nb;\n```', { trusted });
  expect(html.match(/<span class="line/g)).toHaveLength(2);
  expect(html).toContain("&lt;b>");
  expect(html).toMatch(/<span style="color:var\(--code-token-function\)"> call<\/span>\(x\);/);
});

test("an image and a tile are shown, with their picture, words and link", async () => {
  const { html, markdown } = await show(
    '<Image src="/map.png" alt="A map" />\n\n<Tile title="Start" description="In minutes." href="/docs">![Cover](/cover.png)</Tile>',
  );
  expect(html).toMatch(/<img src="\/map\.png" alt="A map"/);
  expect(html).toMatch(/<a class="card" href="\/docs" data-page="">.*<img src="\/cover\.png".*Start.*In minutes\.<\/p><\/a>/s);
  expect(markdown).toContain("![A map](/map.png)");
  expect(markdown).toContain("[Start](/docs)");
});

test("colours are read and shown with a sample, and a value that is more than a colour is not", async () => {
  const colours = (value: string) =>
    `<Color>\n<Color.Row title="Brand">\n<Color.Item name="Ink" value="${value}" />\n</Color.Row>\n</Color>`;
  const { html, markdown } = await show(colours("#1d1d1f"));
  expect(html).toMatch(/Brand.*style="background-color:#1d1d1f".*Ink/s);
  expect(markdown).toMatch(/Brand[\s\S]*- Ink: `#1d1d1f`/);
  for (const value of ["url(https://outside.example/x.png)", "red;position:fixed"]) {
    const { html: refused, findings } = await show(colours(value), { trusted: false });
    expect(refused).not.toMatch(/url\(|fixed/);
    expect(findings[0]?.message).toContain("value of <Color.Item> is refused");
  }
});

test.each([true, false])(
  "what folds, as HTML writes it, has a mark that says so, in code and as data (code: %s)",
  async (trusted) => {
    const { html } = await show("<details>\n<summary>More **words**</summary>\n\nInside.\n\n</details>", { trusted });
    expect(html).toContain('<details class="fold" id="more-words"><summary>More <strong>words</strong></summary>');
  },
);

test("a link of a component is one whatever the attribute is called", async () => {
  expect((await show('<Card title="x" url="/docs" />')).html).toContain('<a class="card" href="/docs" data-page="">');
});

test("every attribute that holds an address is known as one to the rules for pages that are data", () => {
  const props = Object.values(COMPONENTS).flatMap((component) => Object.entries(component.props));
  const addresses = props.filter(([, kind]) => kind === "link" || kind === "image").map(([name]) => name);
  expect(addresses.filter((name) => !ADDRESSES.has(name))).toEqual([]);
});

test.each([true, false])("a film is played from the site, and is a link anywhere else (code: %s)", async (trusted) => {
  const { html } = await show(
    [
      '<video src="/a.mp4" poster="/a.png" controls />',
      '<video title="Ours"><source src="/b.webm" type="video/webm" /><track src="/b.vtt" kind="captions" /></video>',
      '<video src="https://film.example/c.mp4" title="Theirs" />',
      '<audio controls><source src="//sound.example/d.mp3" /></audio>',
      '<video src="/e.mp4" poster="https://film.example/e.png" />',
    ].join("\n\n"),
    { trusted },
  );
  expect(html).toMatch(/<video[^>]* src="\/a\.mp4"/);
  expect(html).toMatch(/<video[^>]* poster="\/a\.png"/);
  expect(html).toMatch(/<source[^>]* src="\/b\.webm"/);
  expect(html).toMatch(/<track[^>]* src="\/b\.vtt"/);
  expect(html).toMatch(
    /<a class="outside-link" href="https:\/\/film\.example\/c\.mp4"[^>]*><b>Video<\/b> Theirs <small>film\.example/,
  );
  expect(html).toMatch(
    /<a class="outside-link" href="https:\/\/sound\.example\/d\.mp3"[^>]*><b>Audio<\/b> {2}<small>sound\.example/,
  );
  expect(html).not.toMatch(/<audio|poster="https/);
});

test.each([
  ["/docs", "_blank", "opener", "noopener"],
  ["/docs", undefined, "nofollow", "nofollow"],
  ["/file.pdf", "_blank", undefined, "noopener"],
  ["https://a.example", undefined, "opener author", "author noopener"],
  ["HTTPS://a.example", "_blank", undefined, "noopener"],
])("the link to %s in window %s with rel %s has rel %s", async (href, target, rel, expected) => {
  const attributes = [`href="${href}"`, target && `target="${target}"`, rel && `rel="${rel}"`].filter(Boolean).join(" ");
  expect((await show(`<a ${attributes}>x</a>`)).html).toContain(` rel="${expected}"`);
});

test.each([true, false])("a frame of a host that is not allowed is a link to it (code: %s)", async (trusted) => {
  const { html } = await show(
    '<iframe src="https://video.example/embed/1" title="The film" />\n\n<Frame caption="Below"><iframe src="https://video.example/embed/2" title="In a frame"></iframe></Frame>',
    { trusted },
  );
  expect(html).not.toContain("<iframe");
  expect(html).toContain('href="https://video.example/embed/1"');
  expect(html).toMatch(/href="https:\/\/video\.example\/embed\/2"[^>]*><b>Embedded page<\/b> In a frame/);
});
