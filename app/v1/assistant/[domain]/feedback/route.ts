import { FeedbackRequest, saveFeedback } from "@/lib/assistant/threads/threads.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { recordAnswerRating } from "@/lib/insights/insights.ts";
import { visitOf } from "@/lib/insights/kinds.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { keepRecords } from "../../../../keep-records.ts";
import { requireAssistant } from "../../turn.ts";

/** A reader's rating of an answer. */
const feedback = endpoint(
  { scope: "assistant", body: FeedbackRequest, open: async () => requireAssistant(), counts: "request" },
  async ({ body: { fp, reason, ...feedback }, project, caller, request, addressBlock }) => {
    const own = caller.kind === "site" ? caller.fp : (fp ?? undefined);
    // The thread is of one reader, so it cannot be of both.
    if ((fp ?? own) !== own) throw new ServiceError("not_found", "There is no such thread of this fp.");
    await saveFeedback({ domain: project.domain, fp: own }, { ...feedback, reason: reason ?? undefined });
    const visit = visitOf(request, { address: addressBlock, project }, caller);
    if (visit) recordAnswerRating(visit, feedback.rating);
    keepRecords();
    return new Response(null, { status: 204 });
  },
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: feedback });
