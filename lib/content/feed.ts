import type { Page } from "./page.ts";
import { readPage, toPageText, withoutSource } from "./reader/reader.ts";
import type { FeedOptions } from "./write-feed.ts";

/** The updates of a page as RSS 2.0, the first 100; undefined for a page that tells of none. */
export function toFeed(page: Page, options: FeedOptions): Promise<string | undefined> {
  return readPage(
    toPageText(page),
    async (read) => (await read.ask("feed", { page: withoutSource(page), options })) ?? undefined,
  );
}
