import { notFound } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import { latestSite } from "../../lib/site/served/current.ts";

/** Returns the language whose addresses do not name it. */
export async function defaultLanguage(): Promise<string> {
  return (await latestSite(getMainProject().domain)).project.defaultLanguage;
}

/** Returns the languages that addresses begin with. */
export async function otherLanguages() {
  const { languages, defaultLanguage } = (await latestSite(getMainProject().domain)).project;
  return languages.filter(({ id }) => id !== defaultLanguage);
}

/**
 * Returns the language that a path begins with. Answers 404 for any other beginning, such as `/api` or the default language:
 * the router accepts every first segment, and would keep an entry for each path.
 */
export async function requireOtherLanguage(params: Promise<{ readonly lang: string }>): Promise<string> {
  const { lang } = await params;
  return (await otherLanguages()).some(({ id }) => id === lang) ? lang : notFound();
}
