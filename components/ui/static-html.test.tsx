import type { RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { Rocket } from "lucide";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Method } from "../docs/method.tsx";
import { NavAnchor, NavTag } from "../docs/nav-choices.tsx";
import { Icon } from "../mdx/icon.tsx";
import { LucideSvg } from "./lucide-svg.tsx";
import { staticHtml } from "./static-html.ts";

/** As a browser reads it, without the places of things in the text. */
const read = (html: string) => fromHtml(html, { fragment: true, verbose: false }).children.map(plain);

function plain(node: RootContent): unknown {
  if (node.type !== "element") return node.type === "text" ? node.value : node.type;
  return { tag: node.tagName, properties: node.properties, children: node.children.map(plain) };
}

test.each<[string, ReactNode]>([
  ["a drawing", <LucideSvg key="x" icon={Rocket} size={15} className="fold-mark" />],
  ["the sign of a brand", <Icon key="x" icon="github" size={16} />],
  ["a picture", <Icon key="x" icon="/logo.svg" size={16} />],
  ["no icon", <Icon key="x" icon="no-such-icon" />],
  ["a method", <Method key="x" name="get" />],
  ["a tag", <NavTag key="x" tag={"New & <b>bold</b>"} />],
  [
    "a link to a page",
    <NavAnchor key="x" url="/docs/a?b=1&c=2" isExternal={false} current="page">
      {["A ", 1, null, false, <b key="b">"bold"</b>]}
    </NavAnchor>,
  ],
  [
    "a link elsewhere",
    <NavAnchor key="x" url="https://example.com/?q=%22" isExternal>
      Elsewhere
    </NavAnchor>,
  ],
  [
    "folds",
    <details key="x" open data-folder="a/b">
      <summary>Folder</summary>
    </details>,
  ],
])("%s is the same as what React writes", (_, element) => {
  expect(read(staticHtml(element))).toEqual(read(renderToStaticMarkup(element)));
});

test("texts, attributes and addresses run nothing", () => {
  const hostile = `"><img src=x onerror=alert(1)>`;
  const shown = read(
    staticHtml(
      <a href={`/docs/${hostile}`} title={hostile}>
        {hostile}
      </a>,
    ),
  );
  expect(shown).toEqual([{ tag: "a", properties: { href: `/docs/${hostile}`, title: hostile }, children: [hostile] }]);
  for (const address of ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x"])
    expect(staticHtml(<a href={address}>x</a>)).toBe("<a>x</a>");
});

test("a component that waits has no static HTML", async () => {
  const Late = async () => <b>late</b>;
  expect(() => staticHtml(<Late />)).toThrow("synchronously");
});
