import { findNearPage } from "../../lib/content/docs-json/near.ts";
import { findRedirect } from "../../lib/content/docs-json/redirects.ts";
import { findPageAt, hasAsset, type Site } from "../../lib/content/site.ts";
import { decodeSegments, docsAddress, localeOfPath, splitPath } from "../../lib/content/urls.ts";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import type { Route } from "./routing.ts";

/**
 * What the server does with a path of a site whose addresses are paths of a repository: its pages and files, then its
 * redirects, then the address of a page without or with the `/docs` that the other form of the site has, then what has no page
 * and means one.
 */
export function routeDocsPath(site: Site, path: string): Route {
  const { project } = site;
  const normal = normalise(path);
  const found = normal === undefined ? undefined : findPageAt(site, normal);
  if (found) return { kind: "page", found };
  const name = normal === undefined ? undefined : nameOf(normal);
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

function nameOf(path: string): string {
  return path.split("/").filter(Boolean).map(decodeURIComponent).join("/");
}

function redirectOf(site: Site, name: string): Route | undefined {
  const bare = name.replace(/^docs(?:\/|$)/, "");
  for (const candidate of new Set([name, bare])) {
    const redirect = findRedirect(site.docs?.settings.redirects ?? [], `/${candidate}`);
    if (redirect) return { kind: "redirect", to: targetOf(site, redirect.to), permanent: redirect.permanent };
  }
  // The address of a page in the repository, or in the other form of the site.
  const page = [name, bare, name.replace(/\.mdx?$|\/?index$/i, ""), bare.replace(/\.mdx?$|\/?index$/i, "")]
    .map((candidate) => docsAddress(site.project, candidate))
    .find((address) => findPageAt(site, address));
  return page === undefined ? undefined : { kind: "redirect", to: page, permanent: true };
}

/** The page that an address without one means, such as that of a folder. */
function nearOf(site: Site, name: string): Route | undefined {
  const near = findNearPage(site, name);
  return near && { kind: "redirect", to: near.path, permanent: near.permanent };
}

/** Where a redirect of the repository leads: to its pages by their addresses here. */
function targetOf(site: Site, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(to)) return to;
  const { path, suffix } = splitPath(to);
  const own = docsAddress(site.project, nameOf(safely(path)));
  const bare = docsAddress(site.project, nameOf(safely(path)).replace(/^docs(?:\/|$)/, ""));
  return `${findPageAt(site, own) || !findPageAt(site, bare) ? own : bare}${suffix}`;
}

function safely(path: string): string {
  return normalise(path) ?? "/";
}

/** Where reading starts: for the root of the site, of the documentation and of a language, when no page is there. */
function startOf(site: Site, path: string): Route | undefined {
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
