import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Kysely } from "kysely";
import { getConfig, getEnvironment, getMainProject, type Project } from "../config/config.ts";
import { completeSite, type Site } from "../content/site/site.ts";
import { getDatabase } from "../db/db.ts";
import type { StoreTables } from "../db/schema.ts";
import { log, toLogFields } from "../log.ts";
import { isDescriptionAddress } from "../openapi/description/description-file.ts";
import { perProcess } from "../process-state.ts";
import { followStore, getLive, type LiveSite, readLiveDescriptions, runExclusive } from "../site/made/follow.ts";
import { currentSite } from "../site/served/current.ts";
import { findNewestGeneration, type Generation, GIVEN_FOLDER } from "../site/stored/generations.ts";
import { findUnreadable, noteProblem } from "../site/stored/problems.ts";
import { type Job, UpdateError } from "./job.ts";
import {
  awaitDeployment,
  type Claim,
  claimJob,
  deleteOldJobs,
  enqueueJob,
  finishDeployedJobs,
  finishJob,
  type JobLine,
  type JobOutcome,
  LEASE_MS,
  notePublished,
  reclaimJobs,
  releaseJob,
  reportProgress,
} from "./jobs.ts";
import { callDeployHook, publishGivenFolders, publishSite } from "./own-content.ts";
import { describeChanges, type PreparedSite, prepareSite } from "./pipeline.ts";

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

/** Returns the line of a project that this process follows, which its jobs are for. A folder that cannot be read is not of a build. */
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
      // The store may be unavailable for long: its fault is logged once, not every 2 seconds.
      if (fields.error !== lastFault) log("error", `${fault}; trying again`, fields);
      lastFault = fields.error;
    }
    await wait(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

const HEARTBEAT_MS = LEASE_MS / 3;
const MAX_RUN_MS = 10 * 60_000;
const FINISH_ATTEMPTS = 60;
const FINISH_RETRY_MS = 5_000;

/** A claimed job while it is worked on. */
interface Run {
  readonly database: Kysely<StoreTables>;
  readonly job: Job;
  readonly claim: Claim;
  readonly state: { published: boolean };
  readonly logs: string[];
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

type End = Pick<JobOutcome, "status" | "summary" | "error" | "changes"> | "deploying";

/** A run that was stopped from outside. */
class Stopped extends Error {
  readonly reason: "shutdown" | "lost" | "too-long";

  constructor(reason: Stopped["reason"]) {
    super(`The update was stopped: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Works on a claimed job to its end and writes that end down. When `shutdown` fires, a job that has not published yet is
 * given back to the queue. Returns whether the job has changed what is served.
 */
async function runJob(
  database: Kysely<StoreTables>,
  { job, owner }: { job: Job; owner: string },
  shutdown: AbortSignal,
): Promise<boolean> {
  const stopping = new AbortController();
  const stop = (reason: Stopped["reason"]) => stopping.abort(new Stopped(reason));
  const onShutdown = () => stop("shutdown");
  shutdown.addEventListener("abort", onShutdown, { once: true });
  const tooLong = setTimeout(() => stop("too-long"), MAX_RUN_MS);
  const claim = { id: job.id, owner };
  const progress = keepReporting(database, claim, [...job.logs], () => stop("lost"));
  try {
    if (shutdown.aborted) onShutdown();
    const state = { published: false };
    const run = { database, job, claim, state, logs: progress.logs, log: progress.log, signal: stopping.signal };
    await finish(run, await carryOut(run));
    return state.published;
  } finally {
    clearTimeout(tooLong);
    shutdown.removeEventListener("abort", onShutdown);
    progress.stop();
  }
}

/** Writes log lines to the job as they come, one write at a time, and keeps its lease alive in between. */
function keepReporting(database: Kysely<StoreTables>, claim: Claim, logs: string[], onLost: () => void) {
  let writing = false;
  let behind = false;
  const report = async () => {
    behind = true;
    if (writing) return;
    writing = true;
    try {
      while (behind) {
        behind = false;
        if (!(await reportProgress(database, claim, { logs, now: Date.now() }))) onLost();
      }
    } catch (cause) {
      log("warn", "the progress of an update could not be stored", toLogFields(cause));
    } finally {
      writing = false;
    }
  };
  const timer = setInterval(() => void report(), HEARTBEAT_MS);
  timer.unref();
  return {
    logs,
    log: (line: string) => {
      logs.push(line);
      void report();
    },
    stop: () => clearInterval(timer),
  };
}

async function carryOut(run: Run): Promise<End | undefined> {
  try {
    const project = getConfig().projects.find(({ id }) => id === run.job.project);
    if (!project) throw new UpdateError(`The configuration has no project "${run.job.project}" any more.`);
    const hook = getEnvironment().deployHookUrl;
    return hook ? await deploy(run, hook) : await update(run, project);
  } catch (cause) {
    const stopped = run.signal.aborted ? (run.signal.reason as Stopped).reason : undefined;
    if (stopped === "lost") return undefined;
    if (stopped === "shutdown") return giveBack(run);
    if (stopped === "too-long") return fail(run, new UpdateError(`The update took longer than ${MAX_RUN_MS / 60_000} minutes.`));
    return fail(run, explainContent(run, cause));
  }
}

/** Returns an error that names the setting of a content folder that cannot be read; any other fault as it was thrown. */
function explainContent({ job }: Run, cause: unknown): unknown {
  const project = getConfig().projects.find(({ id }) => id === job.project);
  const unreadable = project && findUnreadable(project, cause);
  return unreadable === undefined || cause instanceof UpdateError ? cause : new UpdateError(unreadable, { cause });
}

async function giveBack({ database, claim, logs }: Run): Promise<undefined> {
  await releaseJob(database, claim, [...logs, "The server is stopping; the update waits for the next one."]);
}

function fail(run: Run, cause: unknown): End {
  if (cause instanceof UpdateError) {
    for (const line of cause.details) run.log(line);
    return { status: "failure", summary: "The update failed; what was there before stays.", error: cause.message };
  }
  log("error", "an update failed inside the service", { statusId: run.job.id, ...toLogFields(cause) });
  const error = `The update failed inside the service; look for ${run.job.id} in the server's log.`;
  return { status: "failure", summary: "The update failed; what was there before stays.", error };
}

async function deploy({ database, claim, logs, log, signal }: Run, hook: string): Promise<End | undefined> {
  log("Calling the deploy hook.");
  const answer = await callDeployHook(hook, signal);
  logs.push(`The deploy hook answered: ${answer}`, "Waiting for the deployment to start.");
  return (await awaitDeployment(database, claim, { answer, logs, now: Date.now() })) ? "deploying" : undefined;
}

/** Reads and publishes, and does so again when another process has published in between. */
async function update(run: Run, project: Project): Promise<End | undefined> {
  const { database, log } = run;
  for (;;) {
    await runExclusive(() => followStore());
    const live = await getLive(project);
    const newest = await findNewestGeneration(database, { domain: project.domain, line: live.line });
    const site = await completeSite(await currentSite(project.domain));
    const prepared = await prepare(run, live, site);
    const { changes } = prepared;
    const end: End = { status: "success", summary: describeChanges(changes), changes };
    if (prepared.site.hash === site.hash) {
      noteProblem(project, "publishing", undefined);
      log("Nothing has changed.");
      return end;
    }
    const outcome = await publish(run, live, { newest, prepared });
    if (outcome !== "superseded") return outcome === "published" ? end : undefined;
    log("Another instance has published meanwhile; reading again.");
  }
}

function prepare({ log, signal }: Run, live: LiveSite, site: Site): Promise<PreparedSite> {
  const { updates } = getConfig();
  return prepareSite({
    project: live.project,
    earlier: { site, etag: live.etag, readDescriptions: () => readLiveDescriptions(live) },
    rules: { allowHosts: updates.allowHosts, allowInsecure: updates.allowInsecure },
    drafts: getEnvironment().development,
    log,
    signal,
  });
}

/** Saves the new state with the job, and serves it here. */
async function publish(
  { claim, state, log, signal }: Run,
  live: LiveSite,
  { newest, prepared }: { readonly newest: Generation | undefined; readonly prepared: PreparedSite },
) {
  const { changes } = prepared;
  const outcome = await publishSite(live, prepared, {
    newest,
    confirm: (transaction, generation) =>
      notePublished(transaction, claim, { generation, changes, summary: describeChanges(changes) }),
    onSaved: (number) => {
      state.published = true;
      log(`Saved as generation ${number}.`);
    },
    log,
    signal,
  });
  if (outcome === "published") log("Live here; other instances follow within 5 seconds.");
  return outcome;
}

/** Stores the end, and retries while the store is unavailable: until then the job counts as running. */
async function finish({ database, claim, logs, job }: Run, end: End | undefined): Promise<void> {
  if (end === undefined || end === "deploying") return;
  for (let attempt = 1; ; attempt++) {
    try {
      await finishJob(database, claim, { ...end, logs, now: Date.now() });
      return;
    } catch (cause) {
      log("warn", "the end of an update could not be stored", { statusId: job.id, attempt, ...toLogFields(cause) });
      if (attempt === FINISH_ATTEMPTS) throw cause;
      await wait(FINISH_RETRY_MS);
    }
  }
}
