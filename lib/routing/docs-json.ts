import { findRedirect } from "../content/model/redirects.ts";
import { decodeSegments, docsAddress, localeOfPath, splitPath } from "../content/model/urls.ts";
import { type FoundPage, findPageAt, hasAsset, type Site } from "../content/site/site.ts";
import { guessMovedPage } from "../content/site/site-links.ts";
import { pagesInOrder } from "../navigation/navigation.ts";

/** The server's answer to a path of the content: a page, a file, a redirect, or nothing. */
export type DocsRoute =
  | { readonly kind: "page"; readonly found: FoundPage }
  /** A file of the content folder, by its path there. */
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "redirect"; readonly to: string; readonly permanent: boolean }
  | { readonly kind: "missing"; readonly language: string };

/**
 * Returns the answer to a path of a site whose addresses are paths of a repository. In this order: a page or file, a redirect,
 * a page whose address differs by the `/docs` that the other form of the site has, and the page that a path without one means.
 */
export function routeDocsPath(site: Site, path: string): DocsRoute {
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

/** The path as addresses of pages are written; undefined when it cannot be one. */
function normalise(path: string): string | undefined {
  const segments = decodeSegments(path);
  return segments && `/${segments.map(encodeURIComponent).join("/")}`;
}

function repositoryPath(path: string): string {
  return path.split("/").filter(Boolean).map(decodeURIComponent).join("/");
}

/** The name without the `/docs` of the other form of the site. */
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
    // One that takes `/docs` away leads to the same address where all pages are below `/docs`.
    if (nameIn(to) !== name) return { to, permanent: redirect.permanent };
  }
  return undefined;
}

const MAX_REDIRECTS = 10;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns true where redirects of the repository form a circle, which no browser would follow. */
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

/** The name that a target of this site has; undefined for one on another. */
function nameIn(target: string): string | undefined {
  const path = HAS_SCHEME.test(target) ? undefined : normalise(splitPath(target).path);
  return path === undefined ? undefined : repositoryPath(path);
}

/** The page that an address without one means, such as that of a folder. */
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
