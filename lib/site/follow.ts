import { getConfig, getEnvironment } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { getDatabase } from "../db/db.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { loadEngines } from "../search/engines.ts";
import { findNewestGeneration, type Generation, GIVEN_FOLDER, noteUse, publishBuild, readGeneration } from "./generations.ts";
import { adopt, getLive, type LiveSite, runExclusive, serve } from "./live.ts";

/** A generation that could not be loaded is not tried again before this. */
const RETRY_MS = 30_000;
/** When a generation that could not be loaded may be tried again, by its number. */
const retries = perProcess("generation-retries", () => new Map<number, number>());

/** Time for which a function answers from its state before it asks the store again, and that after a failed look. */
const LOOK_MS = 2_000;
const FAILED_LOOK_MS = 10_000;
const looks = perProcess<{ running: Promise<void> | undefined; nextAt: number }>("store-looks", () => ({
  running: undefined,
  nextAt: 0,
}));

/**
 * Brings a function to what the store has, before it answers a request. Requests that come while one is looking wait for what it
 * finds; while the store is away, what was served last is.
 */
export function lookAtStore(): Promise<void> {
  const state = looks.get();
  if (!state.running && Date.now() < state.nextAt) return Promise.resolve();
  state.running ??= runExclusive(() => followStore())
    .then(
      () => LOOK_MS,
      (cause: unknown) => {
        log("error", "generations cannot be followed now; the site that was served last stays", toLogFields(cause));
        return FAILED_LOOK_MS;
      },
    )
    .then((pauseMs) => {
      state.nextAt = Date.now() + pauseMs;
      state.running = undefined;
    });
  return state.running;
}

/**
 * Brings this process to the newest generation of its line of each project. A line that has none yet begins with the build.
 * To be called within `runExclusive`.
 */
export async function followStore(now = Date.now()): Promise<void> {
  const all = await Promise.all(getConfig().projects.map(getLive));
  const newest = await findNewest(all);
  const database = await getDatabase();
  for (const [index, live] of all.entries()) {
    const generation = newest[index] ?? (await publishAsBuilt(live, now));
    if (generation) await noteUse(database, generation, now);
    if (generation && generation.number > live.number) await load(live, generation, now);
  }
}

/**
 * Serves what the store has now, where it is newer, so that whoever reads of an update's success here is served it here.
 * While the store is away, what was served last is.
 */
export async function catchUp(): Promise<void> {
  try {
    const all = await Promise.all(getConfig().projects.map(getLive));
    const newest = await findNewest(all);
    if (newest.some((generation, index) => generation && generation.number > (all[index] as LiveSite).number)) {
      await runExclusive(() => followStore());
    }
  } catch (cause) {
    log("error", "generations cannot be followed now; the site that was served last stays", toLogFields(cause));
  }
}

async function findNewest(all: readonly LiveSite[]): Promise<(Generation | undefined)[]> {
  const database = await getDatabase();
  return Promise.all(all.map(({ project: { domain }, line }) => findNewestGeneration(database, { domain, line })));
}

/** Stores what the build has as a generation. Content of a given folder is stored by lib/updates instead: no build holds it. */
async function publishAsBuilt({ project, line }: LiveSite, now: number): Promise<Generation | undefined> {
  if (line === GIVEN_FOLDER) return undefined;
  return publishBuild(await getDatabase(), { domain: project.domain, line, siteHash: line, now });
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

async function loadStored({ project }: LiveSite, number: number): Promise<void> {
  const snapshot = await readGeneration(await getDatabase(), number);
  if (!snapshot) return;
  const { files, engines, etag } = snapshot;
  const site = await buildSite(project, files, { drafts: getEnvironment().development });
  // Before the switch, so that no search has to wait for its engines. The proxy of some hosts has no data to make them of.
  await loadEngines(site, engines).catch((cause: unknown) =>
    log("warn", "search engines of a stored generation could not be loaded; a search makes them", toLogFields(cause)),
  );
  await serve(project, { site, number, etag, descriptions: files });
}
