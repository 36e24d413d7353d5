import { type Locale, markdownPath } from "../content/model/urls.ts";
import { listOf } from "../content/site/addresses.ts";
import type { FoundPage, Site } from "../content/site/site.ts";
import type { DocsMessages } from "../i18n/messages.ts";
import { fallbackNote, type PageNote, versionNote } from "./page-notes.ts";

interface HeadOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** That of the page, where one is known. */
  readonly address: string | undefined;
  /** Those of the language in which the page was asked for. */
  readonly messages: DocsMessages;
}

/**
 * Writes what a reader of the page sees around its title, as Markdown: its address, the day of its last change, the list of all
 * pages, and what must be known before reading: that it belongs to an old version, or is not translated.
 */
export function toMarkdownHead(site: Site, { page, language, fallback }: FoundPage, options: HeadOptions): string {
  const { base, address, messages } = options;
  const { defaultVersion } = site.project;
  const locale: Locale = { language, version: page.version ?? defaultVersion };
  const changed = page.lastModified ? [`${messages.lastUpdated}: ${page.lastModified.slice(0, 10)}`] : [];
  const list = `${base}${listOf(site.project, locale)}`;
  const facts = [...(address === undefined ? [] : [`<${address}>`]), ...changed, `[llms.txt](${list})`].join(" · ");
  const key = { language, version: page.version, slug: page.slug };
  const notes = [versionNote(site, key, messages), fallback ? fallbackNote(site, language, messages) : undefined];
  return [facts, ...notes.flatMap((note) => (note ? [quote(note, base)] : []))].join("\n\n");
}

function quote({ text, link }: PageNote, base: string): string {
  const way = link ? ` [${link.label}](${base}${markdownPath(link.path)})` : "";
  return `> ${text.replace(/\s+/g, " ")}${way}`;
}

/** Puts a head below the title of a page's Markdown. */
export function withHead(markdown: string, head: string): string {
  const end = markdown.indexOf("\n");
  return `${markdown.slice(0, end)}\n\n${head}${markdown.slice(end)}`;
}
