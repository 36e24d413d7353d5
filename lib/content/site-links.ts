// Tested in lib/navigation/docs-json.test.ts.

import type { Project } from "../config/config.ts";
import { perObject } from "../per-object.ts";
import { toPagePath } from "./docs-json/tree.ts";
import { createLinkTable, type LinkTable } from "./link-table.ts";
import type { Site } from "./site.ts";

/** A path that a docs.json names, as a path of the site; other addresses stay as they are. */
export function docsUrl(site: Site, href: string): string {
  if (!href.startsWith("/") || href.startsWith("//"))
    return /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(href) ? href : docsUrl(site, `/${href}`);
  return linkTableOf(site).resolve("", href) ?? href;
}

/** Where links to pages and files of a site lead. */
export const linkTableOf = perObject((site: Site): LinkTable => {
  const { project, assets } = site;
  const own = site.docs ? site.pages : [];
  const pages = own.map(({ path, file }) => [file === null ? bareName(project, path) : toPagePath(file), path] as const);
  return createLinkTable({ project, pages: new Map(pages), assets });
});

function bareName({ pagesAt }: Project, path: string): string {
  return path
    .split("/")
    .slice(pagesAt === "root" ? 1 : 2)
    .map(decodeURIComponent)
    .join("/");
}
