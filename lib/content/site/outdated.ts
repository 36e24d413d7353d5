import { sha256 } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import { counterpart, type Site } from "./site.ts";

const HASH_CHARS = 12;

/** Returns what `sourceHash` in the front matter of a translation names its original by: the text below its front matter. */
export function sourceHashOf({ source }: Pick<Page, "source">): string {
  return sha256(source.trim()).slice(0, HASH_CHARS);
}

/** Returns the page of the default language that a page is a translation of; undefined for any other page. */
export function findOriginal(site: Site, page: Page): Page | undefined {
  const { defaultLanguage } = site.project;
  if (page.kind !== "guide" || page.file === null || page.language === defaultLanguage) return undefined;
  const found = counterpart(site, page, { language: defaultLanguage });
  return found && !found.fallback && found.page.file !== null ? found.page : undefined;
}

/**
 * Returns the original of a translation where it has changed since: by the hash that the translation names, or else by the dates of
 * both.
 */
export function findNewerOriginal(site: Site, page: Page): Page | undefined {
  const original = findOriginal(site, page);
  if (!original) return undefined;
  if (page.sourceHash !== undefined) return sha256(original.source.trim()).startsWith(page.sourceHash) ? undefined : original;
  if (page.lastModified === null || original.lastModified === null) return undefined;
  return Date.parse(original.lastModified) > Date.parse(page.lastModified) ? original : undefined;
}
