import type { Locale, PageKey } from "../content/model/urls.ts";
import { counterpart, type Site } from "../content/site/site.ts";
import { firstPath } from "./navigation.ts";
import type { NavChoice } from "./view.ts";

/** Another language or version of a page: the same page there if it exists, else the first one. */
export interface TranslatedPage {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly samePage: boolean;
}

export function languageAlternatives(site: Site, key: PageKey): TranslatedPage[] {
  return site.project.languages.flatMap(({ id, label }) => alternativeOf(site, key, { language: id }, { id, label }));
}

/** Returns the other versions of a page: of a docs.json navigation those beside it, of folders all that the project has. */
export function versionAlternatives(site: Site, key: PageKey, beside: readonly NavChoice[] = []): TranslatedPage[] {
  if (site.tree) return beside.map(({ title, url }) => besideOf(site, key, { version: title, start: url }));
  return site.project.versions.flatMap(({ id, label }) => alternativeOf(site, key, { version: id }, { id, label: label ?? id }));
}

function besideOf(site: Site, key: PageKey, { version, start }: { version: string; start: string }): TranslatedPage {
  const same = counterpart(site, key, { version });
  return { id: version, label: version, path: same?.path ?? start, samePage: same !== undefined };
}

function alternativeOf(site: Site, key: PageKey, other: Partial<Locale>, name: { id: string; label: string }): TranslatedPage[] {
  const same = counterpart(site, key, other);
  if (same) return [{ ...name, path: same.path, samePage: true }];
  const first = firstPath(site, { ...key, ...other });
  return first ? [{ ...name, path: first, samePage: false }] : [];
}

/** Returns paths of the same page in the languages that have it themselves, for `hreflang`. */
export function translationsOf(site: Site, key: PageKey): Record<string, string> {
  const found = site.project.languages.map(({ id }) => [id, counterpart(site, key, { language: id })] as const);
  return Object.fromEntries(found.flatMap(([id, page]) => (page && !page.fallback ? [[id, page.path]] : [])));
}

/** Returns the path of the same page in the default version, for a page of another version. */
export function latestOf(site: Site, key: PageKey): string | undefined {
  const { defaultVersion } = site.project;
  return key.version === defaultVersion ? undefined : counterpart(site, key, { version: defaultVersion })?.path;
}
