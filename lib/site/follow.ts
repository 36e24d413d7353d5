import { getConfig, getEnvironment } from "../config/config.ts";
import { buildSite } from "../content/site.ts";
import { getDatabase } from "../db/client.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { loadEngines } from "../search/engines.ts";
import { type Generation, listNewestGenerations, publishBuild, readGeneration } from "./generations.ts";
import { adopt, getLive, type LiveSite, serve } from "./live.ts";

/** A generation that could not be loaded is not tried again before this. */
const RETRY_MS = 30_000;
/** When a generation that could not be loaded may be tried again, by its number. */
const retries = perProcess("generation-retries", () => new Map<number, number>());

/**
 * Brings this process to the newest generation of each project. A build that the store does not know yet becomes the
 * newest generation. To be called within `runExclusive`.
 */
export async function followStore(now = Date.now()): Promise<void> {
  const database = await getDatabase();
  const all = await Promise.all(getConfig().projects.map(getLive));
  const builds = new Map(all.map(({ project, buildHash }) => [project.domain, buildHash]));
  const newest = new Map((await listNewestGenerations(database, builds)).map((generation) => [generation.domain, generation]));
  for (const live of all) {
    const generation = newest.get(live.project.domain) ?? (await publishAsBuilt(live, now));
    if (generation.number > live.number) await load(live, generation, now);
  }
}

async function publishAsBuilt({ project, buildHash }: LiveSite, now: number): Promise<Generation> {
  const build = { domain: project.domain, buildHash, siteHash: buildHash, now };
  return { domain: project.domain, number: await publishBuild(await getDatabase(), build), siteHash: buildHash, stored: false };
}

async function load(live: LiveSite, { number, stored }: Generation, now: number): Promise<void> {
  const { project } = live;
  const retryAt = retries.get();
  if ((retryAt.get(number) ?? 0) > now) return;
  try {
    if (stored) await loadStored(live, number);
    else adopt(live, number);
    retryAt.delete(number);
  } catch (cause) {
    retryAt.set(number, now + RETRY_MS);
    log("error", "a stored generation could not be loaded; the earlier one stays", {
      domain: project.domain,
      number,
      ...toLogFields(cause),
    });
  }
}

async function loadStored({ project, isTrusted }: LiveSite, number: number): Promise<void> {
  const snapshot = await readGeneration(await getDatabase(), number);
  if (!snapshot) return;
  const { files, engines, etag } = snapshot;
  const site = await buildSite(project, files, { drafts: getEnvironment().development, isTrusted });
  // Before the switch, so that no search has to wait for its engines.
  await loadEngines(site, engines);
  await serve(project, { site, number, etag, description: files.description });
}
