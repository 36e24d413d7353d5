import type { Root, RootContent } from "mdast";
import type { Page } from "../model/page.ts";
import { anchorOf } from "../tree/anchors.ts";
import { attributeText, type Element, isElement, readLiteral } from "../tree/jsx.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { toText } from "../tree/text.ts";
import { walk } from "../tree/walk.ts";
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
export function listFeedEntries(tree: Root, most: number): FeedEntry[] {
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
