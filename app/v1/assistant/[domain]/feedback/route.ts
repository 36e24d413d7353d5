import { FeedbackRequest } from "@/lib/assistant/thread-requests.ts";
import { saveFeedback } from "@/lib/assistant/threads.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { methods } from "@/lib/http/methods.ts";
import { requireAssistant } from "../../turn.ts";

/** What a reader thinks of an answer. */
const feedback = endpoint(
  { scope: "assistant", body: FeedbackRequest, open: async () => requireAssistant(), counts: "request" },
  async ({ body, project, caller }) => {
    const fp = caller.kind === "site" ? caller.fp : undefined;
    await saveFeedback({ domain: project.domain, fp }, { ...body, reason: body.reason ?? undefined });
    return new Response(null, { status: 204 });
  },
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: feedback });
