/*
 * The addresses of a site: what each one shows, and which lead to another.
 * A site has pages, files and redirects. Whatever else is asked for is a form of one of them, and is not stored: the forms are tried in
 * the order of FORMS. Everything that asks about an address asks here or in site.ts, which finds the pages.
 */

import { composePath } from "../../decode-text.ts";
import { findEngineAnswer, isEnginePath } from "../../engine-paths.ts";
import { languageTag } from "../../language-tag.ts";
import { perObject } from "../../per-object.ts";
import { offersFeed } from "../markdown/updates.ts";
import type { Page } from "../model/page.ts";
import { findRedirect, type Redirect } from "../model/redirects.ts";
import {
  apiFolder,
  decodeSegments,
  docsAddress,
  fromNamedPath,
  type Locale,
  landingPath,
  localeOf,
  markdownPath,
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

/** Returns the content's answer to a path without base path. No redirect leads to an address that nothing answers. */
export function findAddress(site: Site, path: string): Address {
  return tryForms(site, path, FORMS) ?? { kind: "missing" };
}

/**
 * Returns true where a reader who opens a path gets a page, a text, a file or another site: redirects are followed. `isElsewhere` knows
 * the paths that others answer.
 */
export function leadsOn(site: Site, path: string, isElsewhere: (path: string) => boolean = () => false): boolean {
  let at = composePath(path);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    if (isElsewhere(at)) return true;
    const address: Address = isEnginePath(at) ? { kind: "missing" } : findAddress(site, at);
    if (address.kind !== "redirect") return address.kind !== "missing" || findEngineAnswer(at) !== undefined;
    if (leavesSite(address.to)) return true;
    at = splitPath(address.to).path;
  }
  return false;
}

/** A path of more names is itself or nothing: each form of it costs its length. */
const MAX_NAMES = 100;

function tryForms(site: Site, path: string, forms: readonly Form[]): Address | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const asked = { path, segments, name: segments.join("/"), normal: toPath(segments) };
  for (const form of segments.length > MAX_NAMES ? STORED : forms) {
    const address = form(site, asked);
    if (address) return address;
  }
  return undefined;
}

function toPath(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join("/")}`;
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

/** A path that names the default language or version. A route of the fork may be at the shorter path too. */
function withDefaults(site: Site, { segments }: Asked): Address | undefined {
  const { project } = site;
  const { defaultLanguage, defaultVersion } = project;
  if (!namesLanguages(project)) return undefined;
  const start = segments[0] === defaultLanguage ? segments.slice(1) : segments;
  const below = withoutDocs(project, splitLanguage(project, start).rest) ?? [];
  const own = below[0] === defaultVersion && below.length > 0 ? start.toSpliced(start.length - below.length, 1) : start;
  if (own.length === segments.length) return undefined;
  // Not by this form again, which a path of a thousand languages would do a thousand times.
  const address = tryForms(site, toPath(own), CANONICAL);
  if (address?.kind === "redirect") return { ...address, permanent: false };
  return isLost(site, toPath(own)) ? undefined : { kind: "redirect", to: toPath(own), permanent: false };
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
  const found = path.endsWith(".md") ? findPageAt(site, fromNamedPath(path.slice(0, -".md".length))) : undefined;
  return found && { kind: "text", to: `page${toNamedPath(found.path)}` };
}

function ownPage(site: Site, { normal }: Asked): Address | undefined {
  const found = findPageAt(site, normal);
  return found && { kind: "page", found };
}

/** The first page of the site in a language, where no page of the content is. */
function landing({ project }: Site, { normal }: Asked): Address | undefined {
  const { languages, defaultLanguage, isReplaced } = project;
  const language = languages.find(({ id }) => landingPath(project, id) === normal)?.id;
  const isBeside = startSegments(project, defaultLanguage).length > 0 && language === defaultLanguage && !isReplaced;
  return language !== undefined && (namesLanguages(project) || isBeside) ? { kind: "landing", language } : undefined;
}

/** A file of the content folder, at the root or below `/docs`. */
function file(site: Site, { name }: Asked): Address | undefined {
  const found = [name, bareOf(name)].find((candidate) => hasAsset(site, candidate));
  return found === undefined ? undefined : { kind: "file", name: found };
}

/** Strips the `/docs` of the other form of the site. */
function bareOf(name: string): string {
  return name.replace(/^docs(?:\/|$)/, "");
}

/** The redirect that docs.json or the front matter of a page gives an address without a page. */
function redirect(site: Site, { name }: Asked): Address | undefined {
  const written = writtenRedirect(site, name);
  return written && !leadsNowhere(site, name, written.to) ? { kind: "redirect", ...written } : undefined;
}

/**
 * A page or its text by another name: with the ending of its file or `/index`, or with or without `/docs` as the other form of the site
 * has it.
 */
function otherName(site: Site, { segments, normal }: Asked): Address | undefined {
  const { project } = site;
  const { language, rest } = splitLanguage(project, segments);
  const isNamed = (address: string) =>
    address !== normal && !isClosed(address) && tryForms(site, address, [textForm, ownPage]) !== undefined;
  const start = landingPath(project, language);
  const isIndex = withoutEnding(rest).length === 0 && tryForms(site, start, [landing]) !== undefined;
  const to = listNames(project, segments).find(isNamed) ?? (isIndex ? start : undefined);
  return to === undefined ? undefined : { kind: "redirect", to, permanent: true };
}

/** Lists the addresses that a path may mean, the path itself among them; those of texts for the path of a text. */
function listNames(project: UrlStructure, segments: readonly string[]): string[] {
  const { language, rest } = splitLanguage(project, segments);
  const start = startSegments(project, language);
  const isBelowDocs = rest[0] === "docs";
  const bare = isBelowDocs ? rest.slice(1) : rest;
  // Beside `/docs` are routes of the fork: where folders name the language, their paths are nobody's else.
  const isOwn = isBelowDocs || !start.includes("docs") || !namesLanguages(project);
  const names = isOwn ? [rest, bare, ...(isBelowDocs ? [withApiFolder(project, bare)] : [])] : [];
  const short = [...names, ...names.map(withoutEnding)].map((name) => toPath([...start, ...name]));
  return rest.at(-1)?.endsWith(".md") ? short.map((address) => markdownPath(address.replace(/\.md$/, ""))) : short;
}

function withoutEnding(name: readonly string[]): string[] {
  const path = name.join("/").replace(/\.mdx?$/i, "");
  return path
    .replace(/(?:^|\/)index$/i, "")
    .split("/")
    .filter(Boolean);
}

/** Names the folder of API pages as the site does. */
function withApiFolder(project: UrlStructure, [first = "", ...rest]: readonly string[]): string[] {
  const isVersion = project.versions.some(({ id }) => id === first);
  const [folder = "", ...below] = isVersion ? rest : [first, ...rest];
  return [...(isVersion ? [first] : []), folder === "api" ? apiFolder(project) : folder, ...below].filter(Boolean);
}

/** Returns true for a path that is the engine's and that it answers nothing at. */
export function isClosed(path: string): boolean {
  return isEnginePath(path) && findEngineAnswer(path) === undefined;
}

/** A folder, or the start of the site or a language: reading begins at its first page, which the navigation knows. */
function folder(site: Site, { segments, path }: Asked): Address | undefined {
  const { project } = site;
  const keys = namesLanguages(project)
    ? listNames(project, segments).flatMap((address) => keyAt(project, address) ?? [])
    : [{ ...localeOf(project, path), slug: bareOf(segments.join("/")) }].flatMap((key) => {
        const isStart = key.slug === "" || key.slug === key.language;
        return isStart ? [{ ...key, slug: "" }] : [];
      });
  const key = keys.find((each) => hasPagesBelow(site, each));
  return key && { kind: "folder", key };
}

/** Returns the language, version and name that an address below those of a site in folders has. */
function keyAt(project: UrlStructure, address: string): PageKey | undefined {
  const { language, rest } = splitLanguage(project, decodeSegments(address) ?? []);
  const below = withoutDocs(project, rest);
  return below && toPageKey(project, language, below);
}

/** Returns true for a folder with a page that readers are led to, also one that replaces a missing translation. */
function hasPagesBelow(site: Site, { language, version, slug }: PageKey): boolean {
  const { project } = site;
  const languages = namesLanguages(project) ? [language, project.defaultLanguage] : [language];
  const folders = foldersOf(site);
  return languages.some((own) => [version, null].some((each) => folders.has(JSON.stringify([own, each, slug]))));
}

const foldersOf = perObject((site: Site): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const page of site.pages.filter(isLedTo)) {
    const names = page.slug.split("/");
    for (const [depth] of names.entries())
      folders.add(JSON.stringify([page.language, page.version, names.slice(0, depth).join("/")]));
  }
  return folders;
});

/** Returns true for a page that folders lead to: one of the navigation that nothing else takes the address of. */
export function isLedTo({ listed, href, path }: Pick<Page, "listed" | "href" | "path">): boolean {
  return listed && href === undefined && !isClosed(path);
}

/** A page whose address had other punctuation, or the first page of a folder of the navigation in docs.json. */
function moved(site: Site, { name }: Asked): Address | undefined {
  const near = guessMovedPage(site, name);
  return near && !isClosed(near.path) ? { kind: "redirect", to: near.path, permanent: near.permanent } : undefined;
}

/** A tag of a language, as browsers and readers write it: `es-MX`, `ES`, `pt_br`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/** An address in a language that the site has by another tag: `/es-MX/docs/x` for `/es/docs/x`, and `/pt-br` for `/pt-BR`. */
function nearLanguage(site: Site, { segments }: Asked): Address | undefined {
  const { project } = site;
  const at = segments[0] === "docs" ? 1 : 0;
  const tag = segments[at] ?? "";
  const ids = project.languages.map(({ id }) => id);
  const near = TAG.test(tag) && !ids.includes(tag) && ids.length > 1 ? findNearTag(tag, ids) : undefined;
  if (near === undefined) return undefined;
  const to = toPath(segments.with(at, near));
  const address = tryForms(site, to, CANONICAL) ?? withDefaults(site, { ...NOTHING_ASKED, segments: segments.with(at, near) });
  if (address?.kind === "redirect") return { ...address, permanent: false };
  return address && { kind: "redirect", to, permanent: false };
}

const NOTHING_ASKED: Asked = { path: "", segments: [], name: "", normal: "" };

/** Returns the language of a site that a tag means: the same in other letters, one in its script, or any that is written alike. */
function findNearTag(tag: string, ids: readonly string[]): string | undefined {
  const wanted = readTag(tag);
  if (!wanted) return undefined;
  const known = ids.flatMap((id) => {
    const read = readTag(languageTag(id));
    return read && read.language === wanted.language ? [{ id, ...read }] : [];
  });
  return (known.find(({ tag: own }) => own === wanted.tag) ?? known.find(({ script }) => script === wanted.script) ?? known[0])
    ?.id;
}

function readTag(
  tag: string,
): { readonly tag: string; readonly language: string; readonly script: string | undefined } | undefined {
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    return { tag: locale.toString(), language: locale.language, script: locale.maximize().script };
  } catch {
    return undefined;
  }
}

/** Forms that a site has itself. */
const STORED: readonly Form[] = [textForm, file, ownPage];
/** All forms that answer, but for the redirects that the content writes. */
const SHOWN: readonly Form[] = [...STORED, landing, otherName, folder, moved];
/** All but the form with the default language or version written out. */
const CANONICAL: readonly Form[] = [...STORED, landing, redirect, otherName, folder, moved];
const FORMS: readonly Form[] = [textForm, file, withDefaults, ownPage, landing, redirect, otherName, folder, moved, nearLanguage];

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
const WILDCARD = /[:*]/;

/** Lists redirects of the content that lead in a circle, which no browser would follow. */
export function listCircles(site: Site): Redirect[] {
  return site.redirects.filter(({ source }) => {
    const name = source.replace(/^\/+|\/+$/g, "");
    const to = WILDCARD.test(name) ? undefined : writtenRedirect(site, name)?.to;
    return to !== undefined && findEnd(site, name, to) === undefined;
  });
}

/** Returns true for the target of a redirect that nothing answers, here or at the end of further redirects. */
function leadsNowhere(site: Site, name: string, to: string): boolean {
  const end = findEnd(site, name, to);
  return end === undefined || (!leavesSite(end) && isLost(site, splitPath(end).path));
}

/** Returns the target at the end of redirects of the content; undefined when they lead in a circle. */
function findEnd(site: Site, name: string, to: string): string | undefined {
  const seen = new Set([name]);
  for (let target = to; ; ) {
    const next = nameIn(target);
    if (next === undefined || findPageAt(site, splitPath(target).path) || hasAsset(site, bareOf(next))) return target;
    if (seen.has(next) || seen.size > MAX_REDIRECTS) return undefined;
    seen.add(next);
    const further = writtenRedirect(site, next)?.to;
    if (further === undefined) return target;
    target = further;
  }
}

/**
 * Returns true for a path that nothing answers. Beside the pages a route of the fork, a public file or a proxy in front may: only what
 * is the engine's or below `/docs` is known to be lost.
 */
function isLost(site: Site, path: string): boolean {
  if (isEnginePath(path)) return isClosed(path);
  const { rest } = splitLanguage(site.project, decodeSegments(path) ?? []);
  return rest[0] === "docs" && tryForms(site, path, SHOWN) === undefined;
}

function leavesSite(target: string): boolean {
  return HAS_SCHEME.test(target) || target.startsWith("//");
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
  /** Beginnings of the paths of lists, by language and version. */
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

/** Lists the prefixes that the path of a list may have; the first one is canonical. */
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
