import { setImmediate as othersTurn } from "node:timers/promises";
import { toMarkdown } from "../content/markdown.ts";
import type { Page } from "../content/page.ts";
import { pagesByPath, type Site } from "../content/site.ts";
import { type Locale, markdownPath } from "../content/urls.ts";
import { type NavNode, pagesOf } from "./model.ts";
import { navigationOf } from "./navigation.ts";

export interface LlmsOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** Address of the site's MCP server, where it has one. */
  readonly mcp?: string | undefined;
}

/**
 * The llms.txt of one language and version: its own pages in the order of the sidebar, each with the address of its
 * Markdown form. Pages not to be indexed, and fallbacks of other languages, are left out.
 */
export function toLlmsIndex(site: Site, locale: Locale, { base, mcp }: LlmsOptions): string {
  const { name, description } = site.project;
  const server = mcp ? [`MCP server with search and all pages: [${mcp}](${mcp})`] : [];
  const head = [`# ${name}`, ...(description ? [`> ${description}`] : []), ...server].join("\n\n");
  const sections = sectionsOf(site, locale).map((section) => {
    const about = section.description ? [oneLine(section.description)] : [];
    return [`## ${section.title}`, ...about, section.pages.map((page) => entryOf(page, base)).join("\n")].join("\n\n");
  });
  return `${[head, ...sections].join("\n\n")}\n`;
}

/** The text of those pages, one after the other, as plain Markdown with their addresses. Other requests are answered in between. */
export async function toLlmsFull(site: Site, locale: Locale, { base }: LlmsOptions): Promise<string> {
  const texts: string[] = [];
  for (const page of sectionsOf(site, locale).flatMap((section) => section.pages)) {
    texts.push(`${toMarkdown(page, { base })}\nSource: ${base}${page.path}\n`);
    await othersTurn(); // All pages together take most of a second.
  }
  return texts.join("\n---\n\n");
}

interface LlmsSection {
  readonly title: string;
  readonly description?: string | undefined;
  readonly pages: readonly Page[];
}

/**
 * The folders, groups and sections at the top of the navigation, each with its description, and pages under the label that
 * they follow there; pages before all labels make a section together.
 */
function sectionsOf(site: Site, locale: Locale): LlmsSection[] {
  const byPath = pagesByPath(site);
  const seen = new Set<Page>();
  const own = (nodes: readonly NavNode[]) =>
    pagesOf(nodes).flatMap(({ path }) => {
      const page = byPath.get(path);
      if (!page || page.noindex || seen.has(page) || !isOf(page, locale)) return [];
      seen.add(page);
      return [page];
    });
  let labelled = { title: "Pages", pages: [] as Page[] };
  const sections: LlmsSection[] = [labelled];
  for (const node of navigationOf(site, locale.language, locale.version)) {
    if (node.type === "page") labelled.pages.push(...own([node]));
    if (node.type === "label") {
      labelled = { title: node.title, pages: [] };
      sections.push(labelled);
    }
    if (node.type === "group" || node.type === "section")
      sections.push({ title: node.title, description: node.description, pages: own([node]) });
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

/** A page outside of all versions belongs to each. */
function isOf({ version }: Page, locale: Locale): boolean {
  return version === null || version === locale.version;
}

function entryOf({ title, path, description }: Page, base: string): string {
  return `- [${title.replace(/[[\]]/g, "\\$&")}](${base}${markdownPath(path)})${description ? `: ${oneLine(description)}` : ""}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");
