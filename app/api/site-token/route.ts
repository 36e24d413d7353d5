import { takesSupportRequests } from "@/lib/assistant/support/support.ts";
import { createSiteToken, SiteGrant } from "@/lib/auth/session.ts";
import { getAccess } from "@/lib/config/config.ts";
import { check, readJson } from "@/lib/http/body.ts";
import { findProject, methods, publicEndpoint } from "@/lib/http/http.ts";
import { enforceAddressLimit } from "@/lib/http/rate-limit.ts";
import { isSameOrigin } from "@/lib/http/request-context.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { noteReaderAddress, noteRefusedPage } from "@/lib/site/stored/problems.ts";

const REFUSAL =
  "Only the site's own pages get a site token; from elsewhere use an assistant key. Where this is the site's own page, a proxy " +
  "passes another Host on: set SITE_URL to the address that readers open, or let the proxy keep Host.";
const bounds = { maxBytes: 4_096, timeoutMs: 10_000 };

/** A token for the site's own pages. Browsers keep other sites out; scripts are limited by address alone. */
const siteToken = publicEndpoint(async (context) => {
  await enforceAddressLimit(context);
  const { headers } = context.request;
  if (!isSameOrigin(context.request)) {
    if (!headers.has("sec-fetch-site")) noteRefusedPage({ origin: headers.get("origin") });
    throw new ServiceError("forbidden", REFUSAL);
  }
  const grant = check(SiteGrant, await readJson(context.request, bounds));
  findProject(grant);
  noteReaderAddress(headers.get("origin"));
  const reader = getAccess() && (await (await import("@/lib/access/reader.ts")).findReader(headers));
  const { token, expiresAt } = await createSiteToken({ ...grant, reader });
  const support = takesSupportRequests();
  return Response.json({ token, expiresAt: expiresAt.toISOString(), support }, { headers: { "Cache-Control": "no-store" } });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: siteToken });
