import { getConfig } from "@/lib/config/config.ts";
import { findPageAt } from "@/lib/content/site/site.ts";
import { check, readJson } from "@/lib/http/body.ts";
import { methods, publicEndpoint } from "@/lib/http/http.ts";
import { requireOwnPage } from "@/lib/http/owner-endpoint.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { recordPageFeedback } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { PageFeedbackRequest } from "@/lib/insights/requests.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { keepRecords } from "../../keep-records.ts";
import { siteOfReader } from "../../reader.ts";

const bounds = { maxBytes: 8_192, timeoutMs: 5_000 };

/** "Was this page helpful?": stores a reader's opinion of a page without anything that identifies the reader. */
const feedback = publicEndpoint(async (context) => {
  const { request } = context;
  await enforcePublicLimit(context, "feedback");
  const { pageFeedback, insights } = getConfig();
  if (!pageFeedback.enabled || !insights.enabled)
    throw new ServiceError("not_found", "Page feedback is switched off on this site.");
  requireOwnPage(request);
  const { page: path, rating, reason, text, comment } = check(PageFeedbackRequest, await readJson(request, bounds));
  const site = await siteOfReader(request.headers);
  const page = findPageAt(site, path)?.page;
  if (!page) throw new ServiceError("not_found", "There is no page at this path.");
  // A deliberate answer, so it also counts for readers who ask not to be tracked.
  const headers = new Headers({ "user-agent": request.headers.get("user-agent") ?? "" });
  const visit = visitOf({ headers }, { address: context.addressBlock, project: site.project, ...page }, { kind: "site" });
  if (visit)
    recordPageFeedback(visit, { page: page.path, rating, reason: reason ?? undefined, text: text ?? undefined, comment });
  keepRecords();
  return new Response(null, { status: 204 });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: feedback });
