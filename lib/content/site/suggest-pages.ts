import { getConfig } from "../../config/config.ts";
import { decodeText } from "../../decode-text.ts";
import { likeness, pairsOf } from "../../likeness.ts";
import type { Page } from "../model/page.ts";
import { localeOf, sitePathOf } from "../model/urls.ts";
import { type PageNames, type Site, tablesOf } from "./site.ts";

const MIN_LIKENESS = 0.34;
/** Characters of a path that are compared: the address is a stranger's, and each 404 compares it with every page. */
const MAX_COMPARED_CHARS = 300;
const MAX_MEANT = 3;
const MAX_SHOWN = 200;

/**
 * Returns the pages whose address or title is most like a path without a page, best first. Without a language, those of the
 * language that the path names; without a version, those of the default one.
 */
export function suggestPages(
  site: Site,
  path: string,
  {
    language = languageNamedBy(site, path),
    version = site.project.defaultVersion,
    count = 5,
    least = MIN_LIKENESS,
  }: { language?: string; version?: string | null; count?: number; least?: number } = {},
): Page[] {
  const asked = partsOf(path.split("/").filter(Boolean).at(-1) ?? "");
  const whole = partsOf(path);
  const isOffered = ({ page }: PageNames) => page.language === language && page.version === version && !page.noindex;
  const scored = namesOf(site)
    .filter(isOffered)
    .map(({ page, name, title, address }) => {
      const score = Math.max(likeness(asked, name), likeness(asked, title), likeness(whole, address) * 0.6);
      return { page, score };
    });
  const best = scored.filter(({ score }) => score >= least).sort((left, right) => right.score - left.score);
  return best.slice(0, count).map(({ page }) => page);
}

/** Returns the redirect from an address to the page most like it, as the configuration writes it; undefined where it has a page itself. */
export function suggestRedirect(site: Site, path: string): string | undefined {
  const [{ path: to } = { path: "/docs" }] = suggestPages(site, path, {
    language: localeOf(site.project, path).language,
    count: 1,
  });
  return to === path ? undefined : `{ from: ${JSON.stringify(path)}, to: ${JSON.stringify(to)} },`;
}

/** Returns a sentence that says that a path or URL names no page, and which pages may be meant. */
export function describeMissingPage(site: Site, url: string): string {
  const { basePath } = getConfig();
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath }, url.trim());
  const near = path === undefined ? [] : suggestPages(site, path.replace(/\.md$/, ""), { count: MAX_MEANT });
  const meant = near.map((page) => `${basePath}${page.path}`).join(" or ");
  return `There is no page at ${url.slice(0, MAX_SHOWN)}. ${meant ? `Did you mean ${meant}?` : "Take a path from a search result."}`;
}

function languageNamedBy({ project }: Site, path: string): string {
  const [first] = path.split("/").filter(Boolean);
  return project.languages.find(({ id }) => id === first)?.id ?? project.defaultLanguage;
}

/** Splits names, titles and addresses into parts once for all lookups: for thousands of pages that takes half a second. */
function namesOf(site: Site): readonly PageNames[] {
  const tables = tablesOf(site);
  tables.names ??= site.pages.map((page) => ({
    page,
    name: partsOf(page.slug.split("/").at(-1) ?? ""),
    title: partsOf(page.title),
    address: partsOf(page.path),
  }));
  return tables.names;
}

function partsOf(text: string): Set<string> {
  return pairsOf((decodeText(text) ?? text).slice(0, MAX_COMPARED_CHARS));
}
