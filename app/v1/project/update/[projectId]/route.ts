import { endpoint, methods } from "@/lib/http/http.ts";
import { findWaitingUpdate, triggerUpdate, type UpdateAccepted } from "@/lib/updates/updates.ts";
import { workOnUpdates } from "../../work-on-updates.ts";

/** SPEC 3: starts an update. While one waits already, its statusId is the answer, and nothing is charged. */
const trigger = endpoint(
  {
    scope: "admin",
    params: ["projectId"],
    open: ({ project }) => findWaitingUpdate(project.id),
    counts: ({ opened }) => (opened ? "nothing" : "update"),
  },
  async ({ project, opened }) => {
    const statusId = opened ?? (await triggerUpdate(project.id));
    workOnUpdates();
    return Response.json({ statusId } satisfies UpdateAccepted, { status: 202 });
  },
);

/** Seconds that Vercel gives an update, which continues after the response. */
export const maxDuration = 300;
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: trigger });
