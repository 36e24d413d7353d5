/*
 * The addresses of a site: what each one shows, and which lead to another.
 * A site has pages, files and redirects. Whatever else is asked for is a form of one of them, and is not stored: the forms are tried in
 * the order of FORMS. Everything that asks about an address asks here or in site.ts, which finds the pages.
 */

import { perObject } from "../../per-object.ts";
import { offersFeed } from "../markdown/updates.ts";
import { findRedirect } from "../model/redirects.ts";
import {
  decodeSegments,
  docsAddress,
  fromNamedPath,
  keyAtRoot,
  type Locale,
  landingPath,
  localeOf,
  namesLanguages,
  normalisePath,
  type PageKey,
  pagePath,
  splitLanguage,
  splitPath,
  startSegments,
  toNamedPath,
  toPageKey,
  type UrlStructure,
  withoutDocs,
} from "../model/urls.ts";
import { type FoundPage, findPageAt, hasAsset, type Site } from "./site.ts";
import { guessMovedPage } from "./site-links.ts";

/** The content's answer to a path. */
export type Address =
  | { readonly kind: "page"; readonly found: FoundPage }
  | { readonly kind: "landing"; readonly language: string }
  /** A text made of pages: its kind, then the page, or the language and version. */
  | { readonly kind: "text"; readonly to: string }
  /** A file of the content folder, by its path there. */
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "redirect"; readonly to: string; readonly permanent: boolean }
  /** The name of a folder without a page, or of no folder at all. */
  | { readonly kind: "folder"; readonly key: PageKey }
  | { readonly kind: "missing" };

/** Returns the content's answer to a path without base path. */
export function findAddress(site: Site, path: string): Address {
  const segments = decodeSegments(path);
  if (!segments) return { kind: "missing" };
  const asked = { path, segments, name: segments.join("/"), normal: `/${segments.map(encodeURIComponent).join("/")}` };
  for (const form of FORMS) {
    const address = form(site, asked);
    if (address) return address;
  }
  return { kind: "missing" };
}

/** A path that is asked for. */
interface Asked {
  readonly path: string;
  /** Its names, decoded. */
  readonly segments: readonly string[];
  /** The names as a path of the repository. */
  readonly name: string;
  /** The path as addresses are written. */
  readonly normal: string;
}

type Form = (site: Site, asked: Asked) => Address | undefined;

const FORMS: readonly Form[] = [withDefaults, textForm, ownPage, landing, file, redirect, twin, inRepository, folder, moved];

/** A path that names the default language or version. */
function withDefaults({ project }: Site, { segments }: Asked): Address | undefined {
  const { defaultLanguage, defaultVersion } = project;
  if (!namesLanguages(project)) return undefined;
  const start = segments[0] === defaultLanguage ? segments.slice(1) : segments;
  const below = withoutDocs(project, splitLanguage(project, start).rest) ?? [];
  const own = below[0] === defaultVersion && below.length > 0 ? start.toSpliced(start.length - below.length, 1) : start;
  if (own.length === segments.length) return undefined;
  return { kind: "redirect", to: `/${own.map(encodeURIComponent).join("/")}`, permanent: false };
}

/** A text: `/docs/errors.md`, `/es/llms.txt`, `/docs/v1/llms-full.txt`, `/docs/changelog/rss.xml`. */
function textForm(site: Site, { path }: Pick<Asked, "path">): Address | undefined {
  const [, start = "", list] = /^(.*)\/(llms(?:-full)?\.txt)$/.exec(path) ?? [];
  const locale = list === undefined ? undefined : listsOf(site.project).locales.get(normalisePath(start) ?? "");
  if (locale) {
    const names = [locale.language, ...(locale.version === null ? [] : [locale.version])];
    return { kind: "text", to: `${list}/${names.map(encodeURIComponent).join("/")}` };
  }
  const [, feed] = /^(.*)\/rss\.xml$/.exec(path) ?? [];
  const withFeed = feed === undefined ? undefined : findPageAt(site, feed || "/")?.page;
  if (withFeed && offersFeed(withFeed)) return { kind: "text", to: `feed${toNamedPath(withFeed.path)}` };
  const page = path.endsWith(".md") ? findPageAt(site, fromNamedPath(path.slice(0, -".md".length)))?.page : undefined;
  return page && { kind: "text", to: `page${toNamedPath(page.path)}` };
}

function ownPage(site: Site, { normal }: Asked): Address | undefined {
  const found = findPageAt(site, normal);
  return found && { kind: "page", found };
}

/** The first page of the site in a language, where no page of the content is. */
function landing({ project }: Site, { path, normal }: Asked): Address | undefined {
  const { languages, defaultLanguage, pagesAt, isReplaced } = project;
  const isDocs = pagesAt !== "root";
  const language = languages.find(({ id }) => landingPath(project, id) === (isDocs ? normal : path))?.id;
  const has = namesLanguages(project) || (language === defaultLanguage && isDocs && !isReplaced);
  return language !== undefined && has ? { kind: "landing", language } : undefined;
}

/** A file of the content folder, at the root or below `/docs`. */
function file(site: Site, { path, name }: Asked): Address | undefined {
  if (namesLanguages(site.project) && path.endsWith("/")) return undefined;
  const found = [name, bareOf(name)].find((candidate) => hasAsset(site, candidate));
  return found === undefined ? undefined : { kind: "file", name: found };
}

/** Strips the `/docs` of the other form of the site. */
function bareOf(name: string): string {
  return name.replace(/^docs(?:\/|$)/, "");
}

function redirect(site: Site, { name }: Asked): Address | undefined {
  const written = writtenRedirect(site, name);
  return written && !isEndless(site, name, written.to) ? { kind: "redirect", ...written } : undefined;
}

/** A page at the root, or a text of one, by the address that it has where pages are below `/docs`. */
function twin(site: Site, { path }: Asked): Address | undefined {
  const key = keyAtRoot(site.project, path);
  const to = key && pagePath(site.project, key);
  if (to === undefined || !(findPageAt(site, to) ?? textForm(site, { path: to }))) return undefined;
  return { kind: "redirect", to, permanent: true };
}

/** A page by its address in the repository, or in the other form of the site. */
function inRepository(site: Site, { name }: Asked): Address | undefined {
  if (namesLanguages(site.project)) return undefined;
  const to = [name, bareOf(name)]
    .flatMap((candidate) => [candidate, candidate.replace(/\.mdx?$|\/?index$/i, "")])
    .map((candidate) => docsAddress(site.project, candidate))
    .find((address) => findPageAt(site, address));
  return to === undefined ? undefined : { kind: "redirect", to, permanent: true };
}

/** A folder, or the start of the site or a language: reading begins at its first page, which the navigation knows. */
function folder(site: Site, { path, segments }: Asked): Address | undefined {
  const { project } = site;
  if (!namesLanguages(project)) {
    const names = segments[0] === "docs" ? segments.slice(1) : segments;
    const isNamed = names.length === 1 && project.languages.some(({ id }) => id === names[0]);
    const isStart = !path.startsWith("//") && (names.length === 0 || isNamed);
    return isStart ? { kind: "folder", key: { ...localeOf(project, path), slug: "" } } : undefined;
  }
  const { language, rest } = splitLanguage(project, segments);
  const below = withoutDocs(project, rest);
  const key = keyAtRoot(project, path) ?? (below && toPageKey(project, language, below));
  return key && { kind: "folder", key };
}

/** A page whose address had other punctuation, or the first page of a folder of the navigation in docs.json. */
function moved(site: Site, { name }: Asked): Address | undefined {
  const near = guessMovedPage(site, name);
  return near && { kind: "redirect", to: near.path, permanent: near.permanent };
}

/** Returns the target that the content's redirects give a path without a page, before anything else is tried. */
function writtenRedirect(site: Site, name: string): { readonly to: string; readonly permanent: boolean } | undefined {
  for (const candidate of new Set([name, bareOf(name)])) {
    const found = findRedirect(site.redirects, `/${candidate}`);
    if (!found) continue;
    const to = targetOf(site, found.to);
    // One that strips `/docs` leads to the same address where all pages are below `/docs`.
    if (nameIn(to) !== name) return { to, permanent: found.permanent };
  }
  return undefined;
}

const MAX_REDIRECTS = 10;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns true when redirects of the content form a circle, which no browser would follow. */
function isEndless(site: Site, name: string, to: string): boolean {
  const seen = new Set([name]);
  for (let target: string | undefined = to; target !== undefined; ) {
    const next = nameIn(target);
    if (next === undefined || findPageAt(site, splitPath(target).path) || hasAsset(site, bareOf(next))) return false;
    if (seen.has(next) || seen.size > MAX_REDIRECTS) return true;
    seen.add(next);
    target = writtenRedirect(site, next)?.to;
  }
  return false;
}

/** Returns the name of a target in this site; undefined for a target on another site. */
function nameIn(target: string): string | undefined {
  return HAS_SCHEME.test(target) ? undefined : decodeSegments(splitPath(target).path)?.join("/");
}

/** Returns the target of a redirect. In docs.json it is a path of the repository; its pages have their addresses of this site. */
function targetOf(site: Site, to: string): string {
  const name = site.tree ? nameIn(to) : undefined;
  if (name === undefined) return to;
  const own = docsAddress(site.project, name);
  const bare = docsAddress(site.project, bareOf(name));
  return `${findPageAt(site, own) || !findPageAt(site, bare) ? own : bare}${splitPath(to).suffix}`;
}

/** The segment that the router has after a language: no address has it, so that the router finds no page without the proxy. */
export const INSIDE = "~";

/**
 * Returns the path at which the router finds a page: its language first, for the whole document, and below `/docs` in any
 * case. `/es/~/docs/errors` for `/es/errors`.
 */
export function routeOf(project: UrlStructure, shown: { readonly path: string; readonly language: string }): string {
  return [landingRoute(project, shown.language).replace(/\/$/, ""), "docs", ...namesOf(project, shown)].join("/");
}

/** Returns the path at which the router finds the landing page of a language. */
export function landingRoute({ defaultLanguage }: UrlStructure, language: string): string {
  return language === defaultLanguage ? "/" : `/${language}/${INSIDE}`;
}

/** Returns the segments of a page's path after its language and `/docs`, which the router has too. */
export function namesOf(
  project: UrlStructure,
  { path, language }: { readonly path: string; readonly language: string },
): string[] {
  return path.split("/").filter(Boolean).slice(startSegments(project, language).length);
}

/** Returns the page that the router asks for by its language and the decoded segments after `/docs`. */
export function findRouted(site: Site, language: string, names: readonly string[]): FoundPage | undefined {
  const path = `/${[...startSegments(site.project, language), ...names.map(encodeURIComponent)].join("/")}`;
  const found = findPageAt(site, path);
  return found?.language === language ? found : undefined;
}

/**
 * Returns the path without base path of the list of pages of a language and version: `/llms.txt`, `/es/llms.txt`,
 * `/docs/v1/llms.txt`.
 */
export function listOf(project: UrlStructure, { language, version }: Locale): string {
  const { paths } = listsOf(project);
  return `${paths.get(keyOf({ language, version: version ?? project.defaultVersion }))}/llms.txt`;
}

interface Lists {
  /** What the path of a list begins with, by language and version. */
  readonly paths: ReadonlyMap<string, string>;
  /** Languages and versions by every beginning that their lists may have. */
  readonly locales: ReadonlyMap<string, Locale>;
}

function keyOf({ language, version }: Locale): string {
  return JSON.stringify([language, version]);
}

const listsOf = perObject((project: UrlStructure): Lists => {
  const paths = new Map<string, string>();
  const locales = new Map<string, Locale>();
  const versions = new Set([project.defaultVersion, ...project.versions.map(({ id }) => id)]);
  for (const language of new Set([project.defaultLanguage, ...project.languages.map(({ id }) => id)]))
    for (const version of versions) {
      const starts = startsOfList(project, { language, version });
      paths.set(keyOf({ language, version }), starts[0]?.replace(/\/$/, "") ?? "");
      for (const start of starts) if (!locales.has(start)) locales.set(start, { language, version });
    }
  return { paths, locales };
});

/** Lists what the path of a list may begin with; first what it does begin with. */
function startsOfList(project: UrlStructure, { language, version }: Locale): string[] {
  const isDefault = version === project.defaultVersion;
  if (namesLanguages(project)) {
    const start = pagePath(project, { language, version, slug: "" });
    return isDefault ? [landingPath(project, language), start] : [start];
  }
  const ofVersion = version === null ? [] : [versionSegment(project, version)];
  const names = [language === project.defaultLanguage ? [] : [language], [language]].flatMap((start) => [
    ...(isDefault ? [start] : []),
    [...start, ...ofVersion],
  ]);
  const [first = []] = names;
  const own = first.length === 0 ? "/" : docsAddress(project, first.join("/"));
  return [own, ...names.flatMap((each) => [`/${each.join("/")}`, `/${["docs", ...each].join("/")}`])];
}

/** Returns the unique word with a digit in a label, such as `2025-06-18` of `Version 2025-06-18 (latest)`; else the label. */
function versionSegment({ versions }: UrlStructure, label: string): string {
  const word = numberIn(label);
  const isOnly = word !== undefined && versions.filter(({ id }) => numberIn(id) === word).length === 1;
  return isOnly ? word : label.replace(/[^\p{L}\p{N}.-]+/gu, "-");
}

function numberIn(label: string): string | undefined {
  return label.split(/[\s()]+/).find((word) => /\d/.test(word) && /^[\w.-]+$/.test(word));
}
