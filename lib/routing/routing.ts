/*
 * Routing: an address of the site → page, redirect, text form, file or nothing.
 * The proxy asks `routePath` what the content answers, and rewrites a page's address to the form that the router has
 * (`routePathOf` in lib/content/model/urls.ts); page and metadata read that form back with `findRequested` (requested.ts).
 * `routeDocsPath` has the addresses of a repository with docs.json.
 */

import type { Config } from "../config/config.ts";
import { offersFeed } from "../content/markdown/updates.ts";
import { findRedirect } from "../content/model/redirects.ts";
import {
  canonicalPath,
  decodeSegments,
  docsAddress,
  fromNamedPath,
  keyAtRoot,
  type Locale,
  landingPath,
  localeOfPath,
  markdownPath,
  pagePath,
  parsePath,
  splitPath,
  toNamedPath,
} from "../content/model/urls.ts";
import { type FoundPage, findPageAt, hasAsset, type Site } from "../content/site/site.ts";
import { guessMovedPage } from "../content/site/site-links.ts";
import { composePath, decodeText } from "../decode-text.ts";
import { findEngineAnswer, isEnginePath } from "../engine-paths.ts";
import { findDiscoveryDocument } from "../mcp/discovery.ts";
import { localeOfLlms } from "../navigation/llms-path.ts";
import { firstPathBelow, pagesInOrder } from "../navigation/navigation.ts";

/** Request header by which the proxy tells the 404 page what was asked for. */
export const requestedPathHeader = "x-docent-path";

/** The content's answer to a path, or that of a page or text of the engine. `missing` is what the router may have an answer to. */
export type Route =
  | DocsRoute
  | { readonly kind: "landing"; readonly language: string }
  | { readonly kind: "engine-page" }
  | { readonly kind: "text"; readonly to: string };

/** Decides on a path without base path. The engine's addresses come first, then the configuration, then the content. */
export function routePath(site: Site, asked: string, { redirects }: Pick<Config, "redirects">): Route {
  const path = composePath(asked);
  const discovery = findDiscoveryDocument(path);
  if (discovery) return { kind: "text", to: `/api/mcp/${discovery}` };
  if (findEngineAnswer(path) === "page") return { kind: "engine-page" };
  if (isEnginePath(path)) return missingAt(site, path);
  const redirect = configuredRedirect(path, redirects) ?? redirectToCanonical(site, path);
  if (redirect) return redirect;
  const text = textFormAt(site, path);
  if (text) return { kind: "text", to: text };
  const parsed = parsePath(site.project, path);
  const isOwnLanding = site.project.addresses === "folders" || (site.project.pagesAt !== "root" && !site.project.isReplaced);
  if (parsed?.kind === "landing" && isOwnLanding) return parsed;
  if (site.project.addresses === "paths") return routeDocsPath(site, path);
  const found = findPageAt(site, path);
  if (found) return { kind: "page", found };
  // Pages at the root, none of which is the first one of the language.
  if (parsed?.kind === "docs" && path === landingPath(site.project, parsed.key.language))
    return { kind: "landing", language: parsed.key.language };
  const moved = keyAtRoot(site.project, path);
  const atRoot = moved && pagePath(site.project, moved);
  if (atRoot !== undefined && (findPageAt(site, atRoot) ?? textFormAt(site, atRoot)))
    return { kind: "redirect", to: atRoot, permanent: true };
  const decoded = decodeText(path)?.replace(/(?<=.)\/$/, "");
  const old = decoded && (findRedirect(site.redirects, decoded) ?? findRedirect(site.redirects, `/${bareOf(decoded.slice(1))}`));
  if (old) return { kind: "redirect", ...old };
  // A folder without an index page still has a start.
  const key = moved ?? (parsed?.kind === "docs" ? parsed.key : undefined);
  const first = key && firstPathBelow(site, key);
  if (first) return { kind: "redirect", to: first, permanent: false };
  return fileAt(site, path) ?? missingAt(site, path);
}

/**
 * Returns the address of the page, or of its Markdown form, that a path below `/v1` or `/v2` names without the `/docs` in front of it;
 * undefined for none.
 */
export function findPageBehindApi(site: Site, path: string): string | undefined {
  const below = `/docs${path}`;
  const address = canonicalPath(site.project, below) ?? below;
  const found = findPageAt(site, address.replace(/\.md$/, ""));
  if (!found) return undefined;
  return address.endsWith(".md") ? markdownPath(found.path) : found.path;
}

/** Finds a file of the content folder by its path, at the root or below `/docs`. */
function fileAt(site: Site, path: string): Route | undefined {
  const name = decodeText(path)?.slice(1);
  const found = [name, name?.replace(/^docs\//, "")].find((candidate) => candidate !== undefined && hasAsset(site, candidate));
  return found === undefined ? undefined : { kind: "file", name: found };
}

function missingAt({ project }: Site, path: string): Route {
  return { kind: "missing", language: localeOfPath(project, path).language };
}

/** Finds a redirect of the configuration: an exact one, else the first pattern that matches. */
function configuredRedirect(path: string, redirects: Config["redirects"]): Route | undefined {
  const found = findRedirect(redirects, path);
  return found && { kind: "redirect", ...found };
}

function redirectToCanonical({ project }: Site, path: string): Route | undefined {
  const canonical = canonicalPath(project, path);
  return canonical === undefined ? undefined : { kind: "redirect", to: canonical, permanent: false };
}

/**
 * Returns the source of a text form: `/docs/errors.md`, `/es/llms.txt`, `/docs/v1/llms-full.txt`, `/docs/changelog/rss.xml`.
 */
function textFormAt(site: Site, path: string): string | undefined {
  const list = /^(.*)\/(llms(?:-full)?\.txt)$/.exec(path);
  if (list) {
    const locale = localeOfList(site, list[1] || "/");
    return (
      locale &&
      `/api/text/${list[2]}/${[locale.language, ...(locale.version === null ? [] : [locale.version])].map(encodeURIComponent).join("/")}`
    );
  }
  const feed = /^(.*)\/rss\.xml$/.exec(path);
  const withFeed = feed && findPageAt(site, feed[1] || "/");
  if (withFeed && offersFeed(withFeed.page)) return `/api/text/feed${toNamedPath(withFeed.page.path)}`;
  if (!path.endsWith(".md")) return undefined;
  const named = path.slice(0, -".md".length);
  const found = findPageAt(site, fromNamedPath(named));
  return found && `/api/text/page${toNamedPath(found.page.path)}`;
}

/** Returns the language and version of a list of pages: that of a language (`/es`) or of a version (`/docs/v1`). */
function localeOfList({ project }: Site, path: string): Locale | undefined {
  if (project.addresses === "paths")
    return localeOfLlms(
      project,
      (decodeText(path)?.slice(1) ?? "/?")
        .replace(/^docs(?=\/|$)/, "")
        .split("/")
        .filter(Boolean),
    );
  const parsed = parsePath(project, path);
  if (parsed?.kind === "landing") return { language: parsed.language, version: project.defaultVersion };
  return parsed?.kind === "docs" && parsed.key.slug === "" ? parsed.key : undefined;
}

/** The server's answer to a path of the content: a page, a file, a redirect, or nothing. */
type DocsRoute =
  | { readonly kind: "page"; readonly found: FoundPage }
  /** A file of the content folder, by its path there. */
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "redirect"; readonly to: string; readonly permanent: boolean }
  | { readonly kind: "missing"; readonly language: string };

/**
 * Returns the answer to a path of a site whose addresses are paths of a repository. In this order: a page or file, a redirect,
 * a page whose address differs by the `/docs` that the other form of the site has, and the page that a path without one means.
 */
function routeDocsPath(site: Site, path: string): DocsRoute {
  const { project } = site;
  const normal = normalise(path);
  const found = normal === undefined ? undefined : findPageAt(site, normal);
  if (found) return { kind: "page", found };
  const name = normal === undefined ? undefined : repositoryPath(normal);
  const { language } = localeOfPath(project, path);
  if (name === undefined) return { kind: "missing", language };
  const file = [name, name.replace(/^docs\//, "")].find((candidate) => hasAsset(site, candidate));
  if (file !== undefined) return { kind: "file", name: file };
  return redirectOf(site, name) ?? startOf(site, path) ?? nearOf(site, name) ?? { kind: "missing", language };
}

/** Encodes a path as addresses of pages are written; returns undefined when it cannot be one. */
function normalise(path: string): string | undefined {
  const segments = decodeSegments(path);
  return segments && `/${segments.map(encodeURIComponent).join("/")}`;
}

function repositoryPath(path: string): string {
  return path.split("/").filter(Boolean).map(decodeURIComponent).join("/");
}

/** Strips the `/docs` of the other form of the site. */
function bareOf(name: string): string {
  return name.replace(/^docs(?:\/|$)/, "");
}

function redirectOf(site: Site, name: string): DocsRoute | undefined {
  const bare = bareOf(name);
  const written = writtenRedirect(site, name);
  if (written && !isEndless(site, name, written.to)) return { kind: "redirect", ...written };
  // The address of a page in the repository, or in the other form of the site.
  const page = [name, bare, name.replace(/\.mdx?$|\/?index$/i, ""), bare.replace(/\.mdx?$|\/?index$/i, "")]
    .map((candidate) => docsAddress(site.project, candidate))
    .find((address) => findPageAt(site, address));
  return page === undefined ? undefined : { kind: "redirect", to: page, permanent: true };
}

/** Returns the target that the repository's redirects give a path without a page, before anything else is tried. */
function writtenRedirect(site: Site, name: string): { readonly to: string; readonly permanent: boolean } | undefined {
  for (const candidate of new Set([name, bareOf(name)])) {
    const redirect = findRedirect(site.redirects, `/${candidate}`);
    if (!redirect) continue;
    const to = targetOf(site, redirect.to);
    // One that strips `/docs` leads to the same address where all pages are below `/docs`.
    if (nameIn(to) !== name) return { to, permanent: redirect.permanent };
  }
  return undefined;
}

const MAX_REDIRECTS = 10;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns true when redirects of the repository form a circle, which no browser would follow. */
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
  const path = HAS_SCHEME.test(target) ? undefined : normalise(splitPath(target).path);
  return path === undefined ? undefined : repositoryPath(path);
}

/** Redirects an address without a page, such as that of a folder, to the page that it means. */
function nearOf(site: Site, name: string): DocsRoute | undefined {
  const near = guessMovedPage(site, name);
  return near && { kind: "redirect", to: near.path, permanent: near.permanent };
}

/** Returns the target of a redirect of the repository; its pages have their addresses of this site. */
function targetOf(site: Site, to: string): string {
  if (HAS_SCHEME.test(to)) return to;
  const { path, suffix } = splitPath(to);
  const own = docsAddress(site.project, repositoryPath(safely(path)));
  const bare = docsAddress(site.project, bareOf(repositoryPath(safely(path))));
  return `${findPageAt(site, own) || !findPageAt(site, bare) ? own : bare}${suffix}`;
}

function safely(path: string): string {
  return normalise(path) ?? "/";
}

/** Returns the page for the root of the site, of the documentation or of a language, when no page is there. */
function startOf(site: Site, path: string): DocsRoute | undefined {
  const { project } = site;
  const [first, second] = path.split("/").filter(Boolean);
  const language = first === "docs" ? second : first;
  const isStart =
    path === "/" ||
    /^\/docs\/?$/.test(path) ||
    (project.languages.some(({ id }) => id === language) && /^(?:\/docs)?\/[^/]+\/?$/.test(path));
  if (!isStart) return undefined;
  const locale = localeOfPath(project, path);
  const [start] = pagesInOrder(site, locale);
  return start && start.path !== path ? { kind: "redirect", to: start.path, permanent: false } : undefined;
}
