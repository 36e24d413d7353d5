import type { Root as HastRoot } from "hast";
import type { Root, RootContent } from "mdast";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Processor } from "unified";
import { expect, test, vi } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import type { SiteDefinition } from "../../site-definition.ts";
import { walk } from "../tree/jsx.ts";
import { compilePage, toMarkdown } from "./compile.ts";
import { listSyntaxPlugins } from "./own-plugins.ts";

vi.mock("../../../site/index.ts", () => {
  const emphasise = () => (tree: Root) => {
    for (const node of tree.children)
      if (node.type === "paragraph") node.children = [{ type: "emphasis", children: node.children }];
  };
  const breakLines = () => (tree: Root) => {
    walk(tree, (node) => {
      if ("children" in node)
        node.children = (node.children as RootContent[]).flatMap((child): RootContent[] =>
          child.type === "text"
            ? child.value
                .split("\n")
                .flatMap((value, line) => [...(line > 0 ? [{ type: "break" } as const] : []), { ...child, value }])
            : [child],
        ) as typeof node.children;
    });
  };
  const mark = (mark: { readonly word: string }) => (tree: HastRoot) => {
    for (const node of tree.children) if (node.type === "element") node.properties.dataMark = mark.word;
  };
  return {
    default: { plugins: { remark: [emphasise, breakLines], rehype: [[mark, { word: "ours" }]] } } satisfies SiteDefinition,
  };
});

async function show(text: string) {
  const site = await buildPage(text, "a.mdx");
  const [page] = site.pages;
  if (!page) throw new Error("no page");
  const { body, error } = await compilePage(page);
  return { error, markdown: toMarkdown(page), html: renderToStaticMarkup(createElement(body)) };
}

test("plugins of the site change what pages show, with code or without, and not their Markdown", async () => {
  const plain = await show("Hello.");
  expect(plain).toMatchObject({ error: undefined, html: '<p data-mark="ours"><em>Hello.</em></p>' });
  expect(await plain.markdown).toContain("Hello.");
  expect(await plain.markdown).not.toContain("*");
  const coded = await show("Hello {[1, 2].map((n) => n + new Date(0).getTime())}.");
  expect(coded.html).toMatch(/^<p data-mark="ours"><em>Hello .*<\/em><\/p>$/);
});

test("plugins see blocks without the lines between them, as in MDX elsewhere", async () => {
  const cards = '<CardGroup>\n<Card title="A">One</Card>\n<Card title="B">Two</Card>\n</CardGroup>';
  expect((await show(`${cards}\n\nFirst\nsecond`)).html.match(/<br\/>/g)).toHaveLength(1);
  expect((await show("<Badge>a</Badge>\n<Badge>b</Badge>")).html).toMatch(/^a\s+b$/);
});

test("a plugin that adds syntax, which would change nothing, is named", () => {
  function addSyntax(this: Processor, _: object) {
    Object.assign(this.data(), { micromarkExtensions: [{}] });
  }
  expect(listSyntaxPlugins()).toEqual([]);
  expect(listSyntaxPlugins([() => () => undefined, [addSyntax, {}]])).toEqual(["plugins.remark[1] (addSyntax)"]);
});
