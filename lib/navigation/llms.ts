import { setImmediate as othersTurn } from "node:timers/promises";
import type { Page } from "../content/model/page.ts";
import { type Locale, markdownPath } from "../content/model/urls.ts";
import { toMarkdown } from "../content/output/compile.ts";
import { listOf } from "../content/site/addresses.ts";
import { pagesByPath, type Site } from "../content/site/site.ts";
import { type NavNode, pagesOf } from "./model.ts";
import { navigationOf } from "./navigation.ts";

interface LlmsOptions {
  /** Public address of the site with its base path, without slash at its end. */
  readonly base: string;
  /** Address of the site's MCP server, where it has one. */
  readonly mcp?: string | undefined;
  /** Address of the search by GET, up to its query. */
  readonly search?: string | undefined;
}

/**
 * Writes the llms.txt of one language and version: its own pages in the order of the sidebar, each with the
 * address of its Markdown form, then the lists of other versions and languages. Pages not to be indexed, and
 * fallbacks of other languages, are left out.
 */
export function toLlmsIndex(site: Site, locale: Locale, { base, mcp, search }: LlmsOptions): string {
  const { name, description } = site.project;
  const server = mcp ? [`MCP server with search and all pages: \`${mcp}\``] : [];
  const byGet = search ? [`Search by GET, as JSON: \`${search}\` and the encoded words`] : [];
  const head = [`# ${name}`, `> ${description || `The documentation of ${name}.`}`, ...server, ...byGet].join("\n\n");
  const sections = sectionsOf(site, locale).map((section) => {
    const about = section.description ? [oneLine(section.description)] : [];
    return [`## ${section.title}`, ...about, section.pages.map((page) => entryOf(page, base)).join("\n")].join("\n\n");
  });
  return `${[head, ...sections, ...otherLists(site, locale, base)].join("\n\n")}\n`;
}

/** Links to the lists of the other versions of the language and of the other languages, without those that have no pages. */
function otherLists(site: Site, locale: Locale, base: string): string[] {
  const { project, pages } = site;
  const { languages, versions, defaultVersion } = project;
  const hasPages = ({ language, version }: Locale) =>
    pages.some(
      (page) => page.listed && !page.noindex && page.language === language && (page.version ?? defaultVersion) === version,
    );
  const toList = (title: string, entries: readonly { readonly label: string; readonly own: Locale }[]) => {
    const others = entries.filter(
      ({ own }) => (own.language !== locale.language || own.version !== locale.version) && hasPages(own),
    );
    const lines = others.map(({ label, own }) => `- [${label.replace(/[[\]]/g, "\\$&")}](${base}${listOf(project, own)})`);
    return lines.length > 0 ? [`## ${title}\n\n${lines.join("\n")}`] : [];
  };
  return [
    ...toList(
      "Other versions",
      versions.map(({ id, label }) => ({ label, own: { language: locale.language, version: id } })),
    ),
    ...toList(
      "Other languages",
      languages
        .filter(({ id }) => id !== locale.language)
        .map(({ id, label }) => ({ label, own: { language: id, version: defaultVersion } })),
    ),
  ];
}

/**
 * Returns the text of those pages, one after the other, as plain Markdown with their addresses. Other requests are answered
 * in between.
 */
export async function toLlmsFull(site: Site, locale: Locale, { base }: LlmsOptions): Promise<string> {
  const texts: string[] = [];
  for (const page of sectionsOf(site, locale).flatMap((section) => section.pages)) {
    texts.push(`${await toMarkdown(page, { base })}\nSource: ${base}${page.path}\n`);
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
 * Returns the folders, groups and sections at the top of the navigation, each with its description. Pages are
 * listed under the label that they follow; pages before all labels are one section.
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
      labelled = { title: node.title || "Pages", pages: [] };
      sections.push(labelled);
    }
    if (node.type === "group" || node.type === "section")
      sections.push({ title: node.title, description: node.description, pages: own([node]) });
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

/** Returns whether a page belongs to a locale: a page outside of all versions belongs to each. */
function isOf({ version }: Page, locale: Locale): boolean {
  return version === null || version === locale.version;
}

function entryOf({ title, path, description }: Page, base: string): string {
  return `- [${title.replace(/[[\]]/g, "\\$&")}](${base}${markdownPath(path)})${description ? `: ${oneLine(description)}` : ""}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");
