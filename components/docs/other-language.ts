import { notFound } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import { latestSite } from "../../lib/site/follow.ts";

/**
 * The language of a path that begins with one. Any other beginning, such as `/api` or the default language, has no pages: the
 * router takes whatever is there, and would keep an entry for each path.
 */
export async function requireOtherLanguage(params: Promise<{ readonly lang: string }>): Promise<string> {
  const { lang } = await params;
  const { languages, defaultLanguage } = (await latestSite(getMainProject().domain)).project;
  return lang !== defaultLanguage && languages.some(({ id }) => id === lang) ? lang : notFound();
}
