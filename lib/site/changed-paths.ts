import type { Page } from "../content/model/page.ts";
import { landingRoutePath, pagePath, routePathOf } from "../content/model/urls.ts";
import { findPage, type Site } from "../content/site/site.ts";
import { decodeText } from "../decode-text.ts";
import { perObject } from "../per-object.ts";

/** From here on it is cheaper to drop every page than to name those that changed. */
const MAX_PATHS = 500;
/** Next drops nothing by a path that is longer, and none with a comma, by which it divides them; a bracket is a pattern's to it. */
const MAX_PATH_CHARS = 1_000;
const UNNAMED = /[,[\]]/;

/**
 * Lists the paths, as the router has them, decoded, of rendered pages that may differ between two states of a site. Undefined when any
 * page may: something changed that is shown around pages, such as the navigation, a title or the look.
 */
export function listChangedPaths(before: Site, after: Site): string[] | undefined {
  if (before === after) return [];
  // Of pages that are only listed, nothing says what they will show.
  if (before.unread || after.unread || frameOf(before) !== frameOf(after)) return undefined;
  const { project } = after;
  const old = new Map(before.pages.map((page) => [page.path, page]));
  // Pages of operations show more of a description than their hash covers, such as when it last changed.
  const isDescribed = ({ operation, object }: Page) => Boolean(operation ?? object) && !hasSameDescriptions(before, after);
  const changed = after.pages.filter((page) => isDescribed(page) || !isSame(page, old.get(page.path)));
  const landings = project.languages.map(({ id }) => landingRoutePath(project, id));
  const routes = changed.flatMap((page) => routesOf(after, page)).map((path) => decodeText(path) ?? path);
  const paths = [...new Set(["/sitemap.xml", "/api-changes", ...landings, ...routes])];
  const isNamed = (path: string) => encodeURI(path).length <= MAX_PATH_CHARS && !UNNAMED.test(path);
  return paths.length <= MAX_PATHS && paths.every(isNamed) ? paths : undefined;
}

function isSame(page: Page, earlier: Page | undefined): boolean {
  return page.hash === earlier?.hash && page.lastModified === earlier.lastModified;
}

function hasSameDescriptions(before: Site, after: Site): boolean {
  const names = Object.keys({ ...before.descriptions, ...after.descriptions });
  return before.openapi === after.openapi && names.every((name) => before.descriptions[name] === after.descriptions[name]);
}

/** Returns the paths at which a page is rendered: its own, and those where it stands in for a translation. */
function routesOf(site: Site, page: Page): string[] {
  const { project } = site;
  const own = routePathOf(project, page);
  if (project.addresses === "paths" || page.language !== project.defaultLanguage) return [own];
  const keys = project.languages.map(({ id }) => ({ language: id, version: page.version, slug: page.slug }));
  const standIns = keys.filter((key) => findPage(site, key)?.fallback);
  return [own, ...standIns.map((key) => routePathOf(project, { path: pagePath(project, key), language: page.language }))];
}

/** All of a site that pages show of more than themselves: everything but the texts of pages. */
const frameOf = perObject((site: Site) => {
  const { project, folders, tree, redirects, metatags, appearance, assets, styles, pages } = site;
  const listed = pages.map(
    ({ source, sourceLine, hash, lastModified, modules, frontMatter, links, operation, object, ...listing }) => [
      listing,
      operation && [operation.method, operation.path, operation.description],
      object && [object.name, object.description],
    ],
  );
  const given = [tree, redirects, metatags, appearance];
  return JSON.stringify([project, folders, given, assets, styles?.map(({ path, hash }) => [path, hash]), listed]);
});
