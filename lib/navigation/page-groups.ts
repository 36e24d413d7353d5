import type { Page } from "../content/model/page.ts";
import type { Locale } from "../content/model/urls.ts";
import { findPageAt, type Site } from "../content/site/site.ts";
import { type NavNode, pagesOf } from "./model.ts";
import { navigationOf } from "./navigation.ts";

/** A page with the path at which a language shows it, translated or not. */
export interface ListedPage {
  readonly path: string;
  readonly page: Page;
}

/** A part of the navigation that a reader may begin with: a section, a group, or the pages below a label or beside them. */
export interface PageGroup {
  /** Undefined for pages that come before everything with a title. */
  readonly title: string | undefined;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  /** Each once, in reading order; at least one. */
  readonly pages: readonly ListedPage[];
  /** True where every page is of an API description. */
  readonly isApi: boolean;
}

/** Returns the parts at the top of the navigation of a language and version, in order. */
export function pageGroups(site: Site, { language, version }: Locale): PageGroup[] {
  return partsOf(atTop(navigationOf(site, language, version), version)).flatMap(({ nodes, ...part }) => {
    const paths = [...new Set(pagesOf(nodes).map(({ path }) => path))];
    const pages = paths.flatMap((path) => listed(site, path));
    if (pages.length === 0) return [];
    return [{ ...part, pages, isApi: pages.every(({ page }) => page.kind === "api") }];
  });
}

function listed(site: Site, path: string): ListedPage[] {
  const page = findPageAt(site, path)?.page;
  return page ? [{ path, page }] : [];
}

/** Returns up to `count` pages to begin with: the first of each group, guides before APIs, then what follows in the guides. */
export function pagesToBeginWith(site: Site, locale: Locale, count: number): ListedPage[] {
  const groups = pageGroups(site, locale);
  const guides = groups.filter(({ isApi }) => !isApi);
  const firsts = [...guides, ...groups.filter(({ isApi }) => isApi)].flatMap(({ pages }) => pages.slice(0, 1));
  return [...new Set([...firsts, ...guides.flatMap(({ pages }) => pages)])].slice(0, count);
}

interface Part extends Pick<PageGroup, "title" | "icon" | "description"> {
  readonly nodes: NavNode[];
}

function partsOf(nodes: readonly NavNode[]): Part[] {
  const parts: Part[] = [];
  let open: Part | undefined;
  for (const node of nodes) {
    if (node.type === "label") {
      open = { title: node.title || undefined, icon: node.icon, description: undefined, nodes: [] };
      parts.push(open);
    } else if ((node.type === "group" && !open?.title) || node.type === "section") {
      parts.push({ title: node.title, icon: node.icon, description: node.description, nodes: [node] });
      open = undefined;
    } else {
      const untitled: Part = { title: undefined, icon: undefined, description: undefined, nodes: [] };
      if (!open) parts.push(untitled);
      open ??= untitled;
      open.nodes.push(node);
    }
  }
  return parts;
}

/** Returns the nodes below sections of which a reader has no choice: those of the version, and a single one. */
function atTop(nodes: readonly NavNode[], version: string | null): readonly NavNode[] {
  const sections = nodes.filter((node) => node.type === "section");
  const own = sections.find(({ kind, title }) => kind === "version" && title === version) ?? sections[0];
  const isNoChoice = own !== undefined && (own.kind === "version" || sections.length === 1) && sections.length === nodes.length;
  return isNoChoice ? atTop(own.children, version) : nodes;
}
