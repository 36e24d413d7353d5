import type { Config, Project } from "../lib/config/schema.ts";

/** Something a project declares, with the name shown to readers. */
export interface Named {
  readonly id: string;
  readonly label: string;
}

/** What a page tells the search box and the assistant about the site it belongs to. */
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
  /** Whether the assistant is offered: the search box hands questions over to it. */
  readonly assistant: boolean;
}

/** What the pages of a project tell: plain data, so that it can be handed to client components. */
export function toSiteScope(config: Config, project: Project): SiteScope {
  const { domain, siteUrl, languages, versions, defaultLanguage, defaultVersion } = project;
  return {
    domain,
    basePath: config.basePath,
    siteUrl,
    languages: languages.map(({ id, label }) => ({ id, label })),
    versions: versions.map(({ id, label }) => ({ id, label })),
    defaultLanguage,
    defaultVersion,
    assistant: config.assistant.enabled,
  };
}

/** Where in the site a reader is. */
export interface Place {
  readonly language: string;
  readonly version: string | null;
  /** Path without base path. */
  readonly path: string;
}

/** Reads language and version from a path without base path: `/es/docs/v1/errors` is Spanish, v1. */
export function readPlace(site: SiteScope, pathname: string): Place {
  const segments = pathname.split("/").filter(Boolean);
  const language = site.languages.find(({ id }) => id === segments[0]);
  if (language) segments.shift();
  const version = segments[0] === "docs" ? site.versions.find(({ id }) => id === segments[1]) : undefined;
  return { language: language?.id ?? site.defaultLanguage, version: version?.id ?? site.defaultVersion, path: pathname };
}

/** The form that `next/link` and the router want: it adds the base path itself. */
export function withoutBasePath(site: SiteScope, path: string): string {
  const { basePath } = site;
  if (!basePath || !(path === basePath || path.startsWith(`${basePath}/`))) return path;
  return path.slice(basePath.length) || "/";
}
