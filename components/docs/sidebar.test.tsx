import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import type { NavGroup, NavNode, NavPage } from "../../lib/navigation/model.ts";
import { Sidebar } from "./sidebar.tsx";

const page = (title: string): NavPage => ({
  type: "page",
  id: title,
  title,
  path: `/${title}`,
  icon: undefined,
  tag: undefined,
  method: undefined,
});

const group = (id: string, children: readonly NavNode[], isOpen?: boolean, index?: NavPage): NavGroup => ({
  type: "group",
  id,
  title: id,
  icon: undefined,
  tag: undefined,
  description: undefined,
  isOpen,
  index,
  children,
});

type Replace = (pages: ReactNode) => ReactNode;

function render(nodes: readonly NavNode[], current: string, replace?: Replace): string {
  return renderToStaticMarkup(
    <Sidebar
      view={{ tabs: [], nodes, menus: [], anchors: [] }}
      choices={null}
      links={null}
      {...{ current, messages: docsMessages("en"), versions: [], version: null, head: null, foot: null, replace }}
    />,
  );
}

/** The pages of a sidebar, one line each: a folder with what it holds, `+` where it is open, `>` before the current page. */
function show(nodes: readonly NavNode[], current: string): string[] {
  const html = render(nodes, current);
  return listLines(fromHtml(html.slice(html.indexOf("<nav"))));
}

function listLines(node: Nodes): string[] {
  const inside = "children" in node ? node.children.flatMap(listLines) : [];
  if (node.type !== "element") return inside;
  const { tagName, properties } = node;
  if (tagName === "details") return [`${properties.open === true ? "+" : "-"} ${toText(node.children[0])}`, ...inside];
  if (tagName === "img") return ["a picture"];
  return tagName === "a" ? [`${properties.ariaCurrent === "page" ? "> " : ""}${toText(node)}`, ...inside] : inside;
}

function toText(node: Nodes | undefined): string {
  if (node?.type === "text") return node.value;
  return node && "children" in node ? node.children.map(toText).join("") : "";
}

test("each page marks itself and opens the folders around it, whichever page was rendered before", () => {
  const nodes = [page("a"), group("g", [page("b"), group("h", [page("c")])]), group("i", [page("d")], true)];
  expect(show(nodes, "/a")).toEqual(["> a", "- g", "b", "- h", "c", "+ i", "d"]);
  expect(show(nodes, "/c")).toEqual(["a", "+ g", "b", "+ h", "> c", "+ i", "d"]);
  expect(show(nodes, "/b")).toEqual(["a", "+ g", "> b", "- h", "c", "+ i", "d"]);
  expect(show(nodes, "/elsewhere")).toEqual(["a", "- g", "b", "- h", "c", "+ i", "d"]);
  expect(show(nodes, "/a")).toEqual(["> a", "- g", "b", "- h", "c", "+ i", "d"]);
});

test("the closed groups of a large list are sent as a link to their first page, whatever was rendered before", () => {
  const pages = (name: string, count: number) => Array.from({ length: count }, (_, index) => page(`${name}${index}`));
  const small = [page("start"), group("a", pages("a", 40)), group("b", [group("c", pages("c", 50)), ...pages("d", 9)])];
  const few = [group("few", pages("few", 3)), group("open", pages("open", 6), true)];
  const large = [...small, ...few, group("e", pages("e", 200))];

  expect(show(small, "/start")).toHaveLength(1 + 41 + 61);
  expect(show(large, "/start")).toEqual([
    "> start",
    ...["- a", "Show 40 pages", "- b", "Show 59 pages"],
    ...["- few", "few0", "few1", "few2", "+ open", ...pages("open", 6).map(({ title }) => title)],
    ...["- e", "Show 200 pages"],
  ]);
  const atD3 = show(large, "/d3");
  expect(atD3.slice(0, 9)).toEqual(["start", "- a", "Show 40 pages", "+ b", "- c", "Show 50 pages", "d0", "d1", "d2"]);
  expect(atD3).toContain("> d3");
});

test("the page of a group is the link of its title, and no entry below it", () => {
  const nodes = [page("a"), group("g", [page("b")], undefined, page("own"))];
  expect(show(nodes, "/a")).toEqual(["> a", "g", "- g", "b"]);
  expect(show(nodes, "/own")).toEqual(["a", "> g", "+ g", "b"]);
});

test("a title of a page is text, whatever it holds", () => {
  const title = `<img src=x onerror="alert(1)"> & "more"`;
  expect(show([page(title), group(title, [page("b")])], "/b")).toEqual([title, `+ ${title}`, "> b"]);
});

test("the pages keep the gaps between them inside an element of the fork, so that the fade covers no entry", () => {
  const html = render([page("a")], "/a", (pages) => <section>{pages}</section>);
  expect(html).toMatch(/<section><div class="flex flex-col gap-4">.*<nav .*<\/nav><\/div><\/section>/s);
});

test("a long name breaks between its parts, in one element of the row", () => {
  expect(render([page("GetTokenSupplies")], "/a")).toContain("<span>Get<wbr>Token<wbr>Supplies</span>");
});
