import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import type { ContentFile } from "../content/files.ts";
import { currentSite, noteGeneration, replaceSite } from "../content/live.ts";
import { buildSite, hashSite, type Site } from "../content/site.ts";
import { readBuildSnapshot } from "../content/snapshot.ts";
import { type IsTrusted, readTrust } from "../content/trust.ts";
import { getDatabase } from "../db/client.ts";
import { whenReady } from "../freshness/freshness.ts";
import { log, toLogFields } from "../log.ts";
import { loadEngines } from "../search/engines.ts";
import { type Generation, listNewestGenerations, publishBuild, readGeneration } from "./generations.ts";

/** A generation that could not be loaded is not tried again before this. */
const RETRY_MS = 30_000;

/** What this process serves of one project, and what it was built with. */
export interface Served {
  readonly project: Project;
  /** Hash of the site as this build has it; generations that started from another build are left alone. */
  readonly buildHash: string;
  /** When the build began to read; undefined without a build. */
  readonly builtAt: number | undefined;
  readonly isTrusted: IsTrusted;
  /** 0 until the store was asked. */
  readonly number: number;
  /** Version tag of the description that is served, when it was fetched. */
  readonly etag: string | null;
}

interface Shared {
  readonly served: Map<string, Promise<Served>>;
  /** Ends when the last step that was begun has ended: loading and publishing never overlap in one process. */
  last: Promise<unknown>;
  readonly retryAt: Map<number, number>;
}

// Instrumentation and route handlers get module instances of their own, and serve one site.
const holder = globalThis as { docentServed?: Shared };

function shared(): Shared {
  holder.docentServed ??= { served: new Map(), last: Promise.resolve(), retryAt: new Map() };
  return holder.docentServed;
}

/** Runs steps that change what is served one after another. */
export function exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
  const state = shared();
  const result = state.last.then(step);
  state.last = result.catch(() => {});
  return result;
}

/** What this process serves of a project. The first call sees the site as it was built. */
export function getServed(project: Project): Promise<Served> {
  const { served } = shared();
  const known = served.get(project.domain);
  if (known) return known;
  const reading = readBuilt(project);
  served.set(project.domain, reading);
  reading.catch(() => served.delete(project.domain));
  return reading;
}

async function readBuilt(project: Project): Promise<Served> {
  const built = getEnvironment().production ? await readBuildSnapshot(project) : undefined;
  const isTrusted = await readTrust(project);
  if (built) {
    const { files, builtAt, etag } = built;
    return { project, buildHash: hashSite(project, files), builtAt, isTrusted, number: 0, etag };
  }
  const site = await currentSite(project.domain);
  return { project, buildHash: site.hash, builtAt: undefined, isTrusted, number: 0, etag: null };
}

/** The API description that is served now, if there is one. */
export async function readServedDescription({ project, number }: Served): Promise<ContentFile | null> {
  const stored = await readGeneration(await getDatabase(), number);
  return (stored ?? (await readBuildSnapshot(project)))?.files.description ?? null;
}

/** A site that is ready, and the generation that it is stored as. */
export interface ReadySite {
  readonly site: Site;
  readonly number: number;
  readonly etag: string | null;
  readonly description: ContentFile | null;
}

/** Serves a site in this process. Resolves when no page that was rendered from the one before is served any more. */
export async function serve(project: Project, { site, number, etag, description }: ReadySite): Promise<void> {
  const before = await getServed(project);
  replaceSite(project.domain, site, { generation: number, description });
  shared().served.set(project.domain, Promise.resolve({ ...before, number, etag }));
  await whenReady();
}

/**
 * Brings this process to the newest generation of each project. A build that the store does not know yet becomes the
 * newest generation. To be called within `exclusively`.
 */
export async function followStore(now = Date.now()): Promise<void> {
  const database = await getDatabase();
  const all = await Promise.all(getConfig().projects.map(getServed));
  const builds = new Map(all.map(({ project, buildHash }) => [project.domain, buildHash]));
  const newest = new Map((await listNewestGenerations(database, builds)).map((generation) => [generation.domain, generation]));
  for (const served of all) {
    const generation = newest.get(served.project.domain) ?? (await publishAsBuilt(served, now));
    if (generation.number > served.number) await load(served, generation, now);
  }
}

async function publishAsBuilt({ project, buildHash }: Served, now: number): Promise<Generation> {
  const build = { domain: project.domain, buildHash, siteHash: buildHash, now };
  return { domain: project.domain, number: await publishBuild(await getDatabase(), build), siteHash: buildHash, stored: false };
}

async function load(served: Served, { number, stored }: Generation, now: number): Promise<void> {
  const { project } = served;
  const { retryAt } = shared();
  if ((retryAt.get(number) ?? 0) > now) return;
  try {
    if (stored) await loadStored(served, number);
    else take(served, number);
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

/** The newest generation is the build, which is what is served: only its number is new. */
function take(served: Served, number: number): void {
  shared().served.set(served.project.domain, Promise.resolve({ ...served, number }));
  noteGeneration(number);
}

async function loadStored({ project, isTrusted }: Served, number: number): Promise<void> {
  const snapshot = await readGeneration(await getDatabase(), number);
  if (!snapshot) return;
  const { files, engines, etag } = snapshot;
  const site = await buildSite(project, files, { drafts: getEnvironment().development, isTrusted });
  // Before the switch, so that no search has to wait for its engines.
  await loadEngines(site, engines);
  await serve(project, { site, number, etag, description: files.description });
}
