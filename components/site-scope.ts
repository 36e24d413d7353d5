import type { Config, Project } from "../lib/config/schema.ts";
import type { Locale } from "../lib/content/model/urls.ts";

/** Something a project declares, with the name shown to readers. */
export interface Named {
  readonly id: string;
  readonly label: string;
}

/** The data about a page's site that the search box and the assistant need. */
export interface SiteScope {
  /** Names the site in `/v1/search/{domain}` and `/v1/assistant/{domain}/message`. */
  readonly domain: string;
  /** Path under which the site is served; empty, or with a leading and no trailing slash. */
  readonly basePath: string;
  /** Public address of the site: links in answers that begin with it lead to pages of this site. */
  readonly siteUrl: string;
  readonly languages: readonly Named[];
  readonly versions: readonly Named[];
  readonly defaultLanguage: string;
  /** Null for a project without versions. */
  readonly defaultVersion: string | null;
  /** The language of the document. */
  readonly language: string;
  /** In a frame, the origin of the page around it. */
  readonly embedOrigin?: string;
  /** True when the assistant is offered: the search box hands questions over to it. */
  readonly assistant: boolean;
  /** The place where readers ask people: an email address, or an https address; absent without one. */
  readonly support?: string;
  /** Pages to begin with, which the empty search box offers. */
  readonly startPages: readonly { readonly title: string; readonly path: string }[];
  /** Paths of the pages that list releases. */
  readonly changelogs: readonly string[];
}

/** Returns the scope of a project's pages as plain data, so that it can be handed to client components. */
export function toSiteScope(
  config: Config,
  project: Project,
  {
    language,
    startPages = [],
    changelogs = [],
  }: { readonly language: string } & Partial<Pick<SiteScope, "startPages" | "changelogs">>,
): SiteScope {
  const { domain, siteUrl, languages, versions, defaultLanguage, defaultVersion } = project;
  return {
    domain,
    basePath: config.basePath,
    siteUrl,
    languages: languages.map(({ id, label }) => ({ id, label })),
    versions: versions.map(({ id, label }) => ({ id, label })),
    defaultLanguage,
    defaultVersion,
    language,
    assistant: config.assistant.enabled,
    ...(config.assistant.support && { support: config.assistant.support }),
    startPages,
    changelogs,
  };
}

/** The reader's place in the site. */
export interface ReaderLocation extends Locale {
  /** Path without base path. */
  readonly path: string;
}

/**
 * Returns where the reader is, with the language and version of the document: the default version on a page that is not of the
 * documentation, and on the server; null on one that is outside of all versions.
 */
export function locate({ language, defaultVersion }: SiteScope, path: string): ReaderLocation {
  const marked = typeof document === "undefined" ? null : document.querySelector<HTMLElement>("[data-docs-version]");
  return { language, version: marked ? marked.dataset.docsVersion || null : defaultVersion, path };
}
