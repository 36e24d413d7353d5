import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { getAccess, getConfig, getEnvironment, getMainProject } from "../../config/config.ts";
import type { Page } from "../../content/model/page.ts";
import { landingRoute, routeOf } from "../../content/site/addresses.ts";
import { counterpart, type FoundPage, type Site } from "../../content/site/site.ts";
import { decodeText } from "../../decode-text.ts";
import { log, toLogFields } from "../../log.ts";
import { holdPages, siteChanges, sites, whenRevalidated } from "../stored/sites.ts";
import { publicSite } from "./reader-site.ts";

/** Request header that carries the secret to the route. */
export const INTERNAL_SECRET_HEADER = "x-docent-internal";

/** Paths of the pages to drop, as the router has them; null for every page. */
export const DroppedPages = z.object({ paths: z.array(z.string()).nullable() });
export type DroppedPages = z.infer<typeof DroppedPages>;

/**
 * Keeps pages current: the prerendered pages that a change of the site touches are dropped, and all of
 * them at the start when settings or content are not those of the build, as they are when DOCENT_CONFIG or DOCENT_CONTENT_DIR is
 * set at runtime only. Called once per process.
 * @param builtFrom what `fingerprint` gave when the pages were built.
 */
export function startRevalidation(builtFrom: string | undefined): void {
  const state = sites.get();
  if (state.isRevalidating) return;
  state.isRevalidating = true;
  const { development, onVercel } = getEnvironment();
  // There, all instances share one cache of pages, no instance can call itself, and the update's own request drops them.
  if (onVercel && getAccess())
    // Pages of other settings or content may show what is closed by now, and nothing here can drop them.
    void fingerprint().then((now) => {
      state.hasStalePages = now !== builtFrom;
    });
  if (development || onVercel) return;
  const { domain } = getMainProject();
  const beginning = async () => {
    const site = await publicSite(domain);
    if ((await fingerprint()) !== builtFrom) await dropPages({ paths: null });
    state.shown = site;
  };
  holdPages(whileLogging(beginning));
  siteChanges().addEventListener("change", () => {
    const changed = Promise.all([publicSite(domain), whenRevalidated()]);
    holdPages(whileLogging(async () => showSite((await changed)[0])));
  });
}

/** Drops the pages that differ between what is kept and a site. */
async function showSite(site: Site): Promise<void> {
  const state = sites.get();
  const paths = state.shown ? (listChangedPaths(state.shown, site) ?? null) : null;
  // Pages that could not be dropped are, with all others, at the next change.
  state.shown = undefined;
  if (paths === null || paths.length > 0) await dropPages({ paths });
  state.shown = site;
}

/** Returns true for a request header with the secret of this process. */
export function isInternalSecret(given: string | null): boolean {
  if (!given) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(sites.get().ownSecret));
}

/** Identifies the sources of prerendered pages: settings and content. */
export async function fingerprint(): Promise<string> {
  const { hash } = await publicSite(getMainProject().domain);
  return createHash("sha256")
    .update(JSON.stringify([getConfig(), hash]))
    .digest("hex");
}

const RETRY_MS = 5_000;
const ATTEMPTS = 50;
const PAUSE_MS = 100;
const TIMEOUT_MS = 10_000;

async function whileLogging(step: () => Promise<void>): Promise<void> {
  const state = sites.get();
  try {
    await step();
    state.hasStalePages = false;
  } catch (cause) {
    if (!getAccess()) {
      log("error", "prerendered pages could not be dropped; they renew themselves within a minute", toLogFields(cause));
      return;
    }
    // One of them may show what readers may not read any more.
    state.hasStalePages = true;
    log("error", "prerendered pages could not be dropped; pages are refused until they are", toLogFields(cause));
    setTimeout(() => void whileLogging(() => dropPages({ paths: null })), RETRY_MS).unref();
  }
}

/** Drops prerendered pages of this process. At the start the server needs a moment before it answers itself. */
async function dropPages(pages: DroppedPages): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await askOwnRoute(pages);
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Sends this process a request with its internal secret, since Next drops pages inside a request only. */
async function askOwnRoute(pages: DroppedPages): Promise<void> {
  const response = await fetch(`${getEnvironment().origin}${getConfig().basePath}/api/internal/revalidate`, {
    method: "POST",
    headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: sites.get().ownSecret },
    body: JSON.stringify(pages),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The revalidation route answered ${response.status}.`);
}

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
  // Nothing says what pages that are only listed will show.
  if (before.unread || after.unread || frameOf(before) !== frameOf(after)) return undefined;
  const { project } = after;
  const old = new Map(before.pages.map((page) => [page.path, page]));
  // Pages of operations show more of a description than their hash covers, such as when it last changed.
  const isDescribed = ({ operation, object }: Page) => Boolean(operation ?? object) && !hasSameDescriptions(before, after);
  const changed = after.pages.filter((page) => isDescribed(page) || !isSame(page, old.get(page.path)));
  const landings = project.languages.map(({ id }) => landingRoute(project, id));
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

/** Returns the paths at which a page is rendered: its own, and those where it replaces a missing translation. */
function routesOf(site: Site, page: Page): string[] {
  const { project } = site;
  const shown = project.languages.map(({ id }) => counterpart(site, page, { language: id }));
  const replaced = shown.filter((found) => found?.fallback && found.page === page) as FoundPage[];
  return [page, ...replaced].map((found) => routeOf(project, found));
}

/** Serialises everything of a site that pages show beside their own text. */
function frameOf(site: Site): string {
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
}
