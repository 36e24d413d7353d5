import { notFound } from "next/navigation";
import type { Site } from "../../lib/content/site/site.ts";

/** Returns the languages that addresses begin with. */
export function otherLanguages({ project: { languages, defaultLanguage } }: Site) {
  return languages.filter(({ id }) => id !== defaultLanguage);
}

/** Returns the language that a path inside the router names; 404 for one that the site does not have. */
export async function requireLanguage(site: Site, params: Promise<{ readonly lang: string }>): Promise<string> {
  const { lang } = await params;
  return site.project.languages.some(({ id }) => id === lang) ? lang : notFound();
}

/**
 * Returns the language that a path begins with. Answers 404 for any other beginning, such as `/api` or the default language:
 * the router accepts every first segment, and would keep an entry for each path.
 */
export async function requireOtherLanguage(site: Site, params: Promise<{ readonly lang: string }>): Promise<string> {
  const { lang } = await params;
  return otherLanguages(site).some(({ id }) => id === lang) ? lang : notFound();
}
