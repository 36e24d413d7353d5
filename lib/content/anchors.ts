// Tested in bound-marks.test.ts.
import GithubSlugger from "github-slugger";
import type { Heading, Nodes, Root } from "mdast";
import { attributeText, type Element, isElement } from "./expressions.ts";
import { toText } from "./text.ts";

/** A heading that has an id in the page's HTML. */
export interface Anchor {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** Properties that the HTML element of a heading gets, as mdast-util-to-hast reads them. */
interface HeadingData {
  hProperties?: { id?: string };
}

/** Characters of an id, and of a text that one is made from: each passage below a heading has its id. */
const LONGEST_ID = 300;
const EXPLICIT_ID = /(?<!\s)\s*\[#(?<id>[^[\]\s]+)\]\s*$/;

/**
 * Gives every Markdown heading of a tree its id, in `data.hProperties.id`, where passages, table of contents
 * and HTML all find it. `## Title [#id]` states the id itself; that marker is taken out of the text.
 * Running it twice changes nothing.
 */
export function resolveHeadings(tree: Root): void {
  const slugger = new GithubSlugger();
  const headings = listHeadings(tree);
  for (const heading of headings) {
    const id = anchorOf(heading) || takeExplicitId(heading);
    // A stated id is taken, so that no later heading gets it as well.
    if (id) slugger.occurrences[id] ??= 0;
    if (id) setAnchor(heading, id);
  }
  for (const heading of headings)
    if (!anchorOf(heading)) setAnchor(heading, slugger.slug(toText(heading).slice(0, LONGEST_ID)) || slugger.slug("section"));
  for (const element of listTitled(tree)) setElementAnchor(element, slugger);
}

/** Components that can be linked to, and the attributes that name them. */
const TITLED: Readonly<Record<string, readonly string[]>> = {
  Accordion: ["title"],
  Tab: ["title"],
  Update: ["label"],
  ParamField: ["name", "path", "query", "body", "header", "cookie"],
  ResponseField: ["name"],
};

function listTitled(node: Nodes): Element[] {
  const below = "children" in node ? node.children.flatMap(listTitled) : [];
  return isElement(node) && Object.hasOwn(TITLED, node.name ?? "") ? [node, ...below] : below;
}

/** An id of the component's title, unless the page states one or a heading has it. */
function setElementAnchor(element: Element, slugger: GithubSlugger): void {
  if (attributeText(element, "id")) return;
  const title = attributeText(element, ...(TITLED[element.name ?? ""] ?? []))?.slice(0, LONGEST_ID);
  if (!title) return;
  const id = slugger.slug(element.name?.endsWith("Field") ? `param-${title}` : title);
  if (id) element.attributes = [...element.attributes, { type: "mdxJsxAttribute", name: "id", value: id }];
}

/** The id of a heading's element in the HTML; empty before `resolveHeadings`. */
export function anchorOf(heading: Heading): string {
  return (heading.data as HeadingData | undefined)?.hProperties?.id ?? "";
}

/** All headings of a tree with their ids, in reading order. */
export function listAnchors(tree: Root): Anchor[] {
  return listHeadings(tree).map((heading) => ({ id: anchorOf(heading), depth: heading.depth, text: toText(heading) }));
}

function listHeadings(node: Nodes): Heading[] {
  if (node.type === "heading") return [node];
  return "children" in node ? node.children.flatMap(listHeadings) : [];
}

function takeExplicitId(heading: Heading): string {
  const last = heading.children.at(-1);
  const match = last?.type === "text" ? EXPLICIT_ID.exec(last.value) : null;
  if (!match || last?.type !== "text") return "";
  last.value = last.value.slice(0, match.index);
  return match.groups?.id?.slice(0, LONGEST_ID) ?? "";
}

function setAnchor(heading: Heading, id: string): void {
  heading.data = { ...heading.data, hProperties: { id } } as HeadingData;
}
