import { notFound } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import { latestSite } from "../../lib/site/follow.ts";

/**
 * Returns the language that a path begins with. Answers 404 for any other beginning, such as `/api` or the default language:
 * the router accepts every first segment, and would keep an entry for each path.
 */
export async function requireOtherLanguage(params: Promise<{ readonly lang: string }>): Promise<string> {
  const { lang } = await params;
  const { languages, defaultLanguage } = (await latestSite(getMainProject().domain)).project;
  return lang !== defaultLanguage && languages.some(({ id }) => id === lang) ? lang : notFound();
}
