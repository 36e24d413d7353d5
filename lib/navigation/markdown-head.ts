import { getConfig } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import { type Locale, markdownPath } from "../content/model/urls.ts";
import { toMarkdown } from "../content/output/compile.ts";
import { listOf } from "../content/site/addresses.ts";
import { completePage, type FoundPage, type Site } from "../content/site/site.ts";
import { type DocsMessages, docsMessages } from "../i18n/messages.ts";
import { fallbackNote, outdatedNote, type PageNote, versionNote } from "./page-notes.ts";

interface HeadOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** That of the page, where one is known. */
  readonly address: string | undefined;
  /** Those of the language in which the page was asked for. */
  readonly messages: DocsMessages;
}

/**
 * Writes what a reader of the page sees around its title, as Markdown: its address, the day of its last change, the description of the
 * API that it is an overview of, the list of all pages, and what must be known before reading: that it belongs to an old version, or is not translated.
 */
export function toMarkdownHead(site: Site, { page, language, fallback }: FoundPage, options: HeadOptions): string {
  const { base, address, messages } = options;
  const { defaultVersion } = site.project;
  const locale: Locale = { language, version: page.version ?? defaultVersion };
  const changed = page.lastModified ? [`${messages.lastUpdated}: ${page.lastModified.slice(0, 10)}`] : [];
  const list = `${base}${listOf(site.project, locale)}`;
  const download = page.overview ? [`[${messages.downloadDescription}](${base}/api/text/description${page.path})`] : [];
  const at = address === undefined ? [] : [`<${address}>`];
  const facts = [...at, ...changed, ...download, `[llms.txt](${list})`].join(" · ");
  const key = { language, version: page.version, slug: page.slug };
  const ofLanguage = fallback ? fallbackNote(site, language, messages) : outdatedNote(site, { page, language }, messages);
  const notes = [versionNote(site, key, messages), ofLanguage];
  return [facts, ...notes.flatMap((note) => (note ? [quote(note, base)] : []))].join("\n\n");
}

function quote({ text, link }: PageNote, base: string): string {
  const way = link ? ` [${link.label}](${base}${markdownPath(link.path)})` : "";
  return `> ${text.replace(/\s+/g, " ")}${way}`;
}

/**
 * Returns a page as programs read it over MCP: the Markdown of its address with `.md`, with absolute addresses of the project's
 * `siteUrl`. @param found the page, or the page that an address shows.
 */
export async function toPageMarkdown(site: Site, found: FoundPage | Page): Promise<string> {
  const shown = "page" in found ? found : { page: found, fallback: false, language: found.language, path: found.path };
  const base = `${site.project.siteUrl}${getConfig().basePath}`;
  const page = await completePage(site, shown.page);
  const options = { base, address: base + shown.path, messages: docsMessages(shown.language) };
  return withHead(await toMarkdown(page, { base }), toMarkdownHead(site, { ...shown, page }, options));
}

/** Puts a head below the title of a page's Markdown. */
export function withHead(markdown: string, head: string): string {
  const end = markdown.indexOf("\n");
  return `${markdown.slice(0, end)}\n\n${head}${markdown.slice(end)}`;
}
