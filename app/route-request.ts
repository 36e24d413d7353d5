import { type NextRequest, NextResponse } from "next/server.js";
import { getConfig, getEnvironment } from "../lib/config/config.ts";
import { fromNamedPath, localeOf, markdownPath, toNamedPath } from "../lib/content/model/urls.ts";
import { INSIDE, landingRoute, routeOf } from "../lib/content/site/addresses.ts";
import type { FoundPage, Site } from "../lib/content/site/site.ts";
import { decodeText } from "../lib/decode-text.ts";
import { matchesRoute } from "../lib/engine-paths.ts";
import { FILE_POLICY } from "../lib/http/file-response.ts";
import { findClient } from "../lib/insights/families.ts";
import { perObject } from "../lib/per-object.ts";
import { type Route, requestedPathHeader, routePath } from "../lib/routing/routing.ts";
import { contentSecurityPolicy } from "../lib/site/served/content-security.ts";
import { publicSite } from "../lib/site/served/reader-site.ts";
import { findAddress, withBasePath } from "../lib/site/served/site-url.ts";
import { whenRevalidated } from "../lib/site/stored/sites.ts";

/** Answers what the content decides: pages, redirects, Markdown forms and files. The router has all else. */
export async function routeRequest(request: NextRequest): Promise<NextResponse> {
  const path = request.nextUrl.pathname;
  // Not a separate route: where metrics are off, content may have a page of this name.
  if (path === "/metrics" && getEnvironment().metrics === "on") return NextResponse.rewrite(ownUrl(request, "/api/metrics"));
  await whenRevalidated();
  const site = await publicSite();
  const route = routePath(site, path, getConfig());
  if (route.kind === "missing") return leaveToRouter(request, site);
  if (!readingMethods.includes(request.method)) return refuseMethod();
  if (request.method === "GET") await noteRead(request, site, route);
  return answer(request, site, route);
}

/** Records a page or text that an agent or a crawler reads. What records it is loaded for them alone: readers cost nothing. */
async function noteRead(request: NextRequest, { project }: Site, route: Route): Promise<void> {
  if (!["page", "landing", "text"].includes(route.kind) || !findClient(request.headers)) return;
  const [{ recordRead }, { visitOf }, { keepRecords }] = await Promise.all([
    import("../lib/insights/insights.ts"),
    import("../lib/insights/kinds.ts"),
    import("./keep-records.ts"),
  ]);
  const path = route.kind === "page" ? route.found.path : fromNamedPath(request.nextUrl.pathname.replace(/\.md$/, ""));
  const visit = visitOf(request, { address: "", project, ...localeOf(project, path) });
  if (visit) recordRead(visit, path);
  keepRecords();
}

const readingMethods = ["GET", "HEAD"];

/** Refuses every method but GET and HEAD: the router would answer a submitted form with the page. */
function refuseMethod(): NextResponse {
  return new NextResponse("Pages answer GET and HEAD alone.\n", { status: 405, headers: { Allow: readingMethods.join(", ") } });
}

/** No route has this path: the router answers with app/global-not-found.tsx and caches nothing. */
const MISSING_PATH = "/api/missing/page";

/**
 * Lets the router answer with a route of the fork, a public file or the 404 page, which gets the path. A path that the routes of
 * content pages would match bypasses them, since they would cache an entry for each guess.
 */
function leaveToRouter(request: NextRequest, site: Site): NextResponse {
  const path = request.nextUrl.pathname;
  const headers = new Headers(request.headers);
  headers.delete(requestedPathHeader);
  // A request of the client router for the data of a page: without an answer, the browser loads the page itself.
  if (!request.nextUrl.searchParams.has("_rsc")) headers.set(requestedPathHeader, path);
  const [first, second] = path
    .split("/")
    .filter(Boolean)
    .map((segment) => decodeText(segment));
  const isOfContent = first === undefined || first === "docs" || second === INSIDE;
  const response = isOfContent
    ? NextResponse.rewrite(ownUrl(request, MISSING_PATH), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  return withPolicy(response, policiesOf(site).page);
}

async function answer(request: NextRequest, site: Site, route: Exclude<Route, { kind: "missing" }>): Promise<NextResponse> {
  if (route.kind === "redirect") return NextResponse.redirect(targetOf(request, route.to), route.permanent ? 308 : 307);
  if (route.kind === "text") return asFile(request, route.to);
  if (route.kind === "file") return asFile(request, `/api/content/${toUrlPath(route.name)}`);
  if (route.kind === "page" && prefersMarkdown(request.headers.get("accept"))) return asMarkdown(request, route.found);
  if (route.kind === "engine-page") {
    const isFrame = matchesRoute("/embed/[[...language]]", request.nextUrl.pathname);
    return withPolicy(NextResponse.next(), policiesOf(site)[isFrame ? "frame" : "page"]);
  }
  if (route.kind === "landing") return asPage(request, site, landingRoute(site.project, route.language));
  const { page } = route.found;
  const response = asPage(request, site, routeOf(site.project, route.found));
  const markdown = markdownPath(page.path);
  response.headers.append("Link", `<${findAddress(markdown) ?? withBasePath(markdown)}>; rel="alternate"; type="text/markdown"`);
  return response;
}

function toUrlPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** Routes a request to a page. @param inside the path at which the router has the page. */
function asPage(request: NextRequest, site: Site, inside: string): NextResponse {
  const isThere = inside === request.nextUrl.pathname;
  return withPolicy(isThere ? NextResponse.next() : NextResponse.rewrite(ownUrl(request, inside)), policiesOf(site).page);
}

/** Routes a request to a file. The policy is set here because that of next.config.mjs would replace the handler's. */
function asFile(request: NextRequest, path: string): NextResponse {
  return withPolicy(NextResponse.rewrite(ownUrl(request, path)), FILE_POLICY);
}

/** Routes a request to the Markdown of a page, at the same address. */
function asMarkdown(request: NextRequest, { path }: FoundPage): NextResponse {
  const response = asFile(request, `/api/text/page${toNamedPath(path)}`);
  response.headers.set("Vary", "Accept");
  return response;
}

const policiesOf = perObject((site: Site) => {
  const { development } = getEnvironment();
  const config = getConfig();
  const page = contentSecurityPolicy({ config, site, development });
  // The panel alone may be in a frame of the owner's other pages.
  const frame = contentSecurityPolicy({ config, site, development, embedders: config.assistant.embed.origins });
  return { page, frame };
});

function withPolicy(response: NextResponse, policy: string): NextResponse {
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/**
 * Returns a URL of this server on the host that the request names. `nextUrl` replaces 127.0.0.1 by
 * localhost, which Next treats as a different server and requests over HTTP. Each page would be
 * served twice, and some would not be found.
 */
function ownUrl({ url: asked, nextUrl }: NextRequest, path: string): URL {
  const url = new URL(asked);
  url.pathname = nextUrl.basePath + path;
  return url;
}

/**
 * Returns the target of a redirect. It keeps the request's query, except for names in the target's own. A target
 * that begins with a slash stays on this host, whatever follows.
 */
function targetOf(request: NextRequest, to: string): URL {
  const [, path = "/", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? [];
  // Two slashes would name a different host, and responses omit this one.
  const url = /^[/\\]/.test(path) ? ownUrl(request, path.replace(/^[/\\]+/, "/")) : new URL(path);
  const asked = new URLSearchParams(request.nextUrl.searchParams);
  // The client router's parameter for the data of a page.
  asked.delete("_rsc");
  const own = new URLSearchParams(query);
  url.search = new URLSearchParams([...own, ...[...asked].filter(([name]) => !own.has(name))]).toString();
  url.hash = hash;
  return url;
}

/**
 * Returns true for a client that prefers a page as Markdown to HTML (RFC 9110, 12.5.1): not for browsers, and not for one
 * that takes anything. If two have the same quality, the first one wins. Plain text is Markdown where nothing else is wanted as much.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const types = (accept ?? "").slice(0, 1_000).split(",").map(parseMediaType);
  const find = (...names: string[]) => names.map((name) => types.find(({ type }) => type === name)).find(Boolean);
  const markdown = find("text/markdown");
  const html = find("text/html", "text/*", "*/*");
  if (!markdown) return (find("text/plain")?.quality ?? 0) > (html?.quality ?? 0);
  if (markdown.quality === 0) return false;
  if (!html || html.quality !== markdown.quality) return markdown.quality > (html?.quality ?? 0);
  return html.type !== "text/html" || types.indexOf(markdown) < types.indexOf(html);
}

function parseMediaType(item: string): { type: string; quality: number } {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, quality: Number.isFinite(quality) ? quality : 1 };
}
