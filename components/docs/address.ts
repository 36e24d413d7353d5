import { getConfig, getMainProject, type Project } from "../../lib/config/config.ts";
import { pagePath } from "../../lib/content/places.ts";
import { findPage, type PagePlace, pagesByPath, type Site } from "../../lib/content/site.ts";

/** What an address of the site asks for; undefined when it can be no page of the project. */
export type Address =
  | { readonly kind: "landing"; readonly language: string }
  | { readonly kind: "docs"; readonly place: PagePlace };

/** Reads a path without base path, such as `/es/docs/v1/errors`. */
export function readAddress(project: Project, path: string): Address | undefined {
  const segments = path.split("/").filter(Boolean).map(decodeSegment);
  if (segments.includes(undefined)) return undefined;
  const [first, ...others] = segments as string[];
  const other = project.languages.find(({ id }) => id === first && id !== project.defaultLanguage);
  const language = other?.id ?? project.defaultLanguage;
  const rest = other ? others : (segments as string[]);
  if (rest.length === 0) return { kind: "landing", language };
  return rest[0] === "docs" ? { kind: "docs", place: toPlace(project, language, rest.slice(1)) } : undefined;
}

/** The place that language and the segments after `/docs` name. */
export function toPlace(project: Project, language: string, segments: readonly string[]): PagePlace {
  const [first] = segments;
  const version = project.versions.find(({ id }) => id === first && id !== project.defaultVersion);
  const slug = (version ? segments.slice(1) : segments).join("/");
  return { language, version: version?.id ?? project.defaultVersion, slug };
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text.includes("/") || text.includes("\0") ? undefined : text;
  } catch {
    // A stray % names no page.
    return undefined;
  }
}

/** Path of the landing page in a language. */
export function landingPath(project: Project, language: string): string {
  return language === project.defaultLanguage ? "/" : `/${language}`;
}

/** Where a switch leads: the same page there if it exists, else the first page, or nothing when there is none. */
export interface Switched {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly samePage: boolean;
}

export function languageChoices(site: Site, place: PagePlace): Switched[] {
  return site.project.languages.flatMap(({ id, label }) => switchTo(site, { ...place, language: id }, { id, label }));
}

export function versionChoices(site: Site, place: PagePlace): Switched[] {
  return site.project.versions.flatMap(({ id, label }) => switchTo(site, { ...place, version: id }, { id, label: label ?? id }));
}

function switchTo(site: Site, place: PagePlace, name: { id: string; label: string }): Switched[] {
  if (findPage(site, place)) return [{ ...name, path: pagePath(site.project, place), samePage: true }];
  const first = firstPath(site, place);
  return first ? [{ ...name, path: first, samePage: false }] : [];
}

/** The page where reading starts in a language and version: its index, else its first page in order of the paths. */
export function firstPath(site: Site, { language, version }: Omit<PagePlace, "slug">): string | undefined {
  const index = { language, version, slug: "" };
  if (findPage(site, index)) return pagePath(site.project, index);
  return site.pages.find((page) => page.language === language && page.version === version)?.path;
}

/** Paths of the same page in the languages that have it themselves, for `hreflang`. */
export function translationsOf(site: Site, place: PagePlace): Record<string, string> {
  const pages = pagesByPath(site);
  const paths = site.project.languages.map(({ id }) => [id, pagePath(site.project, { ...place, language: id })] as const);
  return Object.fromEntries(paths.filter(([, path]) => pages.has(path)));
}

/** The same page in the default version, for a page of another version. */
export function latestOf(site: Site, place: PagePlace): string | undefined {
  const { project } = site;
  if (place.version === project.defaultVersion) return undefined;
  const latest = { ...place, version: project.defaultVersion };
  return findPage(site, latest) ? pagePath(project, latest) : undefined;
}

/** A path with the base path in front, for whatever `next/link` and the router do not see. */
export function withBasePath(path: string): string {
  return `${getConfig().basePath}${path}`;
}

/** The public address of a path of the shown project. */
export function absoluteUrl(path: string): string {
  return `${getMainProject().siteUrl.replace(/\/$/, "")}${withBasePath(path === "/" ? "" : path)}`;
}

/** Path of the Markdown form of a page: `/docs.md`, `/docs/quickstart.md`. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** Whether a path names something that the router does not show as a page: a file with an ending, or an endpoint. */
export function isFile(path: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(path.split(/[?#]/)[0] ?? "") || /^\/(v1|v2|api)\//.test(path);
}
