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

/** The target of a path of the site. */
type ParsedPath = { readonly kind: "landing"; readonly language: string } | { readonly kind: "docs"; readonly key: PageKey };

/** Returns the path of a page, without base path. Default language and default version are left out of it. */
export function pagePath(structure: UrlStructure, { language, version, slug }: PageKey): string {
  const parts = [
    language === structure.defaultLanguage ? "" : language,
    docsFolder(structure),
    version === null || version === structure.defaultVersion ? "" : version,
    ...slug.split("/").map(encodeURIComponent),
  ];
  return `/${parts.filter(Boolean).join("/")}`;
}

/** Returns the path without base path of a page or file of a repository with docs.json, which is named by its path there. */
export function docsAddress({ pagesAt }: Pick<UrlStructure, "pagesAt">, path: string): string {
  const segments = path.split("/").filter(Boolean).map(encodeURIComponent);
  return `/${[docsFolder({ pagesAt }), ...segments].filter(Boolean).join("/")}`;
}

/** Returns the segment that all paths of pages have in front of their version; empty when pages are at the root. */
function docsFolder({ pagesAt }: Pick<UrlStructure, "pagesAt">): "docs" | "" {
  return pagesAt === "root" ? "" : "docs";
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

/** Reads a path without base path, such as `/es/docs/v1/errors`; undefined when it cannot be a page of the project. */
export function parsePath(structure: UrlStructure, path: string): ParsedPath | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  // Only the list of pages knows the addresses of a repository with docs.json.
  if (structure.addresses === "paths")
    return segments.length === 0 ? { kind: "landing", language: structure.defaultLanguage } : undefined;
  const { language, rest } = splitLanguage(structure, segments);
  if (structure.pagesAt === "root") return { kind: "docs", key: toPageKey(structure, language, rest) };
  if (rest.length === 0) return { kind: "landing", language };
  return rest[0] === "docs" ? { kind: "docs", key: toPageKey(structure, language, rest.slice(1)) } : undefined;
}

/** Returns the page that a language and the decoded segments after `/docs` name. */
export function toPageKey(structure: UrlStructure, language: string, segments: readonly string[]): PageKey {
  const [first] = segments;
  const version = structure.versions.find(({ id }) => id === first && id !== structure.defaultVersion);
  const slug = (version ? segments.slice(1) : segments).join("/");
  return { language, version: version?.id ?? structure.defaultVersion, slug };
}

/**
 * Returns the language and version that a path names, with the defaults for what it leaves out; also for paths that are no
 * page.
 */
export function localeOfPath(structure: UrlStructure, path: string): Locale {
  const segments = path.split("/").filter(Boolean);
  if (structure.addresses === "paths" && segments[0] === "docs") segments.shift();
  const { language, rest } = splitLanguage(structure, segments, { named: true });
  if (structure.addresses === "paths") return { language, version: structure.defaultVersion };
  const below = withoutDocs(structure, rest);
  const version = below && structure.versions.find(({ id }) => id === below[0]);
  return { language, version: version?.id ?? structure.defaultVersion };
}

/** Returns the path that a path with default language or version written out in it means; undefined when it is canonical. */
export function canonicalPath(structure: UrlStructure, path: string): string | undefined {
  if (structure.addresses === "paths") return undefined;
  const segments = path.split("/").filter(Boolean);
  const start = segments[0] === structure.defaultLanguage ? segments.slice(1) : segments;
  const languageEnd = structure.languages.some(({ id }) => id === start[0]) ? 1 : 0;
  const below = withoutDocs(structure, start.slice(languageEnd));
  const named = below && structure.defaultVersion !== null && below[0] === structure.defaultVersion;
  const canonical = named ? start.toSpliced(start.length - below.length, 1) : start;
  return canonical.length === segments.length ? undefined : `/${canonical.join("/")}`;
}

/** The segment that the router has after a language: no address has it, so that the router finds no page without the proxy. */
export const INSIDE = "~";

/**
 * Returns the path at which the router finds a page: its language first, for the whole document, and below `/docs` in any
 * case. `/es/~/docs/errors` for `/es/errors`.
 */
export function routePathOf(structure: UrlStructure, { path, language }: { path: string; language: string }): string {
  const segments = path.split("/").filter(Boolean);
  const { language: first, rest } =
    structure.addresses === "paths" ? { language, rest: segments } : splitLanguage(structure, segments);
  const below = structure.pagesAt === "root" ? ["docs", ...rest] : rest;
  return `/${[...(first === structure.defaultLanguage ? [] : [first, INSIDE]), ...below].join("/")}`;
}

/** Returns the path at which the router finds the landing page of a language. */
export function landingRoutePath(structure: UrlStructure, language: string): string {
  return language === structure.defaultLanguage ? "/" : `/${language}/${INSIDE}`;
}

/** Returns what follows `docs` in the segments after the language, all of them where pages are at the root; undefined for a path beside the pages. */
function withoutDocs(structure: UrlStructure, segments: readonly string[]): readonly string[] | undefined {
  if (structure.pagesAt === "root") return segments;
  return segments[0] === "docs" ? segments.slice(1) : undefined;
}

/** Returns the page at the root whose path below `/docs` is given; undefined for any other path, and where pages are below `/docs`. */
export function keyAtRoot(structure: UrlStructure, path: string): PageKey | undefined {
  const segments = structure.addresses === "paths" || structure.pagesAt !== "root" ? undefined : decodeSegments(path);
  const { language, rest } = splitLanguage(structure, segments ?? []);
  if (rest[0] !== "docs") return undefined;
  const key = toPageKey(structure, language, rest.slice(1));
  return { ...key, slug: key.slug.replace(/^api(?=$|\/)/, apiFolder(structure)) };
}

/** The folder of the first of several descriptions in the navigation: in parentheses, so that it is not part of addresses. */
export const FIRST_GROUP = "(first)";

/** Returns the folder of the API pages below each version. At the root, `/api` belongs to the service. */
export function apiFolder({ pagesAt }: Pick<UrlStructure, "pagesAt">): string {
  return pagesAt === "root" ? "api-reference" : "api";
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

function splitLanguage(
  { languages, defaultLanguage }: UrlStructure,
  segments: readonly string[],
  { named = false } = {},
): { language: string; rest: readonly string[] } {
  const language = languages.find(({ id }) => id === segments[0] && (named || id !== defaultLanguage));
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
