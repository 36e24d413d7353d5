import type { Project } from "../../config/config.ts";
import { decodeText } from "../../decode-text.ts";
import { perObject } from "../../per-object.ts";
import { toPagePath } from "../docs-json/tree.ts";
import { findRedirect } from "../model/redirects.ts";
import { keyAtRoot, pagePath } from "../model/urls.ts";
import { createLinkTable, type LinkTable } from "../pages/link-table.ts";
import { guessMovedPage } from "./moved-pages.ts";
import { findPageAt, hasAsset, type Site } from "./site.ts";

/** Returns a path that a docs.json names, as a path of the site; other addresses stay as they are. */
export function docsUrl(site: Site, href: string): string {
  if (!href.startsWith("/") || href.startsWith("//"))
    return /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href) ? href : docsUrl(site, `/${href}`);
  return linkTableOf(site).resolve("", href) ?? href;
}

/** Returns the targets of links to pages and files of a site. */
export const linkTableOf = perObject((site: Site): LinkTable => {
  const { project, assets } = site;
  const pages = site.pages.map(({ path, file }) => [file === null ? bareName(project, path) : toPagePath(file), path] as const);
  return createLinkTable({ project, pages: new Map(pages), assets });
});

function bareName({ pagesAt }: Project, path: string): string {
  return path
    .split("/")
    .slice(pagesAt === "root" ? 1 : 2)
    .map(decodeURIComponent)
    .join("/");
}

/** Returns a path of the site, without base path, as the path in the repository that it stands for. */
export function barePath({ project }: Site, path: string): string {
  const decoded = decodeText(path) ?? path;
  return decoded.replace(project.pagesAt === "root" ? /^\// : /^\/docs\/?/, "");
}

/** Returns true for a path of the site that serves a file of the content. */
export function hasAssetAt(site: Site, path: string): boolean {
  return hasAsset(site, barePath(site, path));
}

/** Returns true for a path that has an answer: a page, a file, a redirect of the content, or a page that is meant. */
export function leadsOn(site: Site, path: string): boolean {
  const bare = barePath(site, path);
  const moved = keyAtRoot(site.project, path);
  // The start of the site leads to its first page.
  return (
    bare === "" ||
    [path, ...(moved ? [pagePath(site.project, moved)] : [])].some((each) => findPageAt(site, each)) ||
    hasAsset(site, bare) ||
    findRedirect(site.redirects, `/${bare}`) !== undefined ||
    guessMovedPage(site, bare) !== undefined
  );
}
