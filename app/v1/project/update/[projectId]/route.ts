import { revalidatePath } from "next/cache";
import { after } from "next/server";
import { getEnvironment } from "@/lib/config/config.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { methods } from "@/lib/http/methods.ts";
import type { UpdateAccepted } from "@/lib/updates/status.ts";
import { findWaitingUpdate, kickWorker, triggerUpdate } from "@/lib/updates/updates.ts";

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

/** Starts at once what the process's own loop would find within two seconds. */
function workOnUpdates(): void {
  const work = kickWorker();
  if (!getEnvironment().onVercel) return;
  // A function lives only as long as its request's work; its pages are dropped for all instances from here.
  after(async () => {
    await work;
    revalidatePath("/", "layout");
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: trigger });
