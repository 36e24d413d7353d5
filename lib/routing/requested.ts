import { getEnvironment } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import { namesLanguages, type PageKey } from "../content/model/urls.ts";
import { findRouted, namesOf } from "../content/site/addresses.ts";
import type { FoundPage, Site } from "../content/site/site.ts";
import { decodeText } from "../decode-text.ts";

/** A request for a page as the router gives it: the form of an address that `routeOf` writes. */
export interface RequestedPage {
  readonly language: string;
  /** Segments after `docs`, some of them decoded. */
  readonly slug: readonly string[];
}

/** Returns the page that the router asks for, and the key by which its translations and versions are found. */
export function findRequested(site: Site, { language, slug }: RequestedPage): (FoundPage & { pageKey: PageKey }) | undefined {
  // Some segments are decoded already: a page may be called "100%".
  const names = slug.map((name) => decodeText(name) ?? name);
  const found = findRouted(site, language, names);
  return found && { ...found, pageKey: { language, version: found.page.version, slug: found.page.slug } };
}

/** Lists the requests for the pages of a language that a build makes, translated or not. */
export function listRequested(site: Site, language: string): { slug: string[] }[] {
  const routes = pagesBuiltAhead(site, language).map((page) => namesOf(site.project, page).join("/"));
  return [...new Set(routes)].map((route) => ({ slug: route.split("/").filter(Boolean).map(decodeURIComponent) }));
}

/**
 * Lists for a build what `list` returns, and nothing in development: there Next asks at each request, in a separate process
 * that would read the whole content for it.
 */
export async function paramsOfBuild<Params>(list: () => Promise<Params[]>): Promise<Params[]> {
  return getEnvironment().development ? [] : list();
}

/** A site of more pages is built ahead in its default language and version alone: each page takes a build some .1 seconds. */
const MOST_BUILT = 1_000;

/**
 * Returns the pages that a build makes for a language: its own, and in a site without docs.json the pages of the default language
 * that replace missing translations. The others are rendered on request.
 */
export function pagesBuiltAhead({ project, pages }: Pick<Site, "project" | "pages">, language: string): Page[] {
  const { defaultLanguage, defaultVersion } = project;
  const isPart = pages.length > MOST_BUILT;
  if (isPart && language !== defaultLanguage) return [];
  return pages.filter(
    (page) =>
      (page.language === language || (namesLanguages(project) && page.language === defaultLanguage)) &&
      (!isPart || page.version === null || page.version === defaultVersion),
  );
}
