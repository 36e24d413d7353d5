import { setTimeout as wait } from "node:timers/promises";
import type { Kysely } from "kysely";
import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { completeSite, type Site } from "../content/site/site.ts";
import type { Schema } from "../db/schema.ts";
import { log, toLogFields } from "../log.ts";
import { currentSite } from "../site/current.ts";
import { followStore } from "../site/follow.ts";
import { findNewestGeneration, type Generation } from "../site/generations.ts";
import { getLive, type LiveSite, readLiveDescriptions, runExclusive } from "../site/live.ts";
import { findUnreadable, noteProblem } from "../site/problems.ts";
import { describeChanges } from "./changes.ts";
import { type Job, UpdateError } from "./job.ts";
import {
  awaitDeployment,
  type Claim,
  finishJob,
  type JobOutcome,
  LEASE_MS,
  notePublished,
  releaseJob,
  reportProgress,
} from "./jobs.ts";
import { type PreparedSite, prepareSite } from "./pipeline.ts";
import { callDeployHook, publishSite } from "./publish.ts";

const HEARTBEAT_MS = LEASE_MS / 3;
const MAX_RUN_MS = 10 * 60_000;
const FINISH_ATTEMPTS = 60;
const FINISH_RETRY_MS = 5_000;

/** A claimed job while it is worked on. */
interface Run {
  readonly database: Kysely<Schema>;
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
export async function runJob(
  database: Kysely<Schema>,
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
function keepReporting(database: Kysely<Schema>, claim: Claim, logs: string[], onLost: () => void) {
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

/** Returns an error that names the setting of a content folder that cannot be read; what was thrown, where that is another fault. */
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

/** Writes the end down, again and again while the store is away: until then the job counts as running. */
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
