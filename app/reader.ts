import { headers as requestHeaders } from "next/headers";
import { audienceOf } from "@/lib/auth/auth.ts";
import { getAccess } from "@/lib/config/config.ts";
import type { Audience, Site } from "@/lib/content/site/site.ts";
import { identifyCaller } from "@/lib/http/http.ts";
import type { RequestContext } from "@/lib/http/request-context.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { publicAudience, publicSite, siteFor } from "@/lib/site/served/reader-site.ts";

/** Returns the audience of the reader whose browser sent these headers. Nothing of a session is loaded where everyone reads everything. */
export async function audienceOfReader(headers: Headers): Promise<Audience> {
  if (!getAccess()) return publicAudience();
  const { findReader } = await import("@/lib/access/reader.ts");
  const reader = await findReader(headers);
  return reader ? { isSignedIn: true, groups: reader.groups } : publicAudience();
}

/** Returns the site of the reader whose browser sent these headers. */
export async function siteOfReader(headers: Headers): Promise<Site> {
  return siteFor(await audienceOfReader(headers));
}

/** Returns the site of the reader of the page that is being rendered. */
export async function siteOfPage(): Promise<Site> {
  return siteOfReader(await requestHeaders());
}

/**
 * Returns the site of a request for a text or a file: of its key, where a program sends one, else of its reader.
 * @throws ServiceError for a key that is not valid.
 */
export async function siteOfRequest(context: RequestContext): Promise<Site> {
  const { headers } = context.request;
  if (!getAccess()) return publicSite();
  // A proxy may pass on what it asked a reader for itself.
  if (!/^Bearer /i.test(headers.get("authorization") ?? "")) return siteOfReader(headers);
  return siteFor(audienceOf(await identifyCaller(context, "assistant")));
}

/**
 * Returns the refusal of a request for what there is not: on a site for signed-in readers alone, others learn no more than to sign in.
 */
export function nothingHere(site: Site, message: string): ServiceError {
  if (site.audience?.isSignedIn !== false || getAccess()?.readers !== "signed-in") return new ServiceError("not_found", message);
  return new ServiceError("unauthenticated", "Sign in, or send a key: Authorization: Bearer <key>.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
