import { findPageAt } from "@/lib/content/site/site.ts";
import { check, readJson } from "@/lib/http/body.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";
import { requireOwnPage } from "@/lib/http/owner-endpoint.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { recordOpenedResult } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { OpenedResult } from "@/lib/insights/requests.ts";
import { keepRecords } from "../../keep-records.ts";
import { siteOfReader } from "../../reader.ts";

const bounds = { maxBytes: 8_192, timeoutMs: 5_000 };

/** A beacon of the search box: the result that was opened. */
const opened = publicEndpoint(async (context) => {
  const { request } = context;
  await enforcePublicLimit(context, "beacon");
  requireOwnPage(request);
  const { query, page, language, version } = check(OpenedResult, await readJson(request, bounds));
  const site = await siteOfReader(request.headers);
  const { project } = site;
  const visit = visitOf(request, { address: context.addressBlock, project, language, version }, { kind: "site" });
  if (visit && (!site.audience || findPageAt(site, page))) recordOpenedResult(visit, { query, page });
  keepRecords();
  return new Response(null, { status: 204 });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: opened });
