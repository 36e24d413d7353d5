/*
 * Updates of a project: they read its content and description again, check them and publish a new generation.
 * A trigger comes in; a status id comes out at once, and the work goes on as a job of the store, with a lease and retries.
 * Start at `triggerUpdate`. `jobs.ts` has the states of a job, `worker.ts` takes them, `pipeline.ts` does the work.
 */

import { getConfig, type Project } from "../config/config.ts";
import { getDatabase } from "../db/db.ts";
import { ServiceError } from "../service-error.ts";
import { catchUp } from "../site/follow.ts";
import { countWaitingJobs, enqueueJob, findJob, findWaitingJob, reclaimJobs } from "./jobs.ts";
import { toUpdateStatus, type UpdateStatus } from "./status.ts";
import { endAwaitedUpdates, lineOf } from "./worker.ts";

export { runWaitingJobs, wakeWorker } from "./worker.ts";

/** Returns the project that an update names. @throws ServiceError `not_found`. */
function requireProject(projectId: string): Project {
  const project = getConfig().projects.find(({ id }) => id === projectId);
  if (!project) throw new ServiceError("not_found", `There is no project "${projectId}" here; its id is in docent.config.ts.`);
  return project;
}

/** Returns the statusId of the update that waits for its turn, which another trigger now would only repeat. */
export async function findWaitingUpdate(projectId: string): Promise<string | undefined> {
  return (await findWaitingJob(await getDatabase(), await lineOf(requireProject(projectId))))?.id;
}

/** Queues an update of a project and returns its statusId, or that of the update that waits already. */
export async function triggerUpdate(projectId: string): Promise<string> {
  const { id } = await enqueueJob(await getDatabase(), await lineOf(requireProject(projectId)), Date.now());
  return id;
}

/**
 * Returns the status of an update. Also decides on updates whose process fell silent and on those that wait for a
 * deployment, so that every one ends while somebody asks. Where it is a success, this process serves what it published,
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
