import { deleteThread, readThread, type ThreadMessages, ThreadQuery } from "@/lib/assistant/threads/threads.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { flushInsights } from "@/lib/insights/insights.ts";

/** The messages of one thread. */
const read = endpoint(
  { scope: "admin", params: ["domain", "threadId"], query: ThreadQuery, counts: "request" },
  async ({ query, params, project }) => {
    const { threadId, fp, items, nextCursor } = await readThread(project.domain, params.threadId, query.cursor);
    return Response.json({ threadId, fp, messages: [...items], nextCursor } satisfies ThreadMessages);
  },
);

/** Deletes one thread. */
const remove = endpoint({ scope: "admin", params: ["domain", "threadId"], counts: "request" }, async ({ params, project }) => {
  // Insights that still wait to be stored may be about this thread: they must not come after its deletion.
  await flushInsights();
  await deleteThread(project.domain, params.threadId);
  return new Response(null, { status: 204 });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: read, DELETE: remove });
