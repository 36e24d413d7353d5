import type { Kysely } from "kysely";
import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { completeSite } from "../content/site/site.ts";
import { getDatabase } from "../db/db.ts";
import { isDiskFull } from "../db/failure.ts";
import type { StoreTables } from "../db/schema.ts";
import { log } from "../log.ts";
import { saveEngines } from "../search/engines.ts";
import { getLive, type LiveSite, readLiveDescriptions, runExclusive, serve } from "../site/made/follow.ts";
import { currentSite } from "../site/served/current.ts";
import { prepareSites } from "../site/served/readiness.ts";
import {
  findNewestGeneration,
  type Generation,
  GIVEN_FOLDER,
  packSnapshot,
  publishGeneration,
  readGeneration,
} from "../site/stored/generations.ts";
import { noteProblem, settingOf } from "../site/stored/problems.ts";
import { UpdateError } from "./job.ts";
import { type Earlier, type PreparedSite, prepareSite } from "./pipeline.ts";

/**
 * Publishes the current state of a runtime content folder, unless the instances that share it serve just that. To be
 * called before the first look at the store, which would put the earlier state in its place.
 */
export async function publishGivenFolders(signal: AbortSignal): Promise<void> {
  for (const project of getConfig().projects) {
    const live = await getLive(project);
    // Functions start all the time, each with the files of its deployment.
    if (live.line !== GIVEN_FOLDER || getEnvironment().onVercel) continue;
    const newest = await findNewestGeneration(await getDatabase(), { domain: project.domain, line: GIVEN_FOLDER });
    // What is parsed and indexed by then is not parsed and indexed again.
    await prepareSites();
    // The same is read from the store: its dates are those that all instances show.
    if (newest?.siteHash !== live.startHash) await publishOwnContent(project, signal);
  }
}

/** Makes what this process reads the newest generation of its line. A fault in it is logged: what is served stays. */
async function publishOwnContent(project: Project, signal: AbortSignal): Promise<void> {
  const { domain } = project;
  const onSaved = (number: number) =>
    log("info", "the content that this server reads is published as a generation", { domain, number });
  try {
    while (!(await tryToPublish(project, signal, onSaved)));
  } catch (cause) {
    if (!(cause instanceof UpdateError)) throw cause;
    const faults = cause.details.length > 0 ? cause.details : [cause.message];
    noteProblem(project, "publishing", `${settingOf(project)}: the content cannot be published. The server's log says why.`);
    log("error", "the content cannot be published; the earlier site stays live", { domain, faults: faults.join("; ") });
  }
}

/** Returns false when another process was faster. */
async function tryToPublish(project: Project, signal: AbortSignal, onSaved: (number: number) => void): Promise<boolean> {
  const live = await getLive(project);
  const newest = await findNewestGeneration(await getDatabase(), { domain: project.domain, line: live.line });
  const { updates } = getConfig();
  const prepared = await prepareSite({
    project,
    earlier: await readEarlier(live, newest),
    rules: { allowHosts: updates.allowHosts, allowInsecure: updates.allowInsecure },
    drafts: getEnvironment().development,
    fetches: false,
    log: () => {},
    signal,
  });
  if (prepared.site.hash === newest?.siteHash) {
    noteProblem(project, "publishing", undefined);
    return true;
  }
  return (await publishSite(live, prepared, { newest, onSaved, log: () => {}, signal })) !== "superseded";
}

/** Returns the state that a generation holds; undefined when there is none. */
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

interface Publication {
  /** The newest generation of this line before anything was read for the new one. */
  readonly newest: Generation | undefined;
  /** Writes what goes with the generation into the same transaction; nothing is saved when it says no. */
  readonly confirm?: (transaction: Kysely<StoreTables>, number: number) => Promise<boolean>;
  /** Called as soon as the generation is saved, before it is served. */
  readonly onSaved: (number: number) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Saves a new state and serves it here. `superseded` when another process has published since the reading began: what was read
 * may be older than that, so it has to be read again. `refused` when `confirm` said no. Nothing is saved in either case.
 */
export async function publishSite(
  live: LiveSite,
  { site, files, etag }: PreparedSite,
  { newest, confirm, onSaved, log, signal }: Publication,
): Promise<"published" | "superseded" | "refused"> {
  const { project } = live;
  const line = { domain: project.domain, line: live.line };
  log(`3/4 Preparing the search of ${site.passages.length} passages.`);
  const snapshot = await packSnapshot({ files, engines: await saveEngines(site), etag });
  signal.throwIfAborted();
  log("4/4 Saving.");
  const database = await getDatabase();
  return runExclusive(async () => {
    let isSuperseded = false;
    const generation = { ...line, siteHash: site.hash, snapshot, now: Date.now() };
    const number = await publishGeneration(database, generation, async (transaction, saved) => {
      isSuperseded = (await findNewestGeneration(transaction, line, saved))?.number !== newest?.number;
      return !isSuperseded && (confirm === undefined || (await confirm(transaction, saved)));
    }).catch(explainStore);
    if (number === undefined) return isSuperseded ? "superseded" : "refused";
    noteProblem(project, "publishing", undefined);
    onSaved(number);
    await serve(project, { site, number, etag, descriptions: files });
    return "published";
  });
}

function explainStore(cause: unknown): never {
  if (isDiskFull(cause)) throw new UpdateError("The new state could not be saved: the store's disk is full.", { cause });
  throw cause;
}

const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS = 300;
/** More than is shown, so that an address is not cut before it is found. */
const READ_CHARACTERS = 2_000;
/** Shorter parts of a path are words such as `deploy`. */
const SECRET_CHARACTERS = 8;

/**
 * Asks the host for a new deployment. Returns what the hook answered, for people to read.
 * @throws UpdateError when the hook refuses or does not answer. The address is a secret and is in no message.
 */
export async function callDeployHook(url: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: "POST", signal: AbortSignal.any([signal, timeout]), redirect: "error" });
    const said = withoutAddress(await readStart(response), url).slice(0, SHOWN_CHARACTERS);
    const answer = `${response.status} ${said}`.trim();
    if (!response.ok) throw new UpdateError(`The deploy hook refused: ${answer}. Check DEPLOY_HOOK_URL.`);
    return answer;
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause;
    signal.throwIfAborted();
    const reason = timeout.aborted ? `within ${TIMEOUT_MS / 1000} s` : "at all";
    throw new UpdateError(`The deploy hook did not answer ${reason}. Check DEPLOY_HOOK_URL.`, { cause });
  }
}

/** Hosts like to answer with the path that they do not know, and the path is the secret. */
function withoutAddress(answer: string, url: string): string {
  const { pathname, search } = new URL(url);
  const secrets = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= SECRET_CHARACTERS);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), answer);
}

async function readStart(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= READ_CHARACTERS) break;
  }
  return text;
}
