import { endpoint, methods } from "@/lib/http/http.ts";
import { readUpdate } from "@/lib/updates/updates.ts";
import { workOnUpdates } from "../../work-on-updates.ts";

/** Returns the status of an update. It also starts a queued one where no process polls the queue. */
const read = endpoint({ scope: "admin", params: ["statusId"], counts: "request" }, async ({ params }) => {
  const state = await readUpdate(params.statusId);
  if (state.status === "queued") workOnUpdates();
  return Response.json(state, { headers: { "cache-control": "no-store" } });
});

/** Seconds that Vercel gives an update, which continues after the response. */
export const maxDuration = 300;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: read });
