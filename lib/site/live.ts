import { getEnvironment, type Project } from "../config/config.ts";
import { hashSite } from "../content/content.ts";
import type { SiteDescriptions } from "../content/files/files.ts";
import type { Site } from "../content/site/site.ts";
import { getDatabase } from "../db/db.ts";
import { perProcess } from "../process-state.ts";
import { readBuildSnapshot } from "./artefacts.ts";
import { GIVEN_FOLDER, readGeneration } from "./generations.ts";
import { startSite } from "./load.ts";
import { replaceSite, setGeneration, whenRevalidated } from "./sites.ts";

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

interface Live {
  readonly sites: Map<string, Promise<LiveSite>>;
  /** Ends when the last step that was begun has ended: loading and publishing never overlap in one process. */
  last: Promise<unknown>;
}

const live = perProcess<Live>("live", () => ({ sites: new Map(), last: Promise.resolve() }));

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
  // In development the folder is followed, and its states are no updates.
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
