import { LRUCache } from "lru-cache";
import { writePage } from "../markdown/page-markdown.ts";
import { type FeedOptions, writeFeed } from "../markdown/write-feed.ts";
import type { Page } from "../model/page.ts";
import { readPage, toPageText } from "../parse/parse.ts";

const CACHED_TEXTS = 2_000;

const remembered = new LRUCache<string, string>({ max: CACHED_TEXTS });

interface MarkdownOptions {
  /** Public address of the site with its base path: put before links that start with `/`. */
  readonly base?: string;
}

/**
 * Returns a page as plain Markdown: its title, its description and its text, every component as the Markdown that says the
 * same.
 */
export async function toMarkdown(page: Page, { base = "" }: MarkdownOptions = {}): Promise<string> {
  const key = `${page.hash} ${base}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { tree } = await readPage(toPageText(page));
  const markdown = await writePage(tree, page, base);
  remembered.set(key, markdown);
  return markdown;
}

/** Returns the updates of a page as RSS 2.0, the first 100; undefined for a page that tells of none. */
export async function toFeed(page: Page, options: FeedOptions): Promise<string | undefined> {
  const { tree } = await readPage(toPageText(page));
  return writeFeed(tree, page, options);
}
