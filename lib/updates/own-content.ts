import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { completeSite } from "../content/site/site.ts";
import { getDatabase } from "../db/db.ts";
import { log } from "../log.ts";
import { currentSite } from "../site/current.ts";
import { findNewestGeneration, type Generation, GIVEN_FOLDER, readGeneration } from "../site/generations.ts";
import { getLive, type LiveSite, readLiveDescriptions } from "../site/live.ts";
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
    if (live.line !== GIVEN_FOLDER || getEnvironment().onVercel) continue;
    const newest = await findNewestGeneration(await getDatabase(), { domain: project.domain, line: GIVEN_FOLDER });
    // The same is read from the store: its dates are those that all instances show. What is parsed by then is not parsed again.
    if (newest?.siteHash === live.startHash) await completeSite(await currentSite(project.domain));
    else await publishOwnContent(project, signal);
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
    log("error", "the content cannot be published; what was served before stays", { domain, faults: faults.join("; ") });
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
