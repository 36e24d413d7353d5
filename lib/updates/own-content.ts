import type { Kysely } from "kysely";
import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { completeSite } from "../content/site/site.ts";
import { getDatabase } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";
import { log } from "../log.ts";
import { currentSite } from "../site/current.ts";
import { findNewestGeneration, type Generation, readGeneration } from "../site/generations.ts";
import { GIVEN_FOLDER, getLive, type LiveSite, readLiveDescriptions } from "../site/live.ts";
import { noteProblem, settingOf } from "../site/problems.ts";
import { UpdateError } from "./job.ts";
import { type Earlier, prepareSite } from "./pipeline.ts";
import { publishSite } from "./publish.ts";

/**
 * Publishes what a content folder that was given at the start has now, unless the instances that share it serve just that. To be
 * called before the first look at the store, which would put the earlier state in its place.
 */
export async function publishGivenFolders(signal: AbortSignal): Promise<void> {
  for (const project of getConfig().projects) {
    const live = await getLive(project);
    // Functions start all the time, each with the files of its deployment.
    if (live.buildHash !== GIVEN_FOLDER || getEnvironment().onVercel) continue;
    const newest = await findNewestGeneration(await getDatabase(), { domain: project.domain, buildHash: GIVEN_FOLDER });
    // The same is read from the store: its dates are those that all instances show. What is parsed by then is not parsed again.
    if (newest?.siteHash === live.startHash) await completeSite(await currentSite(project.domain));
    else await publishOwnContent(project, { fetches: false, signal });
  }
}

/** The last update of a project that this process has looked at. `retryAt`, and the wait before it, are there while it has failed. */
export interface SeenUpdate {
  readonly id: string;
  readonly retryAt?: number;
  readonly waitMs?: number;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

/**
 * Does for this build what an instance of another one has done for its own: an update is asked of a project, and each build
 * that serves it reads what it has. What fails is tried again after 30 seconds, then after twice as long each time, up to 10 minutes.
 * @param seen the last update that this process has looked at, by project.
 */
export async function repeatUpdatesOfOtherBuilds(
  seen: Map<string, SeenUpdate>,
  signal: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const { onVercel, deployHookUrl, development } = getEnvironment();
  if (onVercel || deployHookUrl || development) return;
  const database = await getDatabase();
  for (const project of getConfig().projects) {
    const last = await findLastUpdate(database, project.id);
    if (!last) continue;
    const before = seen.get(project.id);
    const earlier = before?.id === last.id ? before : undefined;
    if (earlier && now < (earlier.retryAt ?? Number.POSITIVE_INFINITY)) continue;
    const { buildHash, builtAt = 0 } = await getLive(project);
    const newest = await findNewestGeneration(database, { domain: project.domain, buildHash });
    const isKnown = last.buildHash === buildHash || Math.max(builtAt, newest?.createdAt ?? 0) > last.endedAt;
    const isDone = isKnown || (await publishOwnContent(project, { fetches: true, signal }));
    const waitMs = Math.min(2 * (earlier?.waitMs ?? FIRST_WAIT_MS / 2), LONGEST_WAIT_MS);
    seen.set(project.id, isDone ? { id: last.id } : { id: last.id, retryAt: now + waitMs, waitMs });
  }
}

interface ReadContent {
  /** True to fetch an API description at an address again, false to take the stored one. */
  readonly fetches: boolean;
  readonly signal: AbortSignal;
}

/** Makes what this process reads the newest generation of its build. False after a fault in it, which is logged: what is served stays. */
async function publishOwnContent(project: Project, reading: ReadContent): Promise<boolean> {
  const { domain } = project;
  const onSaved = (number: number) =>
    log("info", "the content that this server reads is published as a generation", { domain, number });
  try {
    while (!(await tryToPublish(project, reading, onSaved)));
    return true;
  } catch (cause) {
    if (!(cause instanceof UpdateError)) throw cause;
    const faults = cause.details.length > 0 ? cause.details : [cause.message];
    noteProblem(project, "publishing", `${settingOf(project)}: the content cannot be published. The server's log says why.`);
    log("error", "the content cannot be published; what was served before stays", { domain, faults: faults.join("; ") });
    return false;
  }
}

/** Returns false when another process was faster. */
async function tryToPublish(
  project: Project,
  { fetches, signal }: ReadContent,
  onSaved: (number: number) => void,
): Promise<boolean> {
  const live = await getLive(project);
  const newest = await findNewestGeneration(await getDatabase(), { domain: project.domain, buildHash: live.buildHash });
  const { updates } = getConfig();
  const prepared = await prepareSite({
    project,
    earlier: await readEarlier(live, newest),
    rules: { allowHosts: updates.allowHosts, allowInsecure: updates.allowInsecure },
    drafts: getEnvironment().development,
    fetches,
    log: () => {},
    signal,
  });
  if (prepared.site.hash === newest?.siteHash) {
    noteProblem(project, "publishing", undefined);
    return true;
  }
  return (await publishSite(live, prepared, { newest, onSaved, log: () => {}, signal })) !== "superseded";
}

/** Returns the state that a generation holds; undefined where there is none. */
async function readEarlier(live: LiveSite, newest: Generation | undefined): Promise<Earlier | undefined> {
  const { project, etag } = live;
  if (!newest) return undefined;
  const stored = newest.stored ? await readGeneration(await getDatabase(), newest.number) : undefined;
  if (!stored)
    return {
      site: await completeSite(await currentSite(project.domain)),
      etag,
      readDescriptions: () => readLiveDescriptions(live),
    };
  const site = await buildSite(project, stored.files, { drafts: getEnvironment().development });
  return { site, etag: stored.etag, readDescriptions: async () => stored.files };
}

/** An update that has succeeded: its statusId, when it ended, and the build that it was worked on for. */
interface LastUpdate {
  readonly id: string;
  readonly buildHash: string;
  readonly endedAt: number;
}

/** Returns the last update of a project that changed or confirmed what a build serves. */
async function findLastUpdate(database: Kysely<Schema>, project: string): Promise<LastUpdate | undefined> {
  const row = await database
    .selectFrom("jobs")
    .select(["id", "build_hash", "ended_at"])
    .where("project", "=", project)
    .where("status", "=", "success")
    .where("build_hash", "is not", null)
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, buildHash: String(row.build_hash), endedAt: Number(row.ended_at) };
}
