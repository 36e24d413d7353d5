import type { Locale } from "../content/model/urls.ts";
import type { Site } from "../content/site/site.ts";
import { docsUrl } from "../content/site/site-links.ts";
import { toIcon } from "./docs-json.ts";
import { folderTitle } from "./folders.ts";
import { isExternal, type NavNode, type NavSection, pagesOf, type SectionKind } from "./model.ts";
import { navigationOf } from "./navigation.ts";

/** One of several sections to go to. */
export interface NavChoice {
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  /** Path without base path of its first page, or another address. */
  readonly url: string;
  readonly isExternal: boolean;
  readonly isCurrent: boolean;
}

/** One step on the way from the start of the documentation to a page. */
export interface Breadcrumb {
  readonly title: string;
  /** Absent for a folder or section without a page. */
  readonly path: string | undefined;
}

/** The navigation around one page. */
export interface NavigationView {
  /** The row at the top. */
  readonly tabs: readonly NavChoice[];
  /** Menus above the sidebar, the outermost first: products, dropdowns, the items of a tab. */
  readonly menus: readonly (readonly NavChoice[])[];
  /** Links above the pages. */
  readonly anchors: readonly NavChoice[];
  /** Versions beside the page's own in a docs.json navigation. */
  readonly versions: readonly NavChoice[];
  /** Sidebar: the pages beside the page. */
  readonly nodes: readonly NavNode[];
  /** Sections and groups above the page, and the page itself; empty for a page outside the navigation. */
  readonly trail: readonly Breadcrumb[];
  readonly previous: Breadcrumb | undefined;
  readonly next: Breadcrumb | undefined;
}

/**
 * Returns the navigation around a page. A page in no navigation gets the first section of each kind, and is current in none.
 */
export function navigationView(site: Site, { path, language, version }: Locale & { readonly path: string }): NavigationView {
  const tree = navigationOf(site, language, version);
  const chain = findChain(tree, path) ?? [];
  const levels = levelsOf(tree, chain, version);
  const nodes = (levels.at(-1)?.nodes ?? []).filter((node) => node.type !== "section");
  const choices = (kinds: readonly SectionKind[]) =>
    levels.map((level) => choicesOf(level, kinds)).filter((list) => list.length > 0);
  const [tabs = [], ...moreTabs] = withoutRepeatedRows(levels.map((level) => tabsOf(site, level, { language, version })));
  const pages = pagesOf(nodes);
  const at = pages.findIndex((page) => page.path === path);
  return {
    tabs,
    menus: [...choices(["product"]), ...choices(["dropdown"]), ...moreTabs, ...choices(["item"])].filter(
      (menu) => menu.length > 1,
    ),
    anchors: anchorsOf(site, choices(["anchor"]).flat()),
    versions: choices(["version"])[0] ?? [],
    nodes,
    trail: trailOf(nodes, path),
    previous: at > 0 ? toStep(pages[at - 1]) : undefined,
    next: at >= 0 ? toStep(pages[at + 1]) : undefined,
  };
}

function toStep(page: { title: string; path: string } | undefined): Breadcrumb | undefined {
  return page && { title: page.title, path: page.path };
}

/** Returns the sections above a page, the outermost first; undefined when the page is not in the navigation. */
function findChain(nodes: readonly NavNode[], path: string): NavSection[] | undefined {
  if (pagesOf(nodes.filter((node) => node.type !== "section")).some((page) => page.path === path)) return [];
  for (const node of nodes) {
    const below = node.type === "section" ? findChain(node.children, path) : undefined;
    if (below && node.type === "section") return [node, ...below];
  }
  return undefined;
}

interface Level {
  readonly nodes: readonly NavNode[];
  /** The section that is open here. */
  readonly current: NavSection | undefined;
  /** False when the page is in none, and the first one is open. */
  readonly isChosen: boolean;
}

function levelsOf(tree: readonly NavNode[], chain: readonly NavSection[], version: string | null): Level[] {
  const levels: Level[] = [];
  for (let nodes = tree; ; ) {
    const chosen = chain[levels.length];
    const hasEntries = nodes.some((node) => node.type !== "section");
    const current = chosen ?? (hasEntries ? undefined : firstSection(nodes, version));
    levels.push({ nodes, current, isChosen: chosen !== undefined });
    if (!current) return levels;
    nodes = current.children;
  }
}

/** Returns the section of the current version, else the first one. */
function firstSection(nodes: readonly NavNode[], version: string | null): NavSection | undefined {
  const sections = nodes.filter((node) => node.type === "section").filter(({ children }) => pagesOf(children).length > 0);
  return sections.find(({ kind, title }) => kind === "version" && title === version) ?? sections[0];
}

function choicesOf({ nodes, current, isChosen }: Level, kinds: readonly SectionKind[]): NavChoice[] {
  return nodes.flatMap((node) => {
    if (node.type !== "section" || !kinds.includes(node.kind)) return [];
    return toChoice(node, node === current && isChosen);
  });
}

function toChoice(section: NavSection, isCurrent: boolean): NavChoice[] {
  const { id, title, icon, description, tag } = section;
  const url = section.url ?? pagesOf(section.children)[0]?.path;
  return url === undefined ? [] : [{ id, title, icon, description, tag, url, isExternal: isExternal(url), isCurrent }];
}

/** Rows of tabs without those of which a row further in has every title: some write tabs beside versions that have the same ones. */
function withoutRepeatedRows(rows: readonly (readonly NavChoice[])[]): (readonly NavChoice[])[] {
  return rows.filter((row, index) => {
    const inner = new Set(rows.slice(index + 1).flatMap((other) => other.map(({ title }) => title)));
    return row.length > 0 && (row.some(({ isCurrent }) => isCurrent) || !row.every(({ title }) => inner.has(title)));
  });
}

/** Lists the tabs. Pages beside tabs are in an additional first tab. */
function tabsOf(site: Site, level: Level, locale: Locale): NavChoice[] {
  const tabs = choicesOf(level, ["tab"]);
  const [start] = pagesOf(level.nodes.filter((node) => node.type !== "section"));
  if (tabs.length === 0 || !start) return tabs;
  const title = (site.tree ? undefined : folderTitle(site, locale)) ?? start.title;
  const nothing = { icon: undefined, description: undefined, tag: undefined, isExternal: false };
  return [{ id: "start", title, url: start.path, ...nothing, isCurrent: level.current === undefined }, ...tabs];
}

/** Lists the anchors. A single anchor that holds everything is left out, since it offers no choice. */
function anchorsOf(site: Site, anchors: readonly NavChoice[]): NavChoice[] {
  const global = (site.tree?.global ?? []).flatMap(({ title, icon, description, tag, href }, index): NavChoice[] => {
    if (href === undefined) return [];
    const url = docsUrl(site, href);
    return [
      {
        id: `global.${index}`,
        title,
        icon: toIcon(site, icon),
        description,
        tag,
        url,
        isExternal: isExternal(url),
        isCurrent: false,
      },
    ];
  });
  return [...(anchors.length > 1 || anchors.some(({ isCurrent }) => !isCurrent) ? anchors : []), ...global];
}

/** Groups above the page and the label above it; the index of a group is the group itself. */
function trailOf(nodes: readonly NavNode[], path: string): Breadcrumb[] {
  let label: Breadcrumb | undefined;
  for (const node of nodes) {
    if (node.type === "label") label = node.title ? { title: node.title, path: undefined } : undefined;
    const steps = stepsTo(node, path);
    if (steps) return label ? [label, ...steps] : steps;
  }
  return [];
}

function stepsTo(node: NavNode, path: string): Breadcrumb[] | undefined {
  if (node.type === "page") return node.path === path ? [{ title: node.title, path }] : undefined;
  if (node.type !== "group") return undefined;
  if (node.index?.path === path) return [{ title: node.index.title, path }];
  const below = trailOf(node.children, path);
  return below.length > 0 ? [{ title: node.title, path: node.index?.path }, ...below] : undefined;
}
