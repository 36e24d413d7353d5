import GithubSlugger, { slug as toGithubSlug } from "github-slugger";
import type { Heading, Nodes, PhrasingContent, Root } from "mdast";
import { toSignSlug, toSlug, toSpaceSlug } from "../model/slug.ts";
import { attributeText, type Element, isElement, listElements, withAttribute } from "./jsx.ts";
import { toText, toWrittenText } from "./text.ts";

interface HeadingData {
  /** Properties that the HTML element of a heading gets, as mdast-util-to-hast reads them. */
  hProperties?: { id?: string; dataAlias?: string };
  /** The text of a heading before components in it were replaced by what they show. */
  written?: string;
}

/** Most characters of an id, and of the text it is derived from: each passage below a heading has its id. */
const MAX_ID_CHARS = 300;
const EXPLICIT_ID = /(?<!\s)\s*\[#(?<id>[^[\]\s]+)\]\s*$/;

/**
 * Gives every Markdown heading of a tree its id, in `data.hProperties.id`, where passages, table of contents
 * and HTML all find it. `## Title [#id]` states the id itself; that marker is taken out of the text.
 * Running it twice changes nothing.
 */
export function resolveHeadings(tree: Root): void {
  const slugger = new GithubSlugger();
  const headings = listHeadings(tree);
  const stated = new Set<Heading>();
  for (const heading of headings) {
    const earlier = anchorOf(heading);
    const id = earlier || takeExplicitId(heading);
    if (!id) continue;
    // A stated id is taken, so that no later heading gets it as well.
    slugger.occurrences[id] ??= 0;
    if (!earlier) setAnchor(heading, id);
    stated.add(heading);
  }
  for (const heading of headings)
    if (!anchorOf(heading)) setAnchor(heading, slugger.slug(headingWords(heading)) || slugger.slug("section"));
  for (const element of listElements(tree, ...Object.keys(TITLED))) setElementAnchor(element, slugger);
  const named = headings.filter((heading) => !stated.has(heading));
  setAliases(named, new Set(Object.keys(slugger.occurrences)));
}

/** Keeps the text of headings that components are in: an id is derived from what the page says, not from what those show. */
export function keepHeadings(tree: Root): void {
  for (const heading of listHeadings(tree)) {
    const hasExpression = heading.children.some(({ type }) => type === "mdxTextExpression");
    if (!hasExpression && heading.children.some(isElement))
      heading.data = { ...heading.data, written: toWrittenText(heading) } as HeadingData;
  }
}

function headingWords(heading: Heading): string {
  return writtenWords(heading).replace(/\s+/g, " ").slice(0, MAX_ID_CHARS);
}

/** Returns a heading's text with every space between its words: GitHub and Docusaurus turn each into a hyphen. */
function writtenWords(heading: Heading): string {
  return ((heading.data as HeadingData | undefined)?.written || toWrittenText(heading)).trim();
}

/** Spellings in which other systems name a heading. */
const SPELLINGS = [toSignSlug, toSpaceSlug, (text: string) => toSlug(text.toLowerCase()), toMkdocsSlug, toVitepressSlug];

function toMkdocsSlug(text: string): string {
  return toGithubSlug(text).replace(/-+/g, "-").replace(/^-|-$/g, "");
}

function toVitepressSlug(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036F]/g, "");
  return toSlug(plain.toLowerCase()).replace(/^(?=\d)/, "_");
}

/** Returns a text as each system spells the anchor of a heading that says it. */
export function spellingsOf(text: string): string[] {
  return [toGithubSlug(text), ...SPELLINGS.map((spell) => spell(text))];
}

/** Gives headings the other spellings that links may name them by, where those are free. */
function setAliases(headings: readonly Heading[], taken: Set<string>): void {
  const aliases = new Map<Heading, string[]>();
  const slugger = new GithubSlugger();
  const asWritten = (text: string) => toGithubSlug(text) && slugger.slug(text);
  for (const spell of [asWritten, ...SPELLINGS]) {
    const counts = new Map<string, number>();
    for (const heading of headings) {
      const slug = spell(writtenWords(heading).slice(0, MAX_ID_CHARS));
      const count = (counts.get(slug) ?? 0) + 1;
      counts.set(slug, count);
      const alias = count === 1 ? slug : `${slug}-${count}`;
      if (slug === "" || taken.has(alias)) continue;
      taken.add(alias);
      aliases.set(heading, [...(aliases.get(heading) ?? []), alias]);
    }
  }
  for (const [heading, list] of aliases)
    heading.data = { ...heading.data, hProperties: { id: anchorOf(heading), dataAlias: list.join(" ") } } as HeadingData;
}

/** Components that can be linked to, and the attributes that name them. */
const TITLED: Readonly<Record<string, readonly string[]>> = {
  Accordion: ["title"],
  Expandable: ["title"],
  details: [],
  Step: ["title"],
  Tab: ["title"],
  View: ["title"],
  Update: ["label"],
  ParamField: ["name", "path", "query", "body", "header", "cookie"],
  ResponseField: ["name"],
};

/** Gives a component an id made of its title, unless the page states one or a heading has it. */
function setElementAnchor(element: Element, slugger: GithubSlugger): void {
  if (attributeText(element, "id")) return;
  const inside = element.children.flatMap((child): Nodes[] => (child.type === "paragraph" ? child.children : [child]));
  const summary = inside.find((child) => isElement(child) && child.name === "summary");
  const words =
    element.name === "details" ? summary && toText(summary) : attributeText(element, ...(TITLED[element.name ?? ""] ?? []));
  const title = words?.trim().slice(0, MAX_ID_CHARS);
  if (!title) return;
  const id = slugger.slug(element.name?.endsWith("Field") ? `param-${toSlug(title)}` : title);
  if (id) element.attributes = withAttribute(element, "id", id).attributes;
}

/** Returns the id of a heading's element in the HTML; empty before `resolveHeadings`. */
export function anchorOf(heading: Heading): string {
  return (heading.data as HeadingData | undefined)?.hProperties?.id ?? "";
}

/** Lists every id and other spelling of the headings of a tree. */
export function listHeadingIds(tree: Root): string[] {
  return listHeadings(tree).flatMap(({ data }) => {
    const { id = "", dataAlias } = (data as HeadingData | undefined)?.hProperties ?? {};
    return [id, ...(dataAlias?.split(" ") ?? [])];
  });
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
  return match.groups?.id?.slice(0, MAX_ID_CHARS) ?? "";
}

/** Creates a heading, with the id that the page states for it, if it states one. */
export function createHeading({ depth, words, id, position }: NewHeading): Heading {
  const heading: Heading = { type: "heading", depth, children: [...words], ...(position && { position }) };
  const anchor = id?.trim().replace(/\s+/g, "-").slice(0, MAX_ID_CHARS);
  if (anchor) setAnchor(heading, anchor);
  return heading;
}

interface NewHeading extends Pick<Heading, "depth" | "position"> {
  readonly words: readonly PhrasingContent[];
  readonly id: string | undefined;
}

function setAnchor(heading: Heading, id: string): void {
  heading.data = { ...heading.data, hProperties: { id } } as HeadingData;
}
