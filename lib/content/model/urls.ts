import type { Project } from "../../config/schema.ts";
import { decodeText } from "../../decode-text.ts";

/** The settings of a project that decide its URLs. */
export type UrlStructure = Pick<Project, "defaultLanguage" | "defaultVersion"> &
  Partial<Pick<Project, "addresses" | "pagesAt">> & {
    readonly languages: readonly { readonly id: string }[];
    readonly versions: readonly { readonly id: string }[];
  };

/** A language, and a version of it; null for a project without versions. */
export interface Locale {
  readonly language: string;
  readonly version: string | null;
}

/** Names a page in a language and version: what follows both in its path, without slashes at the ends. */
export interface PageKey extends Locale {
  /** Empty for the index page. */
  readonly slug: string;
}

/** Returns the path of a page, without base path. Default language and default version are left out of it. */
export function pagePath(structure: UrlStructure, { language, version, slug }: PageKey): string {
  const own = version === null || version === structure.defaultVersion ? [] : [version];
  return `/${[...startSegments(structure, language), ...own, ...toSegments(slug)].join("/")}`;
}

/** Returns the path without base path of a page or file of a repository with docs.json, which is named by its path there. */
export function docsAddress({ pagesAt }: Pick<UrlStructure, "pagesAt">, path: string): string {
  return `/${[...docsSegments({ pagesAt }), ...toSegments(path)].join("/")}`;
}

function toSegments(name: string): string[] {
  return name.split("/").filter(Boolean).map(encodeURIComponent);
}

/** Returns the segments that all paths of pages of a language have in front of their version and name. */
export function startSegments(structure: UrlStructure, language: string): string[] {
  const isNamed = namesLanguages(structure) && language !== structure.defaultLanguage;
  return [...(isNamed ? [language] : []), ...docsSegments(structure)];
}

function docsSegments({ pagesAt }: Pick<UrlStructure, "pagesAt">): string[] {
  return pagesAt === "root" ? [] : ["docs"];
}

/**
 * Returns true where the language is the first segment of a path, so that the page of the default
 * language stands in for a missing translation. In a docs.json repository the paths are the author's:
 * only the list of pages tells which pages there are, and in which language.
 */
export function namesLanguages({ addresses }: Pick<UrlStructure, "addresses">): boolean {
  return addresses !== "paths";
}

/** Returns the path of the landing page in a language. */
export function landingPath(structure: UrlStructure, language: string): string {
  return language === structure.defaultLanguage ? "/" : `/${language}`;
}

/** Returns the path of the Markdown form of a page: `/docs.md`, `/docs/quickstart.md`, `/index.md`. */
export function markdownPath(path: string): string {
  return `${toNamedPath(path)}.md`;
}

/** Returns a path to which something can be added, such as an ending: that of the root is `/index`. */
export function toNamedPath(path: string): string {
  return path === "/" ? ROOT_NAME : path;
}

/** Returns the path that `toNamedPath` was given. */
export function fromNamedPath(path: string): string {
  return path === ROOT_NAME ? "/" : path;
}

const ROOT_NAME = "/index";

/**
 * Returns the language and version that a path names, with the defaults for what it leaves out; also for paths that are no
 * page.
 */
export function localeOf(structure: UrlStructure, path: string): Locale {
  const { languages, versions, defaultLanguage, defaultVersion } = structure;
  const all = path.split("/").filter(Boolean);
  const isNamed = namesLanguages(structure);
  const [first, ...others] = !isNamed && all[0] === "docs" ? all.slice(1) : all;
  const language = languages.find(({ id }) => id === first)?.id;
  const below = isNamed ? withoutDocs(structure, language === undefined ? all : others) : undefined;
  const version = below && versions.find(({ id }) => id === below[0])?.id;
  return { language: language ?? defaultLanguage, version: version ?? defaultVersion };
}

/** Returns what follows `docs` in the segments after the language, all of them where pages are at the root; undefined for a path beside the pages. */
export function withoutDocs(structure: UrlStructure, segments: readonly string[]): readonly string[] | undefined {
  const [docs] = docsSegments(structure);
  if (docs === undefined) return segments;
  return segments[0] === docs ? segments.slice(1) : undefined;
}

/** Returns the page at the root whose path below `/docs` is given; undefined for any other path, and where pages are below `/docs`. */
export function keyAtRoot(structure: UrlStructure, path: string): PageKey | undefined {
  const isAtRoot = namesLanguages(structure) && docsSegments(structure).length === 0;
  const { language, rest } = splitLanguage(structure, (isAtRoot && decodeSegments(path)) || []);
  if (rest[0] !== "docs") return undefined;
  const key = toPageKey(structure, language, rest.slice(1));
  return { ...key, slug: key.slug.replace(/^api(?=$|\/)/, apiFolder(structure)) };
}

/** Returns the page that a language and the decoded segments after `/docs` name. */
export function toPageKey(structure: UrlStructure, language: string, segments: readonly string[]): PageKey {
  const [first] = segments;
  const version = structure.versions.find(({ id }) => id === first && id !== structure.defaultVersion);
  const slug = (version ? segments.slice(1) : segments).join("/");
  return { language, version: version?.id ?? structure.defaultVersion, slug };
}

/** Returns the folder of the API pages below each version. At the root, `/api` belongs to the service. */
export function apiFolder({ pagesAt }: Pick<UrlStructure, "pagesAt">): string {
  return docsSegments({ pagesAt }).length === 0 ? "api-reference" : "api";
}

/** The address at which a site is served. */
interface SiteOrigin {
  /** Public address without path, such as `https://docs.example.com`. */
  readonly siteUrl: string;
  /** Empty, or with a leading and no trailing slash. */
  readonly basePath: string;
}

/** Splits a path or URL into the path and what follows it, `?query#anchor` or nothing. */
export function splitPath(url: string): { readonly path: string; readonly suffix: string } {
  const end = url.search(/[?#]/);
  return end < 0 ? { path: url, suffix: "" } : { path: url.slice(0, end), suffix: url.slice(end) };
}

/**
 * Returns the path without base path that a path or URL of the site names: without origin, base path, query, anchor and slash
 * at the end. Undefined for a URL of another site.
 */
export function sitePathOf({ siteUrl, basePath }: SiteOrigin, url: string): string | undefined {
  if (!URL.canParse(url, siteUrl)) return undefined;
  const { origin, pathname } = new URL(url, siteUrl);
  if (origin !== new URL(siteUrl).origin) return undefined;
  const path = withoutBasePath(basePath, pathname);
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}

/** Returns the path without base path in front; one that is not below the base path stays as it is. */
export function withoutBasePath(basePath: string, path: string): string {
  if (!basePath || !(path === basePath || path.startsWith(`${basePath}/`))) return path;
  return path.slice(basePath.length) || "/";
}

/** Returns the public address of a path of the site. */
export function toAbsoluteUrl({ siteUrl, basePath }: SiteOrigin, path: string): string {
  return `${siteUrl.replace(/\/$/, "")}${basePath}${path === "/" ? "" : path}`;
}

/** Returns the language that the first segment of a path names, and the segments after it; all of them for the default language. */
export function splitLanguage(
  structure: UrlStructure,
  segments: readonly string[],
): { language: string; rest: readonly string[] } {
  const { languages, defaultLanguage } = structure;
  const language = namesLanguages(structure) && languages.find(({ id }) => id === segments[0] && id !== defaultLanguage);
  return language ? { language: language.id, rest: segments.slice(1) } : { language: defaultLanguage, rest: segments };
}

/** Returns the names of a path. A stray % names no page, and neither does a slash that is part of a name: undefined. */
export function decodeSegments(path: string): string[] | undefined {
  const segments = path
    .split("/")
    .filter(Boolean)
    .map((segment) => decodeText(segment) ?? "/");
  return segments.some((segment) => /[/\0]/.test(segment)) ? undefined : segments;
}

/** Returns a path as addresses are written, with its names encoded and no slash at its end; undefined where it names nothing. */
export function normalisePath(path: string): string | undefined {
  const segments = decodeSegments(path);
  return segments && `/${segments.map(encodeURIComponent).join("/")}`;
}
