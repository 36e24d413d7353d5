import { requestedPathHeader } from "../components/docs/requested-path.ts";
import { getEnvironment } from "../lib/config/config.ts";
import { localeOfPath } from "../lib/content/model/urls.ts";
import type { Site } from "../lib/content/site/site.ts";
import { suggestPages } from "../lib/content/site/suggest-pages.ts";
import { SharedRenders } from "../lib/http/shared-renders.ts";
import { log, toLogFields } from "../lib/log.ts";
import { perObject } from "../lib/per-object.ts";
import { ServiceError } from "../lib/service-error.ts";
import { askOwn } from "../lib/site/revalidate.ts";

/** No route has this path, so the router answers with app/global-not-found.tsx: status 404, full HTML, nothing stored. */
export const MISSING_PATH = "/api/missing/page";

/** As long as a page is kept before it is made again. */
const RENEWED_MS = 30_000;
const KEPT_BYTES = 8 * 1024 * 1024;
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, no-cache, no-store, max-age=0, must-revalidate",
};

const bodies = perObject((_: Site) => new SharedRenders({ maxBytes: KEPT_BYTES }));

/**
 * Returns the 404 page for a path, made once for all paths of a language that have the same suggestions. Undefined where the router
 * has to make it: in development, on Vercel, where no instance can ask itself, and when making it failed.
 * @param path as it was asked for, in the form of a header.
 */
export async function keptMissing(site: Site, path: string): Promise<Response | undefined> {
  const { production, onVercel } = getEnvironment();
  if (!production || onVercel) return undefined;
  const { language } = localeOfPath(site.project, path);
  const suggested = suggestPages(site, path, { language }).map((page) => page.path);
  const key = JSON.stringify([language, suggested, Math.floor(Date.now() / RENEWED_MS)]);
  try {
    return new Response(await bodies(site).get(key, () => render(path)), { status: 404, headers: HEADERS });
  } catch (cause) {
    // Too many other pages are being made: nothing is wrong.
    if (!(cause instanceof ServiceError)) log("warn", "a page for missing addresses could not be kept", toLogFields(cause));
    return undefined;
  }
}

/** The path decides the language and the suggestions, and is not in the page: others get it, too. */
async function render(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await askOwn(MISSING_PATH, { headers: { [requestedPathHeader]: path, "accept-encoding": "identity" } });
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 404 || !type.startsWith("text/html")) throw new Error(`It answered ${response.status} with ${type}.`);
  return new Uint8Array(await response.arrayBuffer());
}
