import { getEnvironment } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { Site } from "../../lib/content/site/site.ts";

/**
 * Lists for a build what `list` gives, and nothing in development: there Next asks at each request, in a process of its own
 * that would read the whole content for it.
 */
export async function paramsOfBuild<Params>(list: () => Promise<Params[]>): Promise<Params[]> {
  return getEnvironment().development ? [] : list();
}

/** A site of more pages is built ahead in its default language and version alone: each page takes a build some .1 seconds. */
const MOST_BUILT = 1_000;

/**
 * Returns the pages that a build makes for a language: its own, and of a site without docs.json those of the default language that
 * stand in for it. The others are made when somebody asks for them.
 */
export function pagesBuiltAhead({ project, pages, docs }: Pick<Site, "project" | "pages" | "docs">, language: string): Page[] {
  const { defaultLanguage, defaultVersion } = project;
  const isPart = pages.length > MOST_BUILT;
  if (isPart && language !== defaultLanguage) return [];
  return pages.filter(
    (page) =>
      (page.language === language || (!docs && page.language === defaultLanguage)) &&
      (!isPart || page.version === null || page.version === defaultVersion),
  );
}
