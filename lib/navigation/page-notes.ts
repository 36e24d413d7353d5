import type { PageKey } from "../content/model/urls.ts";
import { findNewerOriginal } from "../content/site/outdated.ts";
import type { FoundPage, Site } from "../content/site/site.ts";
import { languageOf } from "../i18n/i18n.ts";
import type { DocsMessages } from "../i18n/messages.ts";
import { languageTag } from "../language-tag.ts";
import { latestOf } from "./alternatives.ts";
import { firstPath } from "./navigation.ts";

/** Something that a reader must know of a page before reading it. */
export interface PageNote {
  readonly text: string;
  /** Language of the text, where it is not that of the reader. */
  readonly language?: string | undefined;
  readonly link?: { readonly label: string; readonly path: string } | undefined;
}

/** Says that a page belongs to an old version, with the way to the current one; undefined for a page of the current version. */
export function versionNote(site: Site, key: PageKey, messages: DocsMessages): PageNote | undefined {
  const { versions, defaultVersion } = site.project;
  if (key.version === null || key.version === defaultVersion) return undefined;
  const find = (id: string | null) => versions.find((version) => version.id === id);
  const version = find(key.version);
  const latest = latestOf(site, key);
  const path = latest ?? firstPath(site, { language: key.language, version: defaultVersion });
  return {
    text: version?.note ?? messages.oldVersion(version?.label ?? "", find(defaultVersion)?.label ?? ""),
    link: path === undefined ? undefined : { label: latest ? messages.readInLatest : messages.latestHome, path },
  };
}

/** Says that a page is not translated into the language in which it was asked for. */
export function fallbackNote({ project }: Site, language: string, messages: DocsMessages): PageNote {
  const shown = project.languages.find(({ id }) => id === project.defaultLanguage);
  // The name is in the language of the sentence, which is English where it is not translated.
  const spoken = languageOf(messages, "fallback");
  const name = languageName(project.defaultLanguage, spoken ?? language) ?? shown?.label ?? "";
  return { text: messages.fallback(name), language: spoken };
}

/**
 * Says that a translation is older than its original, with the way there; undefined for any other page, and where the configuration does
 * not ask for it.
 */
export function outdatedNote(site: Site, { page, language }: Pick<FoundPage, "page" | "language">, messages: DocsMessages) {
  const original = site.project.outdatedNote ? findNewerOriginal(site, page) : undefined;
  if (!original) return undefined;
  const spoken = languageOf(messages, "outdated");
  const name = languageName(original.language, spoken ?? language) ?? original.language;
  return { text: messages.outdated(name), language: spoken, link: { label: messages.inLanguage(name), path: original.path } };
}

/** Returns the name of a language in another one; undefined when the platform does not know it. */
function languageName(id: string, language: string): string | undefined {
  return new Intl.DisplayNames(languageTag(language), { type: "language", fallback: "none" }).of(languageTag(id));
}
