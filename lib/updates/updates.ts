/*
 * Updates of a project: they read its content and description again, check them and publish a new generation.
 * A trigger comes in; a status id comes out immediately, and the work continues as a job of the store, with a lease and retries.
 * Start at `triggerUpdate`. `jobs.ts` has the states of a job, `worker.ts` takes them, `pipeline.ts` does the work.
 */

import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import { getDatabase } from "../db/db.ts";
import { ApiChanges } from "../openapi/document/compare.ts";
import { ServiceError } from "../service-error.ts";
import { catchUp } from "../site/made/follow.ts";
import { Changes, type Job } from "./job.ts";
import { countWaitingJobs, enqueueJob, findJob, findWaitingJob, reclaimJobs } from "./jobs.ts";
import { endAwaitedUpdates, lineOf } from "./worker.ts";

export { runWaitingJobs, wakeWorker } from "./worker.ts";

/** Returns the project that an update names. @throws ServiceError `not_found`. */
function requireProject(projectId: string): Project {
  const project = getConfig().projects.find(({ id }) => id === projectId);
  if (!project) throw new ServiceError("not_found", `There is no project "${projectId}" here; its id is in docent.config.ts.`);
  return project;
}

/** Returns the statusId of the update that waits for its turn, which another trigger now would only repeat. */
async function findWaitingUpdate(projectId: string): Promise<string | undefined> {
  return (await findWaitingJob(await getDatabase(), await lineOf(requireProject(projectId))))?.id;
}

/** Queues an update of a project and returns its statusId, or that of the update that waits already. */
export async function triggerUpdate(projectId: string): Promise<string> {
  return (await queueUpdate(projectId)).id;
}

/** Queues an update of a project, or finds the one that waits already. */
export async function queueUpdate(projectId: string): Promise<{ readonly id: string; readonly created: boolean }> {
  return enqueueJob(await getDatabase(), await lineOf(requireProject(projectId)), Date.now());
}

/** A trigger that may run now. Lets the next one run when it is disposed of. */
interface TriggerTurn extends Disposable {
  /** The statusId of the update that waits already. */
  readonly waiting: string | undefined;
}

const turns = new Map<string, Promise<void>>();

/** Waits until no other trigger of the project is between its look at what waits and its own update. */
export async function takeTurn(projectId: string): Promise<TriggerTurn> {
  const before = turns.get(projectId);
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const turn = (before ?? Promise.resolve()).then(() => promise);
  turns.set(projectId, turn);
  const dispose = () => {
    end();
    if (turns.get(projectId) === turn) turns.delete(projectId);
  };
  await before;
  try {
    return { waiting: await findWaitingUpdate(projectId), [Symbol.dispose]: dispose };
  } catch (cause) {
    dispose();
    throw cause;
  }
}

/**
 * Returns the status of an update. Also decides on updates whose process fell silent and on those that wait for a
 * deployment, so that every one ends while its status is polled. Where it is a success, this process serves what it published,
 * whichever instance made it. @throws ServiceError `not_found`.
 */
export async function readUpdate(statusId: string): Promise<UpdateStatus> {
  const database = await getDatabase();
  await reclaimJobs(database, Date.now());
  await endAwaitedUpdates();
  const job = await findJob(database, statusId);
  if (!job) throw new ServiceError("not_found", "There is no update with this statusId here.");
  if (job.status === "success") await catchUp();
  // A project may have left the configuration since; then its id is all that is known.
  const domain = getConfig().projects.find(({ id }) => id === job.project)?.domain ?? job.project;
  return toUpdateStatus(job, domain);
}

/** Returns the number of updates, of all projects and instances, that wait for their turn. */
export async function countWaitingUpdates(): Promise<number> {
  return countWaitingJobs(await getDatabase());
}

/** Answer to a trigger. */
export const UpdateAccepted = z.object({
  statusId: z.string().describe("Identifies the update; read its state at GET /v1/project/update-status/{statusId}."),
});
export type UpdateAccepted = z.infer<typeof UpdateAccepted>;

const time = z.iso.datetime();

/** State of one update. */
export const UpdateStatus = z.object({
  _id: z.string().describe("The same as statusId, for scripts that read this name."),
  statusId: z.string(),
  projectId: z.string(),
  domain: z.string(),
  subdomain: z.string().describe("The same as domain, for scripts that read this name."),
  status: z
    .enum(["queued", "in_progress", "success", "failure"])
    .describe("queued → in_progress → success or failure. An update whose process stopped goes back to queued once."),
  createdAt: time,
  startedAt: time.nullable().describe("When work on it began; null while it waits."),
  endedAt: time.nullable().describe("When it ended; null until then."),
  summary: z.string().describe("The state in one sentence."),
  logs: z.array(z.string()).describe("What was done so far, in order."),
  changes: Changes.describe("Paths of the pages that the update added, modified and removed."),
  apiChanges: ApiChanges.optional().describe(
    "Differences of the API description to the one before. Absent when there was none before, as for the first one of a site.",
  ),
  error: z.string().optional().describe("Only for a failure: what was wrong and where."),
});
export type UpdateStatus = z.infer<typeof UpdateStatus>;

const waitingWords = { queued: "Waiting for its turn.", in_progress: "Working.", success: "Done.", failure: "Failed." };

/** Returns the wire form of a job. */
export function toUpdateStatus(job: Job, domain: string): UpdateStatus {
  const { api, ...pages } = job.changes ?? { added: [], modified: [], removed: [] };
  return {
    _id: job.id,
    statusId: job.id,
    projectId: job.project,
    domain,
    subdomain: domain,
    status: job.status,
    createdAt: toTime(job.createdAt),
    startedAt: job.startedAt === null ? null : toTime(job.startedAt),
    endedAt: job.endedAt === null ? null : toTime(job.endedAt),
    summary: job.summary ?? waitingWords[job.status],
    logs: [...job.logs],
    changes: pages,
    ...(api && { apiChanges: api }),
    ...(job.error !== null && { error: job.error }),
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
