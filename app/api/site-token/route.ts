import { createSiteToken, SiteGrant } from "@/lib/auth/site-token.ts";
import { readJson } from "@/lib/http/body.ts";
import { isOnKnownHost, isSameOrigin } from "@/lib/http/cors.ts";
import { check } from "@/lib/http/field-errors.ts";
import { findProject, publicEndpoint } from "@/lib/http/http.ts";
import { methods } from "@/lib/http/methods.ts";
import { enforceAddressLimit } from "@/lib/http/rate-limit.ts";
import { ServiceError } from "@/lib/service-error.ts";

const bounds = { maxBytes: 4_096, timeoutMs: 10_000 };

/** A token for the site's own pages. What keeps others out is their browser; a script is held by the address window alone. */
const siteToken = publicEndpoint(async (context) => {
  await enforceAddressLimit(context);
  if (!isSameOrigin(context.request))
    throw new ServiceError("forbidden", "Only the site's own pages get a site token; from elsewhere use an assistant key.");
  if (!isOnKnownHost(context.request))
    throw new ServiceError("forbidden", "Site tokens are given on the site's own host only; set SITE_URL to this one.");
  const grant = check(SiteGrant, await readJson(context.request, bounds));
  findProject(grant);
  const { token, expiresAt } = await createSiteToken(grant);
  return Response.json({ token, expiresAt: expiresAt.toISOString() }, { headers: { "Cache-Control": "no-store" } });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: siteToken });
