import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { buildPage } from "../../internal/testing/content.ts";
import { checkSite } from "../../lib/content/check/check.ts";
import { COMPONENTS } from "../../lib/content/components/components.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents, toMarkdown } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

const NAMES = Object.keys(COMPONENTS);
/** Attributes whose words the page shows where the component has them. */
const SHOWN = ["title", "label", "caption", "hint", "tip", "headline", "description", "cta", "name", "alt"];

async function show(text: string) {
  const site = await buildPage(`Before.\n\n${text}\n\nAfter.`, "page.mdx");
  const page = site.pages[0] as Page;
  const components = componentsFor(docsMessages("en"), { site, pageKey: { language: "en", version: null, slug: "page" }, page });
  const { body, error } = await compilePage(page);
  return {
    html: renderToStaticMarkup(createElement(body, { components: components as PageComponents })),
    markdown: await toMarkdown(page),
    findings: await checkSite(site, { hasPublicFile: () => true }),
    error,
  };
}

/** Lets pages show media of the listed hosts alone. */
function allowOnly(setting: "images" | "embeds", allow: string[]): void {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], [setting]: { allow } });
}
let restore = () => {};
afterEach(() => restore());

test.each(NAMES)("the page shows what <%s> says, and check finds nothing", async (name) => {
  const props = COMPONENTS[name]?.props ?? {};
  const words = SHOWN.filter((prop) => Object.hasOwn(props, prop));
  const NEEDED = { src: "/x.png", value: "#abc", length: "9" };
  const [needed] = Object.entries(NEEDED).flatMap(([prop, value]) => (Object.hasOwn(props, prop) ? ` ${prop}="${value}"` : []));
  const element = `<${name}${words.map((prop) => ` ${prop}="the ${prop}"`).join("")}${needed ?? ""}>inside</${name}>`;
  const text = name === "Tab" ? `<Tabs>\n${element}\n</Tabs>` : element;
  const { html, findings, error } = await show(text);
  for (const prop of words) expect(html).toContain(`the ${prop}`);
  expect([findings, error]).toEqual([[], undefined]);
});

test("coloured code of a page comes as text, with its lines", async () => {
  const { html } = await show('```ts {1}\nconst a = "<b>" + call(x);\nb;\n```');
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

test("colours are read and shown with a sample", async () => {
  const colours = (value: string) =>
    `<Color>\n<Color.Row title="Brand">\n<Color.Item name="Ink" value="${value}" />\n</Color.Row>\n</Color>`;
  const { html, markdown } = await show(colours("#1d1d1f"));
  expect(html).toMatch(/Brand.*style="background-color:#1d1d1f".*Ink/s);
  expect(markdown).toMatch(/Brand[\s\S]*- Ink: `#1d1d1f`/);
});

test("folds written as HTML have a fold mark", async () => {
  const { html } = await show("<details>\n<summary>More **words**</summary>\n\nInside.\n\n</details>");
  expect(html).toContain('<details class="fold" id="more-words"><summary>More <strong>words</strong></summary>');
});

test("a link of a component is one whatever the attribute is called", async () => {
  expect((await show('<Card title="x" url="/docs" />')).html).toContain('<a class="card" href="/docs" data-page="">');
});

test("a film of a host that the configuration does not list is a link to it", async () => {
  allowOnly("images", ["own.example"]);
  const { html } = await show(
    [
      '<video src="/a.mp4" poster="/a.png" controls />',
      '<video title="Ours"><source src="/b.webm" type="video/webm" /><track src="/b.vtt" kind="captions" /></video>',
      '<video src="https://film.example/c.mp4" title="Theirs" />',
      '<audio controls><source src="//sound.example/d.mp3" /></audio>',
      '<video src="/e.mp4" poster="https://film.example/e.png" />',
    ].join("\n\n"),
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

test("a frame of a host that the configuration does not list is a link to it", async () => {
  allowOnly("embeds", []);
  const { html } = await show(
    '<iframe src="https://video.example/embed/1" title="The film" />\n\n<Frame caption="Below"><iframe src="https://video.example/embed/2" title="In a frame"></iframe></Frame>',
  );
  expect(html).not.toContain("<iframe");
  expect(html).toContain('href="https://video.example/embed/1"');
  expect(html).toMatch(/href="https:\/\/video\.example\/embed\/2"[^>]*><b>Embedded page<\/b> In a frame/);
});

test("pictures, films and frames of any https host are shown as they are written", async () => {
  const { html } = await show(
    [
      '<img src="https://pictures.example/a.png" alt="A" style={{ borderRadius: "4px" }} className="own" id="a" />',
      '<video src="https://film.example/b.mp4" poster="https://film.example/b.png" controls />',
      '<iframe src="https://player.example/c" title="C" allow="autoplay; fullscreen" width="300" height="200" />',
    ].join("\n\n"),
  );
  expect(html).toMatch(
    /<img src="https:\/\/pictures\.example\/a\.png" [^>]*style="border-radius:4px"[^>]*class="own" id="a"|<img src="https:\/\/pictures\.example\/a\.png"[^>]*class="own"/,
  );
  expect(html).toMatch(/<video controls="" poster="https:\/\/film\.example\/b\.png" src="https:\/\/film\.example\/b\.mp4"/);
  expect(html).toMatch(
    /<iframe src="https:\/\/player\.example\/c" title="C"[^>]*allow="autoplay; fullscreen" width="300" height="200"/,
  );
});

test("footnotes and tasks are in the language of the page, and a done task is checked", async () => {
  const site = await buildPage("A[^1]\n\n- [x] Done\n- [ ] Open\n\n[^1]: Note.");
  const page = site.pages[0] as Page;
  const components = componentsFor(docsMessages("de"), { site, pageKey: { language: "de", version: null, slug: "page" }, page });
  const { body } = await compilePage(page);
  const html = renderToStaticMarkup(createElement(body, { components: components as PageComponents }));
  expect(html).toMatch(/<h2[^>]*id="footnote-label"[^>]*>Fußnoten<\/h2>/);
  expect(html).toContain('aria-label="Zurück zum Verweis 1"');
  expect(html).toMatch(
    /<input type="checkbox" disabled="" [^>]*checked=""[^>]*aria-label="Erledigt"|<input[^>]*aria-label="Erledigt"[^>]*checked=""/,
  );
});
