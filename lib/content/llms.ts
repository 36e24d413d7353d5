import { setImmediate as othersTurn } from "node:timers/promises";
import type { Node } from "fumadocs-core/page-tree";
import { toMarkdown } from "./markdown.ts";
import { pageTree } from "./navigation.ts";
import type { Page } from "./page.ts";
import { pagesByPath, type Site } from "./site.ts";
import { type Locale, markdownPath } from "./urls.ts";

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
  const sections = sectionsOf(site, locale).map(({ title, pages }) => {
    return [`## ${title}`, pages.map((page) => entryOf(page, base)).join("\n")].join("\n\n");
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
  readonly pages: readonly Page[];
}

/** The folders at the top of the sidebar; pages that stand in none make a section of their own. */
function sectionsOf(site: Site, locale: Locale): LlmsSection[] {
  const byPath = pagesByPath(site);
  const own = (nodes: readonly Node[]) => {
    return urlsOf(nodes).flatMap((url) => {
      const page = byPath.get(url);
      return page && !page.noindex ? [page] : [];
    });
  };
  const nodes = pageTree(site, locale).children;
  const folders = nodes.filter((node) => node.type === "folder");
  const sections = [
    { title: "Pages", pages: own(nodes.filter((node) => node.type === "page")) },
    ...folders.map((folder) => ({ title: String(folder.name), pages: own([folder]) })),
  ];
  return sections.filter(({ pages }) => pages.length > 0);
}

function urlsOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "page") return [node.url];
    return node.type === "folder" ? [...(node.index ? [node.index.url] : []), ...urlsOf(node.children)] : [];
  });
}

function entryOf({ title, path, description }: Page, base: string): string {
  return `- [${title.replace(/[[\]]/g, "\\$&")}](${base}${markdownPath(path)})${description ? `: ${description.replace(/\s+/g, " ")}` : ""}`;
}
