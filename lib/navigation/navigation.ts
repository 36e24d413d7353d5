/*
 * The navigation of a site: tabs, menus, sidebar, and the order in which pages are read.
 * A site, a language and a version come in; a tree of sections, groups, pages and links comes out.
 * Start at `navigationOf`. `folders.ts` and `docs-json.ts` build the tree, `view.ts` has what is around one page.
 */

import type { Page } from "../content/model/page.ts";
import { type Locale, landingPath, type PageKey, pagePath } from "../content/model/urls.ts";
import { isClosed, isLedTo } from "../content/site/addresses.ts";
import { counterpart, findPage, findPageAt, pagesByPath, type Site } from "../content/site/site.ts";
import { perObject } from "../per-object.ts";
import { docsNavigation } from "./docs-json.ts";
import { folderNavigation } from "./folders.ts";
import { type NavNode, type NavPage, pagesOf } from "./model.ts";

const treesOf = perObject((_: Site) => new Map<string, readonly NavNode[]>());

/**
 * Returns the navigation of a language in the order in which it is shown. meta.json files give one tree for each
 * version, a docs.json file gives one in which versions are sections. Built once for each site.
 */
export function navigationOf(site: Site, language: string, version: string | null): readonly NavNode[] {
  const trees = treesOf(site);
  const key = JSON.stringify(site.tree ? [language] : [language, version]);
  const tree = trees.get(key) ?? (site.tree ? docsNavigation(site, language) : folderNavigation(site, { language, version }));
  trees.set(key, tree);
  return tree;
}

/** Returns the pages of one language and version in reading order, each once, without the fallbacks of other languages. */
export function pagesInOrder(site: Site, { language, version }: Locale): Page[] {
  const byPath = pagesByPath(site);
  const pages = pagesOf(navigationOf(site, language, version)).flatMap(({ path }) => byPath.get(path) ?? []);
  return [...new Set(pages)].filter((page) => !site.tree || page.version === null || page.version === version);
}

/** Returns the page where reading starts in a language and version: its index, else the first of its sidebar, else any. */
export function firstPath(site: Site, { language, version }: Locale): string | undefined {
  const inOrder = () => pagesInOrder(site, { language, version })[0]?.path;
  if (site.tree) return inOrder();
  const index = findPage(site, { language, version, slug: "" });
  const any = () => site.pages.find((page) => page.language === language && page.version === version)?.path;
  return index?.path ?? inOrder() ?? any();
}

/** Returns the page with which a language of docs.json begins, as it did where it comes from; else the landing page. */
export function homePath(site: Site, language: string): string {
  const first = site.tree ? firstPath(site, { language, version: site.project.defaultVersion }) : undefined;
  return first ?? landingPath(site.project, language);
}

/** Returns the path of the documentation of a language: its index beside the landing page, else its first page. */
export function startPath(site: Site, language: string): string {
  const locale = { language, version: site.project.defaultVersion };
  const index = pagePath(site.project, { ...locale, slug: "" });
  const isBeside = !site.tree && index !== landingPath(site.project, language);
  return isBeside ? index : (firstPath(site, locale) ?? landingPath(site.project, language));
}

/**
 * Returns the first page below a folder without an index, such as `/docs/guides`, in reading order, also one of the default
 * language that this one lacks; undefined when there is none.
 */
export function firstPathBelow(site: Site, { language, version, slug }: PageKey): string | undefined {
  const isBelow = ({ slug: name }: Page) => slug === "" || name.startsWith(`${slug}/`);
  const inNavigation = pagesOf(navigationOf(site, language, version)).filter(({ path }: NavPage) => {
    const page = findPageAt(site, path)?.page;
    return page !== undefined && isBelow(page);
  });
  const first = slug === "" ? firstPath(site, { language, version }) : undefined;
  const others = site.pages.filter((page) => isLedTo(page) && isBelow(page) && [version, null].includes(page.version));
  const shown = others.map((page) => counterpart(site, page, { language })?.path);
  return [first, ...inNavigation.map(({ path }) => path), ...shown].find((path) => path !== undefined && !isClosed(path));
}
