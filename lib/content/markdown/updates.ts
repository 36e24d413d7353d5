import type { Root, RootContent } from "mdast";
import type { Page } from "../model/page.ts";
import { anchorOf } from "../tree/anchors.ts";
import { attributeText, type Element, isElement, readLiteral, walk } from "../tree/jsx.ts";
import { resolveLinks } from "../tree/links.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { toText } from "../tree/text.ts";
import { toPlainTree } from "./plain.ts";

/** One thing that changed, as a feed tells it. */
interface FeedEntry {
  readonly title: string;
  /** Id of its place in the page. */
  readonly anchor: string | undefined;
  /** Markdown. */
  readonly text: string;
  readonly tags: readonly string[];
  /** Undefined where the page names no day that can be read. */
  readonly date: Date | undefined;
}

/** Returns true for a page that may have a feed: its front matter asks for one, or it has an `<Update>`. */
export function offersFeed({ rss, source, file }: Pick<Page, "rss" | "source" | "file">): boolean {
  return rss || (file !== null && /<Update[\s>]/.test(source));
}

/**
 * Returns the first changes that the `<Update>` elements of a page tell, in the page's order: one for an update with words of
 * its own for the feed, or without headings; else one for each of its headings of the highest level.
 */
function listFeedEntries(tree: Root, most: number): FeedEntry[] {
  const entries: FeedEntry[] = [];
  for (const update of findUpdates(tree)) {
    if (entries.length >= most) break;
    entries.push(...toEntries(update, most - entries.length));
  }
  return entries;
}

/** Returns every tag of the updates of a page once, in the order in which the page has them. */
export function listUpdateTags(tree: Root): string[] {
  return [...new Set(findUpdates(tree).flatMap(tagsOf))];
}

/** Lists the updates of a tree. The content of an update is part of it, other updates too. */
function findUpdates(tree: Root): Element[] {
  const found: Element[] = [];
  walk(tree, (node) => {
    const isUpdate = isElement(node) && node.name === "Update";
    if (isUpdate) found.push(node);
    return !isUpdate;
  });
  return found;
}

function toEntries(update: Element, most: number): FeedEntry[] {
  const label = attributeText(update, "label") ?? "";
  const [title, words] = [attributeText(update, "rssTitle"), attributeText(update, "rssDescription")];
  const shared = {
    tags: tagsOf(update),
    date: readDate(label) ?? readDate(attributeText(update, "description") ?? ""),
  };
  const { children } = toPlainTree({ type: "root", children: update.children as RootContent[] });
  const anchor = attributeText(update, "id");
  const sections = title || words ? [] : splitAtHeadings(children);
  if (sections.length === 0) return [{ ...shared, title: title ?? label, anchor, text: words ?? markdownOf(children) }];
  return sections.slice(0, most).map(({ heading, content }) => ({
    ...shared,
    title: toText(heading),
    anchor: anchorOf(heading) || anchor,
    text: markdownOf(content),
  }));
}

type Heading = Extract<RootContent, { type: "heading" }>;

function splitAtHeadings(nodes: readonly RootContent[]): { heading: Heading; content: RootContent[] }[] {
  const highest = nodes.reduce((least, node) => (node.type === "heading" ? Math.min(least, node.depth) : least), 7);
  const sections: { heading: Heading; content: RootContent[] }[] = [];
  for (const node of nodes) {
    if (node.type === "heading" && node.depth === highest) sections.push({ heading: node, content: [] });
    else sections.at(-1)?.content.push(node);
  }
  return sections;
}

function markdownOf(children: readonly RootContent[]): string {
  return writeMarkdown({ type: "root", children: [...children] }).trim();
}

function tagsOf(update: Element): string[] {
  const attribute = update.attributes.find((each) => each.type === "mdxJsxAttribute" && each.name === "tags");
  const value = attribute && readLiteral(attribute);
  return Array.isArray(value) ? value.map(String) : [];
}

const DATE =
  /^(?:\d{4}-\d{2}-\d{2}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2} \p{L}{3,12} \d{4}|\p{L}{3,12} \d{4})$/u;

/** Reads a day or a month, written in English or as `2026-08-21`, as midnight UTC. */
function readDate(text: string): Date | undefined {
  if (!DATE.test(text)) return undefined;
  const plain = text.replace(/(\d)(?:st|nd|rd|th)/, "$1");
  const date = new Date(/^\d/.test(plain) && plain.includes("-") ? plain : `${plain} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const MAX_ENTRIES = 100;

export interface FeedOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** Name of the site. */
  readonly site: string;
}

/** All of a page that its feed tells besides its tree. */
type FeedPage = Pick<Page, "path" | "slug" | "file" | "language" | "links" | "title" | "description">;

/** Returns the path of the feed of a page. */
export function feedPath(path: string): string {
  return `${path === "/" ? "" : path}/rss.xml`;
}

/** Returns the updates of a page as RSS 2.0, the first 100; undefined for a page without updates. */
export function writeFeed(tree: Root, page: FeedPage, { base, site }: FeedOptions): string | undefined {
  resolveLinks(tree, page);
  const entries = listFeedEntries(tree, MAX_ENTRIES);
  if (entries.length === 0) return undefined;
  const address = base + page.path;
  return toRss({
    title: page.title === site ? site : `${page.title} · ${site}`,
    page: address,
    feed: base + feedPath(page.path),
    text: page.description || page.title,
    language: page.language,
    items: entries.map(({ title, anchor, text, tags, date }, index) => {
      const link = `${address}${anchor ? `#${anchor}` : ""}`;
      const guid = anchor ? link : `${link}#${index + 1}`;
      return { title: title || page.title, link, guid, html: toXml(text), categories: tags, date };
    }),
  });
}

interface RssFeed {
  readonly title: string;
  /** Addresses of the page that the feed follows, and of the feed. */
  readonly page: string;
  readonly feed: string;
  readonly text: string;
  readonly language?: string;
  readonly items: readonly RssItem[];
}

interface RssItem {
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  /** Readers of feeds take a description for HTML; empty for none. */
  readonly html: string;
  readonly categories: readonly string[];
  readonly date: Date | undefined;
}

/** Writes a feed as RSS 2.0. */
export function toRss({ title, page, feed, text, language, items }: RssFeed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    xmlElement("title", title),
    xmlElement("link", page),
    xmlElement("description", toXml(text)),
    ...(language ? [xmlElement("language", language)] : []),
    `<atom:link href="${toXml(feed)}" rel="self" type="application/rss+xml"/>`,
    ...items.flatMap(({ title, link, guid, html, categories, date }) => [
      "<item>",
      xmlElement("title", title),
      xmlElement("link", link),
      xmlElement("guid", guid),
      ...(html ? [xmlElement("description", html)] : []),
      ...categories.map((category) => xmlElement("category", category)),
      ...(date ? [xmlElement("pubDate", date.toUTCString())] : []),
      "</item>",
    ]),
    "</channel>",
    "</rss>\n",
  ].join("\n");
}

function xmlElement(name: string, text: string): string {
  return `<${name}>${toXml(text)}</${name}>`;
}

/** Characters that no XML document may hold. */
const NO_XML = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu;

/** Escapes a text for XML, and leaves out characters that no XML document may hold. */
export function toXml(text: string): string {
  return text
    .replace(NO_XML, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
