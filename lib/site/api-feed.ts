import { toXml } from "../content/markdown/write-feed.ts";
import { type ApiChanges, isBreaking } from "../openapi/compare.ts";
import type { ApiHistoryEntry } from "./api-history.ts";

interface FeedOptions {
  /** Name of the site. */
  readonly site: string;
  /** Absolute URLs of the page and of the feed itself. */
  readonly page: string;
  readonly feed: string;
}

/** Writes the changes of an API as RSS 2.0, one item for each update. */
export function toApiFeed(entries: readonly ApiHistoryEntry[], { site, page, feed }: FeedOptions): string {
  const items = entries.map(({ statusId, date, changes }) => {
    const link = `${page}#${statusId}`;
    return [
      "<item>",
      element("title", entryTitle(changes)),
      element("link", link),
      element("guid", link),
      // HTML to those who read feeds.
      element("description", linesOf(changes).map(toXml).join("<br>\n")),
      ...(isBreaking(changes) ? [element("category", "breaking")] : []),
      element("pubDate", date.toUTCString()),
      "</item>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    element("title", `API changes · ${site}`),
    element("link", page),
    element("description", `Changes of the API of ${site}`),
    `<atom:link href="${toXml(feed)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel>",
    "</rss>\n",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${toXml(text)}</${name}>`;
}

function entryTitle({ added, removed, deprecated, changed }: ApiChanges): string {
  const parts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [deprecated.length, "deprecated"],
    [new Set(changed.map(({ operation }) => operation)).size, "changed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Operations: ${words.join(", ")}`;
}

function linesOf({ added, removed, deprecated, changed }: ApiChanges): string[] {
  return [
    ...added.map((operation) => `Added: ${operation}`),
    ...removed.map((operation) => `Removed (breaking): ${operation}`),
    ...deprecated.map((operation) => `Deprecated: ${operation}`),
    ...changed.map(({ operation, what, breaking }) => `${operation}: ${what}${breaking ? " (breaking)" : ""}`),
  ];
}
