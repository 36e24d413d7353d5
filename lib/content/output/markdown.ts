import { LRUCache } from "lru-cache";
import type { FeedOptions } from "../markdown/write-feed.ts";
import type { Page } from "../model/page.ts";
import { readPage, toPageText, withoutSource } from "../reader/reader.ts";

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
  return readPage(toPageText(page), async (read) => {
    const markdown = await read.ask("markdown", { page: withoutSource(page), base });
    if (!read.cut) remembered.set(key, markdown);
    return markdown;
  });
}

/** Returns the updates of a page as RSS 2.0, the first 100; undefined for a page that tells of none. */
export function toFeed(page: Page, options: FeedOptions): Promise<string | undefined> {
  return readPage(
    toPageText(page),
    async (read) => (await read.ask("feed", { page: withoutSource(page), options })) ?? undefined,
  );
}
