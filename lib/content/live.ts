import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";
import { type ContentFile, type ContentFiles, readContentFiles, withLastModified } from "./files.ts";
import { readLastModified } from "./last-modified.ts";
import { readPreparedSite } from "./prepared-site.ts";
import { buildSite, hashSite, type Site } from "./site.ts";
import { readBuildSnapshot } from "./snapshot.ts";
import { readTrust } from "./trust.ts";

const SCAN_MS = 300;
const SLOW_SCAN_MS = 1_000;
const MANY_FILES = 1_000;

interface Live {
  site: Promise<Site>;
  /** What the site was made from; undefined when it came from a snapshot or was given. */
  files: ContentFiles | undefined;
}

interface Shared {
  readonly sites: Map<string, Live>;
  readonly changes: EventTarget;
  generation: number;
  stopWatching: (() => void) | undefined;
}

// Pages, route handlers and instrumentation get module instances of their own, and must see one site.
const holder = globalThis as { docentSites?: Shared };

/**
 * The site that is served now. In development it follows the content folder while `startWatching` runs.
 * A load that failed is forgotten, so that the next call tries again.
 * @throws ServiceError `not_found` for an unknown domain.
 */
export function currentSite(domain: string): Promise<Site> {
  const project = getConfig().projects.find((candidate) => candidate.domain === domain);
  if (!project) throw new ServiceError("not_found", `There is no site "${domain}" here.`);
  const { sites } = shared();
  const known = sites.get(domain);
  if (known) return known.site;
  const live: Live = { site: Promise.resolve(undefined as never), files: undefined };
  live.site = loadSite(project, live);
  sites.set(domain, live);
  live.site.catch(() => {
    if (sites.get(domain) === live) sites.delete(domain);
  });
  return live.site;
}

/** Number of the newest stored generation that this process serves; in development a count of changes. 0 before the first. */
export function currentGeneration(): number {
  return shared().generation;
}

/** Tells of every change of a site, by an event `change`. */
export function siteChanges(): EventTarget {
  return shared().changes;
}

/**
 * Serves another site from now on; requests that hold the old one finish with it. A site that comes from the store
 * brings the number of its generation, and the API description that later edits of the folder go with.
 */
export function replaceSite(domain: string, site: Site, stored?: { generation: number; description: ContentFile | null }): void {
  const followed = shared().sites.get(domain)?.files;
  const files = followed && stored?.description ? { ...followed, description: stored.description } : followed;
  serve(domain, { site: Promise.resolve(site), files }, stored?.generation);
}

/** Takes over the store's number for what is served already. */
export function noteGeneration(generation: number): void {
  shared().generation = generation;
}

/** Follows the content folders of all projects until the returned function is called. Started once per process. */
export function startWatching(): () => void {
  const state = shared();
  if (state.stopWatching) return state.stopWatching;
  const stopping = new AbortController();
  state.stopWatching = () => {
    stopping.abort();
    state.stopWatching = undefined;
  };
  for (const project of getConfig().projects) void watch(project, stopping.signal);
  return state.stopWatching;
}

function serve(domain: string, live: Live, generation?: number): void {
  const state = shared();
  state.sites.set(domain, live);
  state.generation = generation ?? state.generation + 1;
  state.changes.dispatchEvent(new Event("change"));
}

function shared(): Shared {
  holder.docentSites ??= { sites: new Map(), changes: new EventTarget(), generation: 0, stopWatching: undefined };
  return holder.docentSites;
}

async function loadSite(project: Project, live: Live): Promise<Site> {
  // A server serves what its build has read, also when the folder has changed since: that is for an update to publish.
  const built = getEnvironment().production ? await readBuildSnapshot(project) : undefined;
  const isTrusted = await readTrust(project);
  if (built)
    return (await readPreparedSite(project, hashSite(project, built.files))) ?? buildSite(project, built.files, { isTrusted });
  const files = withLastModified(await readContentFiles(project), await readLastModified(project.content));
  live.files = files;
  return buildSite(project, files, { drafts: getEnvironment().development, isTrusted });
}

async function watch(project: Project, signal: AbortSignal): Promise<void> {
  let lastFault = "";
  while (!signal.aborted) {
    const many = (shared().sites.get(project.domain)?.files?.files.length ?? 0) > MANY_FILES;
    await pause(many ? SLOW_SCAN_MS : SCAN_MS, signal);
    try {
      if (!signal.aborted) await followFolder(project);
      lastFault = "";
    } catch (cause) {
      // The folder may be away for a moment; the site stays, and the fault is said once.
      if (String(cause) !== lastFault) process.stderr.write(`${String(cause)}\n`);
      lastFault = String(cause);
    }
  }
}

async function followFolder(project: Project): Promise<void> {
  const live = shared().sites.get(project.domain);
  // Nobody has asked for this site yet, or it is being read: that reading is fresh.
  if (!live?.files) return;
  const files = await readContentFiles(project, live.files);
  if (files === live.files) return;
  const isTrusted = await readTrust(project);
  const site = await buildSite(project, files, { drafts: getEnvironment().development, isTrusted });
  serve(project.domain, { site: Promise.resolve(site), files });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    signal.addEventListener("abort", done);
  });
}
