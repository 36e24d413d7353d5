import { getConfig, getEnvironment, type Project } from "../../config/config.ts";
import { buildSite, hashSite } from "../../content/content.ts";
import type { SiteDescriptions } from "../../content/files/files.ts";
import type { Site } from "../../content/site/site.ts";
import { getDatabase } from "../../db/db.ts";
import { log, toLogFields } from "../../log.ts";
import { perProcess } from "../../process-state.ts";
import { loadEngines } from "../../search/engines.ts";
import { readBuildSnapshot } from "../stored/artefacts.ts";
import {
  findNewestGeneration,
  type Generation,
  GIVEN_FOLDER,
  noteUse,
  publishBuild,
  readGeneration,
} from "../stored/generations.ts";
import { replaceSite, setGeneration, whenRevalidated } from "../stored/sites.ts";
import { startSite } from "./load.ts";

/** A generation that could not be loaded is not tried again before this. */
const RETRY_MS = 30_000;

/** Time for which a function answers from its state before it asks the store again, and that after a failed look. */
const LOOK_MS = 2_000;
const FAILED_LOOK_MS = 10_000;

interface Live {
  readonly sites: Map<string, Promise<LiveSite>>;
  /** Ends when the last step that was begun has ended: loading and publishing never overlap in one process. */
  last: Promise<unknown>;
  /** When a generation that could not be loaded may be tried again, by its number. */
  readonly retries: Map<number, number>;
  /** The look at the store that is running, and when the next one is due. */
  looking: Promise<void> | undefined;
  nextLookAt: number;
}

const live = perProcess<Live>("live", () => ({
  sites: new Map(),
  last: Promise.resolve(),
  retries: new Map(),
  looking: undefined,
  nextLookAt: 0,
}));

/**
 * Brings a function to what the store has, before it answers a request. Requests that come while one is looking wait for what it
 * finds; while the store is unavailable, the last site stays live.
 */
export function lookAtStore(): Promise<void> {
  const state = live.get();
  if (!state.looking && Date.now() < state.nextLookAt) return Promise.resolve();
  state.looking ??= runExclusive(() => followStore())
    .then(
      () => LOOK_MS,
      (cause: unknown) => {
        log("error", "updates cannot be followed now; the last site stays live", toLogFields(cause));
        return FAILED_LOOK_MS;
      },
    )
    .then((pauseMs) => {
      state.nextLookAt = Date.now() + pauseMs;
      state.looking = undefined;
    });
  return state.looking;
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
 * Serves a newer generation of the store, so that a client that reads of an update's success here is served it here.
 * While the store is unavailable, the last site stays live.
 */
export async function catchUp(): Promise<void> {
  try {
    const all = await Promise.all(getConfig().projects.map(getLive));
    const newest = await findNewest(all);
    if (newest.some((generation, index) => generation && generation.number > (all[index] as LiveSite).number)) {
      await runExclusive(() => followStore());
    }
  } catch (cause) {
    log("error", "updates cannot be followed now; the last site stays live", toLogFields(cause));
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

async function load(earlier: LiveSite, { number, stored }: Generation, now: number): Promise<void> {
  const { project } = earlier;
  const { retries } = live.get();
  if ((retries.get(number) ?? 0) > now) return;
  try {
    if (stored) await loadStored(earlier, number);
    else adopt(earlier, number);
    retries.delete(number);
  } catch (cause) {
    retries.set(number, now + RETRY_MS);
    log("error", "a stored generation could not be loaded; the earlier one stays live", {
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
    log("warn", "search engines of a stored generation could not be loaded; the next search builds them", toLogFields(cause)),
  );
  await serve(project, { site, number, etag, descriptions: files });
}

/** The state of one project in this process: what is served, and what it was built with. */
export interface LiveSite {
  readonly project: Project;
  /** The line of generations that this process follows. */
  readonly line: string;
  /** Hash of the site that this process began with. */
  readonly startHash: string;
  /** When the build began to read; undefined without a build. */
  readonly builtAt: number | undefined;
  /** 0 until the store was asked. */
  readonly number: number;
  /** Version tag of the description that is served, when it was fetched. */
  readonly etag: string | null;
}

/** Runs steps that change what is served one after another. */
export function runExclusive<Result>(step: () => Promise<Result>): Promise<Result> {
  const state = live.get();
  const result = state.last.then(step);
  state.last = result.catch(() => {});
  return result;
}

/** Returns the state of a project in this process. The first call returns the site as it was built. */
export function getLive(project: Project): Promise<LiveSite> {
  const { sites } = live.get();
  const known = sites.get(project.domain);
  if (known) return known;
  const reading = readBuilt(project);
  sites.set(project.domain, reading);
  reading.catch(() => sites.delete(project.domain));
  return reading;
}

async function readBuilt(project: Project): Promise<LiveSite> {
  const built = getEnvironment().production ? await readBuildSnapshot(project) : undefined;
  if (built) {
    const { files, builtAt, etag } = built;
    const startHash = hashSite(project, files);
    return { project, line: startHash, startHash, builtAt, number: 0, etag };
  }
  const { hash: startHash } = await startSite(project);
  // In development the folder is followed, and its states are not updates.
  const line = getEnvironment().development ? startHash : GIVEN_FOLDER;
  return { project, line, startHash, builtAt: undefined, number: 0, etag: null };
}

/** Returns the API descriptions that are served now, as they were stored. */
export async function readLiveDescriptions({ project, number }: LiveSite): Promise<SiteDescriptions> {
  const stored = await readGeneration(await getDatabase(), number);
  return (stored ?? (await readBuildSnapshot(project)))?.files ?? { description: null };
}

/** A site that is ready, and the generation that it is stored as. */
interface ReadySite {
  readonly site: Site;
  readonly number: number;
  readonly etag: string | null;
  readonly descriptions: SiteDescriptions;
}

/** Serves a site in this process. Resolves when no page that was rendered from the one before is served any more. */
export async function serve(project: Project, { site, number, etag, descriptions }: ReadySite): Promise<void> {
  const before = await getLive(project);
  replaceSite(project.domain, site, { generation: number, descriptions });
  live.get().sites.set(project.domain, Promise.resolve({ ...before, number, etag }));
  await whenRevalidated();
}

/** Takes over the number of a generation that is what is served already: the build. */
export function adopt(earlier: LiveSite, number: number): void {
  live.get().sites.set(earlier.project.domain, Promise.resolve({ ...earlier, number }));
  setGeneration(number);
}
