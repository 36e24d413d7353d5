import { endpoint, methods } from "@/lib/http/http.ts";
import { queueUpdate, takeTurn, type UpdateAccepted } from "@/lib/updates/updates.ts";
import { workOnUpdates } from "../../work-on-updates.ts";

/** SPEC 3: starts an update. While one waits already, its statusId is the answer, and nothing is charged. */
const trigger = endpoint(
  {
    scope: "admin",
    params: ["projectId"],
    open: ({ project }) => takeTurn(project.id),
    counts: ({ opened }) => (opened.waiting ? "nothing" : "update"),
  },
  async ({ project, opened, giveBack }) => {
    using turn = opened;
    const { id: statusId, created } = turn.waiting ? { id: turn.waiting } : await queueUpdate(project.id);
    // Another instance was faster.
    if (created === false) await giveBack();
    workOnUpdates();
    return Response.json({ statusId } satisfies UpdateAccepted, { status: 202 });
  },
);

/** Seconds that Vercel gives an update, which continues after the response. */
export const maxDuration = 300;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: trigger });
