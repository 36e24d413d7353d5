import { deleteThreadsOf, listThreads, listWholeThreads, ReaderQuery, ThreadsQuery } from "@/lib/assistant/threads/threads.ts";
import { endpoint, methods } from "@/lib/http/http.ts";
import { flushInsights } from "@/lib/insights/insights.ts";

/** Lists threads, of one reader or of all. */
const list = endpoint({ scope: "admin", query: ThreadsQuery, counts: "request" }, async ({ query, project }) => {
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const scope = { domain: project.domain, fp: query.fp, since };
  const read = query.include === "messages" ? listWholeThreads : listThreads;
  const { items, nextCursor } = await read(scope, query.cursor);
  return Response.json({ threads: items, nextCursor });
});

/** Deletes all that is stored of one reader. */
const remove = endpoint({ scope: "admin", query: ReaderQuery, counts: "request" }, async ({ query, project }) => {
  // Records that are not stored yet may belong to these threads.
  await flushInsights();
  await deleteThreadsOf({ domain: project.domain, fp: query.fp });
  return new Response(null, { status: 204 });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: list, DELETE: remove });
