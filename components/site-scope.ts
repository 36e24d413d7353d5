import type { Config, Project } from "../lib/config/schema.ts";
import { type Locale, localeOf } from "../lib/content/model/urls.ts";

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
  /** `root` where pages have no `/docs` in their paths. */
  readonly pagesAt?: "docs" | "root";
  /** The language of the document, where addresses do not tell it; then the page tells its version too. */
  readonly language?: string | undefined;
  /** In a frame, the origin of the page around it. */
  readonly embedOrigin?: string;
  /** True when the assistant is offered: the search box hands questions over to it. */
  readonly assistant: boolean;
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
  }: { readonly language?: string } & Partial<Pick<SiteScope, "startPages" | "changelogs">> = {},
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
    ...(project.pagesAt === "root" ? { pagesAt: "root" } : {}),
    ...(project.addresses === "paths" ? { language } : {}),
    assistant: config.assistant.enabled,
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
 * Reads language and version from a path without base path: `/es/docs/v1/errors` is Spanish, v1. Where paths do not tell
 * them, the document does.
 */
export function locate(site: SiteScope, path: string): ReaderLocation {
  if (site.language !== undefined) return { language: site.language, version: versionOfDocument(), path };
  return { ...localeOf(site, path), path };
}

/** Returns null outside of all versions, and on the server. */
function versionOfDocument(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector<HTMLElement>("[data-docs-version]")?.dataset.docsVersion ?? null;
}
