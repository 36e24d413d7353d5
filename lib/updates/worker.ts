import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { getConfig, getEnvironment, getMainProject, type Project } from "../config/config.ts";
import { getDatabase } from "../db/db.ts";
import { log, toLogFields } from "../log.ts";
import { isDescriptionAddress } from "../openapi/description-file.ts";
import { perProcess } from "../process-state.ts";
import { followStore } from "../site/follow.ts";
import { GIVEN_FOLDER } from "../site/generations.ts";
import { getLive, readLiveDescriptions, runExclusive } from "../site/live.ts";
import { claimJob, deleteOldJobs, enqueueJob, finishDeployedJobs, type JobLine, reclaimJobs } from "./jobs.ts";
import { publishGivenFolders } from "./own-content.ts";
import { runJob } from "./run-job.ts";

const POLL_MS = 2_000;
const JOBS_KEPT_MS = 90 * 24 * 60 * 60_000;

interface Worker {
  /** Names this process on the jobs that it holds. */
  readonly owner: string;
  readonly shutdown: AbortController;
  working: Promise<boolean> | undefined;
  again: boolean;
  stop: (() => Promise<void>) | undefined;
}

const worker = perProcess<Worker>("worker", () => ({
  owner: `${process.pid}-${randomBytes(6).toString("hex")}`,
  shutdown: new AbortController(),
  working: undefined,
  again: false,
  stop: undefined,
}));

/**
 * Works on waiting updates until none is left, one after another; resolves when this process is idle again, with whether
 * one of them has changed what is served. A call while it works makes it look once more before it stops.
 */
export function runWaitingJobs(): Promise<boolean> {
  const state = worker.get();
  state.again = true;
  state.working ??= work(state);
  return state.working;
}

/** Runs a waiting update now, for callers that do not wait for it: a failure is logged, and the next look tries again. */
export async function wakeWorker(): Promise<boolean> {
  try {
    return await runWaitingJobs();
  } catch (cause) {
    log("error", "updates cannot be worked on now; trying again", toLogFields(cause));
    // An update may have changed something before the failure.
    return true;
  }
}

async function work(state: Worker): Promise<boolean> {
  let changed = false;
  try {
    const database = await getDatabase();
    while (state.again && !state.shutdown.signal.aborted) {
      state.again = false;
      await reclaimJobs(database, Date.now());
      const job = await claimJob(database, { owner: state.owner, lines: await listLines() }, Date.now());
      if (!job) continue;
      if (await runJob(database, { job, owner: state.owner }, state.shutdown.signal)) changed = true;
      await deleteOldJobs(database, Date.now() - JOBS_KEPT_MS);
      state.again = true;
    }
    return changed;
  } finally {
    // In the same turn as the last look at `again`, so that no call is lost in between.
    state.working = undefined;
  }
}

/** Returns the line of a project that this process follows, which its jobs are for. A folder that cannot be read is none of a build. */
export async function lineOf(project: Project): Promise<JobLine> {
  const line = await getLive(project).then(
    (live) => live.line,
    () => GIVEN_FOLDER,
  );
  return { project: project.id, line };
}

function listLines(): Promise<JobLine[]> {
  return Promise.all(getConfig().projects.map(lineOf));
}

/**
 * Follows the store's generations and works on waiting updates, every 2 seconds, until the returned function is called: then
 * a job that has not published yet is given back. Started once per process.
 */
export function startWorker(): () => Promise<void> {
  const state = worker.get();
  if (state.stop) return state.stop;
  const stopping = new AbortController();
  // Side by side, so that a long job does not keep this process from what other instances publish.
  const loops = [
    repeat("generations cannot be followed now", createFollower(), stopping.signal),
    repeat("updates cannot be worked on now", workOn, stopping.signal),
  ];
  state.stop = async () => {
    stopping.abort();
    state.shutdown.abort();
    await Promise.all(loops);
    worker.reset();
  };
  return state.stop;
}

/**
 * Returns a function that looks at the store once. The first one that succeeds also publishes what a given folder has now, and asks for descriptions that
 * are still missing.
 */
function createFollower(): (signal: AbortSignal) => Promise<void> {
  let isFirst = true;
  return async (signal) => {
    if (isFirst) await publishGivenFolders(signal);
    await runExclusive(() => followStore());
    if (isFirst) await requestMissingDescriptions();
    isFirst = false;
  };
}

/** Requests an update for each description at an address that neither a build nor an update has fetched. */
async function requestMissingDescriptions(): Promise<void> {
  for (const project of getConfig().projects) {
    const { apiDescription, apiDescriptions } = project;
    const named = Object.keys(apiDescriptions).filter((name) => isDescriptionAddress(apiDescriptions[name]));
    if (!isDescriptionAddress(apiDescription) && named.length === 0) continue;
    const live = await readLiveDescriptions(await getLive(project));
    const hasFirst = !isDescriptionAddress(apiDescription) || live.description !== null;
    if (hasFirst && named.every((name) => live.named?.[name])) continue;
    await enqueueJob(await getDatabase(), await lineOf(project), Date.now());
  }
}

async function workOn(): Promise<void> {
  await endAwaitedUpdates();
  await runWaitingJobs();
}

/**
 * Ends updates that wait for a deploy hook and were triggered before the running build was made: it has what they asked for.
 */
export async function endAwaitedUpdates(): Promise<void> {
  if (!getEnvironment().deployHookUrl) return;
  const { builtAt } = await getLive(getMainProject());
  if (builtAt !== undefined) await finishDeployedJobs(await getDatabase(), { builtAt, now: Date.now() });
}

async function repeat(fault: string, action: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  let lastFault = "";
  while (!signal.aborted) {
    try {
      await action(signal);
      lastFault = "";
    } catch (cause) {
      if (signal.aborted) return;
      const fields = toLogFields(cause);
      // The store may be away for long: its fault is said once, not every 2 seconds.
      if (fields.error !== lastFault) log("error", `${fault}; trying again`, fields);
      lastFault = fields.error;
    }
    await setTimeout(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}
