import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import type { Page } from "../model/page.ts";
import { toFeed } from "../output/compile.ts";
import { offersFeed } from "./updates.ts";

async function readFeed(text: string): Promise<string | undefined> {
  const site = await buildPage(text, "changelog.mdx");
  return toFeed(site.pages[0] as Page, { base: "https://acme.example", site: "Acme" });
}

const itemsOf = (feed = "") => [...feed.matchAll(/<item>\n([\s\S]*?)\n<\/item>/g)].map(([, item]) => item);

test("an update is an entry of the feed, with its place in the page, its tags and its day", async () => {
  const feed = await readFeed(`---
title: Changelog
description: What is new.
---

<Update label="August 21, 2026" description="v2" tags={["New", "R&D"]}>

Search is [faster](/docs/search) <Badge>now</Badge>.

</Update>
`);
  expect(feed).toContain("<title>Changelog · Acme</title>\n<link>https://acme.example/docs/changelog</link>");
  expect(feed).toContain('<atom:link href="https://acme.example/docs/changelog/rss.xml" rel="self"');
  expect(itemsOf(feed)).toEqual([
    `<title>August 21, 2026</title>
<link>https://acme.example/docs/changelog#august-21-2026</link>
<guid>https://acme.example/docs/changelog#august-21-2026</guid>
<description>Search is [faster](/docs/search) now.</description>
<category>New</category>
<category>R&amp;D</category>
<pubDate>Fri, 21 Aug 2026 00:00:00 GMT</pubDate>`,
  ]);
});

test("an update with headings is an entry for each; one with a text for the feed is one entry with that text", async () => {
  const headings = "## Search\n\nFaster.\n\n### Typos\n\nForgiven.\n\n## Assistant\n\nQuotes.";
  const feed = await readFeed(
    `<Update label="May">\n${headings}\n</Update>\n\n<Update label="April" rss={{ title: "All new", description: "In short." }}>\n${headings}\n</Update>`,
  );
  expect(itemsOf(feed).map((item) => item?.replace(/\n<guid>.*/, ""))).toEqual([
    "<title>Search</title>\n<link>https://acme.example/docs/changelog#search</link>\n<description>Faster.\n\n### Typos\n\nForgiven.</description>",
    "<title>Assistant</title>\n<link>https://acme.example/docs/changelog#assistant</link>\n<description>Quotes.</description>",
    "<title>All new</title>\n<link>https://acme.example/docs/changelog#april</link>\n<description>In short.</description>",
  ]);
});

test("whatever an update says, the feed is XML: tags are text and what XML may not hold is gone", async () => {
  const feed = await readFeed('<Update label={"a\\u0000b\\ud800</title><x>"}>\n`</description>`\n</Update>');
  expect(itemsOf(feed)[0]).toContain("<title>ab&lt;/title&gt;&lt;x&gt;</title>");
  expect(itemsOf(feed)[0]).toContain("<description>`&amp;lt;/description&amp;gt;`</description>");
});

test("an update in an update is part of it", async () => {
  const feed = await readFeed(`${'<Update label="x">\n'.repeat(40)}\nText.\n\n${"</Update>\n".repeat(40)}`);
  expect(itemsOf(feed)).toHaveLength(1);
  expect(feed).toContain("Text.");
});

test("of very many headings the first hundred are entries", async () => {
  expect(itemsOf(await readFeed(`<Update label="x">\n${"# a\n".repeat(2_000)}\n</Update>`))).toHaveLength(100);
});

test("a label that is not a day has no date", async () => {
  expect(await readFeed('<Update label="Version 2">Text.</Update>')).not.toContain("pubDate");
});

test("a page without updates has no feed, whatever its front matter says", async () => {
  const site = await buildPage("---\nrss: true\n---\n\nText.");
  const [page] = site.pages as [Page];
  expect([offersFeed(page), await toFeed(page, { base: "", site: "Acme" })]).toEqual([true, undefined]);
  const plain = await buildPage("Text with `<Updated>`.");
  expect(offersFeed(plain.pages[0] as Page)).toBe(false);
});
