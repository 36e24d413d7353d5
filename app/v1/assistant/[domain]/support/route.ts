import { requireWebhook, SupportRequest, sendToSupport } from "@/lib/assistant/support/support.ts";
import { readAnswered } from "@/lib/assistant/threads/threads.ts";
import { audienceOf, type Caller } from "@/lib/auth/auth.ts";
import { getConfig, type Project } from "@/lib/config/config.ts";
import { findPageAt } from "@/lib/content/site/site.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { recordSupport } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { siteFor } from "@/lib/site/served/reader-site.ts";
import { keepRecords } from "../../../../keep-records.ts";
import { requireAssistant } from "../../turn.ts";

/** Hands a question whose answer did not help over to the owner's support. */
const support = endpoint(
  {
    scope: "assistant",
    body: SupportRequest,
    open: async ({ body: { fp, threadId, messageId }, project, caller }) => {
      requireAssistant();
      requireWebhook();
      const own = caller.kind === "site" ? caller.fp : (fp ?? undefined);
      if ((fp ?? own) !== own) throw new ServiceError("not_found", "There is no such thread of this fp.");
      return readAnswered({ domain: project.domain, fp: own }, { threadId, messageId });
    },
    counts: "support",
  },
  async ({ opened: answered, body: { threadId, messageId, email, page: path }, project, caller, request, addressBlock }) => {
    const page = path ? await findAddress(path, project, caller) : undefined;
    await sendToSupport({ domain: project.domain, threadId, messageId, answered, page, email: email ?? undefined });
    const visit = visitOf(request, { address: addressBlock, project }, caller);
    if (visit) recordSupport(visit);
    keepRecords();
    return new Response(null, { status: 204 });
  },
);

/** Returns the address of a page that the caller may read; undefined for any other path. */
async function findAddress(path: string, { domain, siteUrl }: Project, caller: Caller): Promise<string | undefined> {
  const page = findPageAt(await siteFor(audienceOf(caller), domain), path)?.page;
  return page && `${siteUrl}${getConfig().basePath}${page.path}`;
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: support });
