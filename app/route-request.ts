import { type NextFetchEvent, type NextRequest, NextResponse } from "next/server.js";
import { contentSecurityPolicy } from "../components/docs/content-security.ts";
import { requestedPathHeader } from "../components/docs/requested-path.ts";
import { type Route, routePath } from "../components/docs/routing.ts";
import { absoluteUrl } from "../components/docs/site-url.ts";
import { getConfig, getEnvironment, getMainProject } from "../lib/config/config.ts";
import type { Page } from "../lib/content/model/page.ts";
import { localeOfPath, markdownPath, routePathOf, toNamedPath, withoutBasePath } from "../lib/content/model/urls.ts";
import type { Site } from "../lib/content/site/site.ts";
import { prefersMarkdown } from "../lib/http/accept.ts";
import { flushInsights, recordMissing } from "../lib/insights/insights.ts";
import { visitOf } from "../lib/insights/visit.ts";
import { latestSite } from "../lib/site/follow.ts";
import { findOwnPath } from "../lib/site/own-paths.ts";
import { INTERNAL_SECRET_HEADER, isInternalSecret, whenRevalidated } from "../lib/site/revalidate.ts";
import { keptMissing, MISSING_PATH } from "./kept-missing.ts";

/** Sends every path where it belongs; pages that do not exist never reach the router, which would keep an entry for each. */
export async function routeRequest(request: NextRequest, event?: Pick<NextFetchEvent, "waitUntil">): Promise<NextResponse> {
  const path = request.nextUrl.pathname;
  if (path === MISSING_PATH && isInternalSecret(request.headers.get(INTERNAL_SECRET_HEADER))) return NextResponse.next();
  // Not a route of its own: where metrics are off, content may have a page of this name.
  if (path === "/metrics" && getEnvironment().metrics === "on") return NextResponse.rewrite(ownUrl(request, "/api/metrics"));
  const own = await findOwnPath(path);
  if (!readingMethods.includes(request.method)) return own === "handler" ? NextResponse.next() : refuseMethod();
  await whenRevalidated();
  const site = await latestSite(getMainProject().domain);
  const route = routePath(site, path, { redirects: getConfig().redirects, own });
  if (route.kind === "missing") noteMissing(request, site, { path, event });
  return respond(request, site, route);
}

const readingMethods = ["GET", "HEAD"];

/** Pages are read and nothing else: a body sent to one would be kept in memory, and might name a server action. */
function refuseMethod(): NextResponse {
  return new NextResponse("Pages answer GET and HEAD alone.\n", { status: 405, headers: { Allow: readingMethods.join(", ") } });
}

async function respond(request: NextRequest, site: Site, route: Route): Promise<NextResponse> {
  if (route.kind === "redirect") return NextResponse.redirect(targetOf(request, route.to), route.permanent ? 308 : 307);
  if (route.kind === "text") return NextResponse.rewrite(ownUrl(request, route.to));
  if (route.kind === "file") return NextResponse.rewrite(ownUrl(request, `/api/content/${toUrlPath(route.name)}`));
  if (route.kind === "page" && prefersMarkdown(request.headers.get("accept"))) return asMarkdown(request, route.found.page);
  if (route.kind === "missing") return withPolicy(await missing(request, site), site);
  if (route.kind === "own" && route.answers === "handler") return NextResponse.next();
  if (route.kind !== "page") return withPolicy(NextResponse.next(), site);
  const { page, path } = route.found;
  const inside = routePathOf(site.project, { path, language: page.language });
  const response = inside === request.nextUrl.pathname ? NextResponse.next() : NextResponse.rewrite(ownUrl(request, inside));
  return withAlternate(withPolicy(response, site, page), page);
}

function toUrlPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** The same page in its other form, from the same address. */
function asMarkdown(request: NextRequest, page: Page): NextResponse {
  const response = NextResponse.rewrite(ownUrl(request, `/api/text/page${toNamedPath(page.path)}`));
  response.headers.set("Vary", "Accept");
  return response;
}

/** Says where the Markdown form is, and that `Accept` chooses between the forms. */
function withAlternate(response: NextResponse, page: Page): NextResponse {
  response.headers.append("Link", `<${absoluteUrl(markdownPath(page.path))}>; rel="alternate"; type="text/markdown"`);
  response.headers.append("Vary", "Accept");
  return response;
}

interface Missing {
  readonly path: string;
  readonly event: Pick<NextFetchEvent, "waitUntil"> | undefined;
}

/** Remembers an address that leads nowhere, with the page of this site or the host that led there. */
function noteMissing(request: NextRequest, { project }: Site, { path, event }: Missing): void {
  const visit = visitOf(request, { project, ...localeOfPath(project, path) });
  if (!visit || request.headers.has("rsc")) return;
  recordMissing(visit, { path, from: referrerOf(request) });
  if (getEnvironment().onVercel) event?.waitUntil(flushInsights());
}

function referrerOf({ headers, nextUrl }: NextRequest): string {
  const referrer = URL.parse(headers.get("referer") ?? "");
  if (!referrer) return "";
  const isOwn = referrer.host === headers.get("host") || referrer.host === new URL(getMainProject().siteUrl).host;
  return isOwn ? withoutBasePath(nextUrl.basePath, referrer.pathname) : referrer.host;
}

async function missing(request: NextRequest, site: Site): Promise<NextResponse> {
  const path = encodeURI(request.nextUrl.pathname);
  const kept = await keptMissing(site, path);
  if (kept) return new NextResponse(kept.body, kept);
  const headers = new Headers(request.headers);
  headers.set(requestedPathHeader, path);
  return NextResponse.rewrite(ownUrl(request, MISSING_PATH), { request: { headers } });
}

function withPolicy(response: NextResponse, site: Site, page?: Page): NextResponse {
  const policy = contentSecurityPolicy({
    config: getConfig(),
    site,
    page,
    development: getEnvironment().development,
  });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/**
 * An address of this server. Of the host that the server listens on, which `nextUrl` calls localhost where it is 127.0.0.1: to
 * Next that is another server, which it asks over HTTP, so that each page is answered twice and some are not found.
 */
function ownUrl({ url: asked, nextUrl }: NextRequest, path: string): URL {
  const url = new URL(asked);
  url.pathname = nextUrl.basePath + path;
  return url;
}

/**
 * Where a redirect leads: the request's query goes along, but for what the target's own names. A target that begins with
 * a slash stays on this host, whatever follows.
 */
function targetOf(request: NextRequest, to: string): URL {
  const [, path = "/", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? [];
  // Two slashes would name another host: answers hold the address without this one.
  const url = /^[/\\]/.test(path) ? ownUrl(request, path.replace(/^[/\\]+/, "/")) : new URL(path);
  const asked = new URLSearchParams(request.nextUrl.searchParams);
  // The router's own, with which it asks for the data of a page.
  asked.delete("_rsc");
  const own = new URLSearchParams(query);
  url.search = new URLSearchParams([...own, ...[...asked].filter(([name]) => !own.has(name))]).toString();
  url.hash = hash;
  return url;
}
