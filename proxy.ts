import { type NextRequest, NextResponse } from "next/server";
import { askedPathHeader } from "@/components/reading/asked-path.ts";
import { contentSecurityPolicy } from "@/components/reading/content-security.ts";
import { type Route, routePath } from "@/components/reading/routing.ts";
import { getConfig, getEnvironment, getMainProject } from "@/lib/config/config.ts";
import { currentSite } from "@/lib/content/live.ts";
import { findPage, type Site } from "@/lib/content/site.ts";
import { whenReady } from "@/lib/freshness/freshness.ts";
import { isPublicFile } from "@/lib/freshness/public-files.ts";

export const config = {
  // Everything but Next's own files and the endpoints.
  matcher: ["/((?!_next/|v1(?:/|$)|v2(?:/|$)|api/).*)"],
};

/** Sends every path where it belongs; pages that do not exist never reach the router, which would keep an entry for each. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  await whenReady();
  const site = await currentSite(getMainProject().domain);
  const path = request.nextUrl.pathname;
  const route = routePath(site, path, getConfig().redirects);
  if (route.kind === "missing" && (await isPublicFile(path))) return NextResponse.next();
  return respond(request, site, route);
}

function respond(request: NextRequest, site: Site, route: Route): NextResponse {
  if (route.kind === "redirect") return NextResponse.redirect(targetOf(request, route.to), route.permanent ? 308 : 307);
  if (route.kind === "text") return NextResponse.rewrite(ownUrl(request, route.to));
  if (route.kind === "missing") return withPolicy(missing(request), site);
  const found = route.address.kind === "docs" ? findPage(site, route.address.place) : undefined;
  return withPolicy(NextResponse.next(), site, found);
}

/** No route has this path, so the answer is app/global-not-found.tsx: status 404, full HTML, nothing stored. */
function missing(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(askedPathHeader, encodeURI(request.nextUrl.pathname));
  return NextResponse.rewrite(ownUrl(request, "/api/missing/page"), { request: { headers } });
}

function withPolicy(response: NextResponse, site: Site, found?: ReturnType<typeof findPage>): NextResponse {
  const policy = contentSecurityPolicy({
    config: getConfig(),
    site,
    page: found?.page,
    development: getEnvironment().development,
  });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function ownUrl(request: NextRequest, path: string): URL {
  const url = request.nextUrl.clone();
  url.pathname = path;
  return url;
}

/**
 * Where a redirect leads: the request's query goes along, but for what the target's own names. A target that begins with
 * a slash stays on this host, whatever follows.
 */
function targetOf(request: NextRequest, to: string): URL {
  const [, path = "/", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? [];
  const url = path.startsWith("/") ? ownUrl(request, path) : new URL(path);
  const asked = request.nextUrl.searchParams;
  const own = new URLSearchParams(query);
  url.search = new URLSearchParams([...own, ...[...asked].filter(([name]) => !own.has(name))]).toString();
  url.hash = hash;
  return url;
}
