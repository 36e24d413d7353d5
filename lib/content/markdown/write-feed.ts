import type { Root } from "mdast";
import type { Page } from "../model/page.ts";
import { resolveLinks } from "../tree/links.ts";
import { listFeedEntries } from "./updates.ts";

const MAX_ENTRIES = 100;

export interface FeedOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** Name of the site. */
  readonly site: string;
}

/** All of a page that its feed tells besides its tree. */
export type FeedPage = Pick<Page, "path" | "slug" | "file" | "language" | "links" | "title" | "description">;

/** Returns the path of the feed of a page. */
export function feedPath(path: string): string {
  return `${path === "/" ? "" : path}/rss.xml`;
}

/** Returns the updates of a page as RSS 2.0, the first 100; undefined for a page that tells of none. */
export function writeFeed(tree: Root, page: FeedPage, { base, site }: FeedOptions): string | undefined {
  resolveLinks(tree, page);
  const entries = listFeedEntries(tree, MAX_ENTRIES);
  if (entries.length === 0) return undefined;
  const address = base + page.path;
  const items = entries.map(({ title, anchor, text, tags, date }, index) => {
    const link = `${address}${anchor ? `#${anchor}` : ""}`;
    return [
      "<item>",
      xmlElement("title", title || page.title),
      xmlElement("link", link),
      xmlElement("guid", anchor ? link : `${link}#${index + 1}`),
      ...(text ? [htmlElement("description", text)] : []),
      ...tags.map((tag) => xmlElement("category", tag)),
      ...(date ? [xmlElement("pubDate", date.toUTCString())] : []),
      "</item>",
    ].join("\n");
  });
  const self = `<atom:link href="${toXml(base + feedPath(page.path))}" rel="self" type="application/rss+xml"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    xmlElement("title", page.title === site ? site : `${page.title} · ${site}`),
    xmlElement("link", address),
    htmlElement("description", page.description || page.title),
    xmlElement("language", page.language),
    self,
    ...items,
    "</channel>",
    "</rss>\n",
  ].join("\n");
}

/** Readers of feeds take a description for HTML, so a text is escaped for that, and then for XML. */
function htmlElement(name: string, text: string): string {
  return xmlElement(name, toXml(text));
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
