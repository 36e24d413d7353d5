import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { buildPage, createFiles, createProject } from "../../internal/testing/content.ts";
import { checkSite } from "../../lib/content/check/check.ts";
import { toDefinitions } from "../../lib/content/components/own-components.ts";
import { buildSite } from "../../lib/content/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents, toMarkdown } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import type { SiteDefinition } from "../../lib/site-definition.ts";
import type { SiteUi } from "../site-ui.ts";
import { componentsFor } from "./mdx.tsx";

vi.mock("../../site/index.ts", async () => ({
  default: {
    components: {
      Plan: {
        props: { name: "text", price: "text", url: "link" },
        markdown: ({ name, price, url = "" }, children) => `### ${name}\n\n[${price}](${url})\n\n${children}\n\n- or *less* <b>`,
      },
      Fee: { props: { of: "text" }, markdown: ({ of }, children) => `${children} (fee of ${of})` },
      Plain: { props: { title: "text" } },
      Oven: { props: { degrees: "number", isOn: "flag" }, markdown: ({ degrees, isOn }) => `${degrees} °C, on: ${isOn}` },
      Rate: {
        props: { of: "text" },
        markdown: ({ of }) => (of === "none" ? undefined : (of as string).toUpperCase()) as string,
      },
    },
  } satisfies SiteDefinition,
}));
vi.mock("../../lib/content/components/drawn-names.ts", () => ({ drawnNames: () => ["Plan", "Chip", "Card"] }));
vi.mock("../../site/ui.tsx", () => {
  const ui: SiteUi<{
    components: {
      Plan: { props: { name: "text"; price: "text" } };
      Fee: { props: { of: "text" } };
      Oven: { props: { degrees: "number"; isOn: "flag" } };
      Plain: object;
      Rate: object;
    };
  }> = {
    components: {
      Plan: ({ name, price, children }) => (
        <section>
          {name} for {price} {children}
        </section>
      ),
      Fee: ({ of, children }) => (
        <em>
          {children} +{of}
        </em>
      ),
      Oven: ({ degrees = 0, isOn = false }) => <i>{degrees + 1 + (isOn ? " and on" : " and off")}</i>,
      Plain: ({ children }) => <div>{children}</div>,
      Rate: ({ children }) => <div>{children}</div>,
      Chip: ({ name, seats, tags = [], children }) => (
        <u>
          {name} {typeof seats} {tags.join("+")} {children}
        </u>
      ),
    },
  };
  return { default: ui };
});

const text = [
  'First <Fee of="2 €">*paying*</Fee> then.',
  '<Plan name="Small" price="10 €" url="/docs/plans">\n\nFor **one** team.\n\n</Plan>',
  '<Plain title="Note well">Inside.</Plain>',
].join("\n\n");

async function show(source: string) {
  const site = await buildPage(source, "page.mdx");
  const page = site.pages[0] as Page;
  const components = componentsFor(docsMessages("en"), { site, pageKey: { language: "en", version: null, slug: "page" }, page });
  const { body, error } = await compilePage(page);
  return { site, page, error, html: renderToStaticMarkup(createElement(body, { components: components as PageComponents })) };
}

test("a component of the fork is drawn", async () => {
  const { html, error } = await show(text);
  expect(error).toBeUndefined();
  expect(html).toContain("<em><em>paying</em> +2 €</em>");
  expect(html).toMatch(/<section>Small for 10 € \s*<p>For <strong>one<\/strong> team\.<\/p>/);
});

test("attributes are of the kinds that the definition names, however the page writes them", async () => {
  const written = ["degrees={20} isOn", 'degrees="20" isOn={true}', 'degrees="warm" isOn="false"', ""];
  const { html } = await show(written.map((attributes) => `<Oven ${attributes} />`).join("\n\n"));
  expect(html.match(/<i>.*?<\/i>/g)).toEqual(["<i>21 and on</i>", "<i>21 and on</i>", "<i>1 and off</i>", "<i>1 and off</i>"]);
});

test("one that site/ui.tsx alone has gets its attributes as JSX, and its Markdown is what they say and what is inside", async () => {
  const source =
    'Take <Chip name="Oak" /> now.\n\n<Chip title="Wood" name="Elm" seats={3} tags={["a", "b"]} className="x">\n\nFor *all*.\n\n</Chip>';
  const { html, page, site } = await show(source);
  expect(site.findings).toEqual([]);
  expect(html).toContain("Take <u>Oak undefined  </u> now.");
  expect(html).toMatch(/<u>Elm number a\+b\s*<p>For <em>all<\/em>\.<\/p>/);
  expect(await toMarkdown(page)).toContain("Take Oak now.\n\n## Wood\n\nElm\n\nFor *all*.");
  expect(site.passages.map((passage) => passage.text).join("\n")).toMatch(/Elm\n+For all/);
});

test("no paragraph is around a component of the fork, which may be a box", async () => {
  const { html } = await show("Before <Plain>inside</Plain> after.");
  expect(html).toBe('<div class="paragraph">Before <div>inside</div> after.</div>');
});

test("its Markdown is that of its definition, in the page as Markdown and in passages", async () => {
  const { page, site } = await show(text);
  const markdown = await toMarkdown(page);
  expect(markdown).toContain("First *paying* (fee of 2 €) then.");
  expect(markdown).toContain("### Small\n\n[10 €](/docs/plans)\n\nFor **one** team.\n\n- or *less* \\<b>");
  expect(markdown).toContain("## Note well\n\nInside.");
  expect(site.passages.map((passage) => passage.text).join("\n")).toContain("paying (fee of 2 €)");
});

test("check knows it, and a page gives it nothing that runs", async () => {
  const { site } = await show(text);
  expect(await checkSite(site, { hasPublicFile: () => true })).not.toContainEqual(
    expect.objectContaining({ message: expect.stringContaining("no component") }),
  );
  const leftOut = async (page: string) => (await show(page)).site.findings.map(({ message }) => message).join();
  expect(await leftOut('<Plan name="x" onClick="y" />')).toContain("onClick of <Plan> is left out");
  expect(await leftOut('<Plan url="javascript:x" />')).toContain("url of <Plan> is left out");
});

test("a name that no page can write is refused with the file to change", () => {
  expect(() => toDefinitions({ "price-box": {} })).toThrow(
    'site/index.ts: the component "price-box" needs a name of one capitalised word',
  );
});

test.each([
  ["it has no of", '<Rate of="1" />\n\n<Rate>Kept.</Rate>', 3],
  ["it is not text", '<Rate of="none">Kept.</Rate>', 1],
])("a component whose Markdown fails, since %s, costs that alone and is named with its place", async (_, source, line) => {
  const project = createProject();
  const site = await buildSite(project, createFiles({ "a.mdx": source, "b.mdx": "# Whole\n\nText." }));
  const page = site.pages.find(({ file }) => file === "a.mdx") as Page;
  const message = expect.stringContaining("<Rate> has no Markdown form: its markdown in site/index.ts failed");
  expect(site.findings).toEqual([{ severity: "error", file: "a.mdx", line, column: 1, message }]);
  expect(site.passages.map(({ text: words }) => words).join("\n")).toMatch(/Kept\.[\s\S]*Text\./);
  expect(await toMarkdown(page)).toContain("Kept.");
  const components = componentsFor(docsMessages("en"), { site, pageKey: page, page });
  const { body } = await compilePage(page);
  expect(renderToStaticMarkup(createElement(body, { components: components as PageComponents }))).toContain("Kept.");
  expect(await checkSite(site, { hasPublicFile: () => true })).toContainEqual(
    expect.objectContaining({ severity: "error", file: "a.mdx", line, message }),
  );
});

test("the fault says which attributes the page does not give", async () => {
  const { site } = await show("<Rate />");
  expect(site.findings[0]?.message).toContain("The page gives no of: write it there, or let markdown do without.");
});

test("an invalid number, and an attribute that is missing in the Markdown, are reported with their place and not written", async () => {
  const { page, site } = await show(
    'Text.\n\n<Oven degrees="warm" isOn="false" />\n\n<Oven isOn="true" />\n\n<Oven degrees={20} isOn />',
  );
  const markdown = await toMarkdown(page);
  expect(markdown).toContain("\n\nwarm °C, on: false\n\n°C, on: true\n\n20 °C, on: true");
  expect(await checkSite(site, { hasPublicFile: () => true })).toEqual([
    {
      ...{ severity: "warning", kind: "attribute", file: "page.mdx", line: 3, column: 1 },
      message: 'degrees of <Oven> is "warm", which is not a number; the component gets no degrees.',
    },
    {
      ...{ severity: "warning", kind: "attribute", file: "page.mdx", line: 5, column: 1 },
      message: "<Oven> gives no degrees, which its Markdown needs: write it there, or let markdown in site/index.ts do without.",
    },
  ]);
});
