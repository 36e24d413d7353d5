import { join } from "node:path";
import { type NextRequest, NextResponse } from "next/server.js";
import { isFileOrBuilt } from "../lib/config/built-with.ts";
import { type Access, getAccess, getConfig, getEnvironment } from "../lib/config/config.ts";
import { fromNamedPath, localeOf, markdownPath, toNamedPath } from "../lib/content/model/urls.ts";
import { INSIDE, landingRoute, routeOf } from "../lib/content/site/addresses.ts";
import type { Audience, FoundPage, Site } from "../lib/content/site/site.ts";
import { decodeText } from "../lib/decode-text.ts";
import { findEngineAnswer, matchesRoute } from "../lib/engine-paths.ts";
import { FILE_POLICY } from "../lib/http/file-response.ts";
import { findClientAddress } from "../lib/http/node-server.ts";
import { findClient } from "../lib/insights/families.ts";
import { perObject } from "../lib/per-object.ts";
import { type Route, requestedPathHeader, routePath } from "../lib/routing/routing.ts";
import { contentSecurityPolicy } from "../lib/site/served/content-security.ts";
import { publicSite, siteFor } from "../lib/site/served/reader-site.ts";
import { findAddress, withBasePath } from "../lib/site/served/site-url.ts";
import { sites, whenRevalidated } from "../lib/site/stored/sites.ts";

/** Answers what the content decides: pages, redirects, Markdown forms and files. The router has all else. */
export async function routeRequest(request: NextRequest): Promise<NextResponse> {
  const path = request.nextUrl.pathname;
  // Not a separate route: where metrics are off, content may have a page of this name.
  if (path === "/metrics" && getEnvironment().metrics === "on") return NextResponse.rewrite(ownUrl(request, "/api/metrics"));
  await whenRevalidated();
  const access = getAccess();
  const audience = access && (await findAudience(request.headers));
  const site = audience ? await siteFor(audience) : await publicSite();
  const asked = { request, site, isReader: audience !== undefined };
  if (!access) return decide(asked);
  const isKept = !asked.isReader && sites.get().hasStalePages;
  const response = isKept ? refuseForNow() : await decideForReader(asked, access);
  // The same address has other pages for other readers: nothing on the way keeps them.
  response.headers.set("Cache-Control", "private, no-cache");
  return response;
}

/** A request, and the site of its reader. */
interface Asked {
  readonly request: NextRequest;
  readonly site: Site;
  /** True for a reader who is signed in, whose pages are rendered for the request. */
  readonly isReader: boolean;
}

async function decide(asked: Asked): Promise<NextResponse> {
  const { request, site } = asked;
  const route = routePath(site, request.nextUrl.pathname, getConfig());
  if (route.kind === "missing") return leaveToRouter(request, site);
  if (!readingMethods.includes(request.method)) return refuseMethod();
  if (request.method === "GET") await noteRead(request, site, route);
  return answer(asked, route);
}

/** Decides on a site with readers. Where all of these sign in, others are led there from every address but the open ones. */
async function decideForReader(asked: Asked, access: Access): Promise<NextResponse> {
  const { request, site } = asked;
  const { pathname: path } = request.nextUrl;
  if (path === "/sign-in") return asPage(request, site, "/~/sign-in");
  const isClosed = access.readers === "signed-in" && site.audience?.isSignedIn === false;
  if (!isClosed || isOpen(routePath(site, path, getConfig()), path)) return decide(asked);
  if (!readingMethods.includes(request.method)) return decide(asked);
  return wantsPage(request) ? toSignIn(request) : refuseReader();
}

/** Returns true for what a closed site shows to all: open pages and files, public files, and pages of the service. */
function isOpen(route: Route, path: string): boolean {
  if (route.kind === "engine-page") return path !== "/api-changes";
  if (route.kind === "text") return !/^\/api\/text\/llms/.test(route.to);
  if (route.kind === "missing") return findEngineAnswer(path) !== undefined || isPublicFile(path);
  return route.kind === "page" || route.kind === "file";
}

function isPublicFile(path: string): boolean {
  const name = decodeText(path);
  if (name === undefined || name.includes("\0")) return false;
  const root = join(/* turbopackIgnore: true */ process.cwd(), "public");
  const file = join(/* turbopackIgnore: true */ root, name);
  return file.startsWith(`${root}/`) && isFileOrBuilt(file);
}

/** Returns true for a request that a page answers, and not a text or a file. */
function wantsPage({ nextUrl, headers }: NextRequest): boolean {
  const accept = headers.get("accept");
  return !/\.[a-z0-9]{1,5}$/i.test(nextUrl.pathname) && !prefersMarkdown(accept) && !/^application\/json/i.test(accept ?? "");
}

function toSignIn(request: NextRequest): NextResponse {
  const url = ownUrl(request, "/sign-in");
  const { pathname, searchParams } = request.nextUrl;
  const query = new URLSearchParams(searchParams);
  query.delete("_rsc");
  url.search = new URLSearchParams({ next: query.size > 0 ? `${pathname}?${query}` : pathname }).toString();
  return NextResponse.redirect(url, 307);
}

/** Answers while prerendered pages may show what is closed since. */
function refuseForNow(): NextResponse {
  return new NextResponse("The pages are being renewed. Try again in a few seconds.\n", {
    status: 503,
    headers: { "Retry-After": "5" },
  });
}

function refuseReader(): NextResponse {
  const text = "Sign in, or send a key: Authorization: Bearer <key>.\n";
  return new NextResponse(text, { status: 401, headers: { "WWW-Authenticate": "Bearer", "Content-Type": "text/plain" } });
}

/** Returns the audience of a signed-in reader, or of a program with a key; undefined for everyone else. */
async function findAudience(headers: Headers): Promise<Audience | undefined> {
  if (headers.has("authorization")) {
    const { findKeyAudience } = await import("../lib/auth/auth.ts");
    const audience = await findKeyAudience(headers, findClientAddress(headers));
    if (audience) return audience;
  }
  const { findReader } = await import("../lib/access/reader.ts");
  const reader = await findReader(headers);
  return reader && { isSignedIn: true, groups: reader.groups };
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
  const isOfContent = first === undefined || first === "docs" || first === INSIDE || second === INSIDE;
  const response = isOfContent
    ? NextResponse.rewrite(ownUrl(request, MISSING_PATH), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  return withPolicy(response, policiesOf(site).page);
}

async function answer({ request, site, isReader }: Asked, route: Exclude<Route, { kind: "missing" }>): Promise<NextResponse> {
  if (route.kind === "redirect") return NextResponse.redirect(targetOf(request, route.to), route.permanent ? 308 : 307);
  if (route.kind === "text") return asFile(request, route.to);
  if (route.kind === "file") return asFile(request, `/api/content/${toUrlPath(route.name)}`);
  if (route.kind === "page" && prefersMarkdown(request.headers.get("accept"))) return asMarkdown(request, route.found);
  if (route.kind === "engine-page") {
    if (isReader && request.nextUrl.pathname === "/api-changes")
      return asPage(request, site, `/~/${site.project.defaultLanguage}/api-changes`);
    const isFrame = matchesRoute("/embed/[[...language]]", request.nextUrl.pathname);
    return withPolicy(NextResponse.next(), policiesOf(site)[isFrame ? "frame" : "page"]);
  }
  const toInside = (path: string) => (isReader ? toReaderRoute(site, path) : path);
  if (route.kind === "landing") return asPage(request, site, toInside(landingRoute(site.project, route.language)));
  const { page } = route.found;
  const response = asPage(request, site, toInside(routeOf(site.project, route.found)));
  const markdown = markdownPath(page.path);
  response.headers.append("Link", `<${findAddress(markdown) ?? withBasePath(markdown)}>; rel="alternate"; type="text/markdown"`);
  return response;
}

function toUrlPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** Returns the path at which the router has the page of a signed-in reader: `/es/~/docs` is `/~/es/docs`, and `/docs` `/~/en/docs`. */
function toReaderRoute({ project }: Site, inside: string): string {
  const [, language = project.defaultLanguage, rest = inside] = /^\/([^/]+)\/~(.*)$/s.exec(inside) ?? [];
  return `/~/${language}${rest === "/" ? "" : rest}`;
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
