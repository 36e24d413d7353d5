/*
 * The sites of this process: read from the build, the content folder or the store, and replaced when they change.
 * A domain comes in, and its site comes out. Requests take theirs from `follow.ts`, which looks for newer ones first.
 * Start at `currentSite`. `live.ts` publishes, `watch.ts` follows folders, `artefacts.ts` has the files of a build.
 */

import { getConfig, getEnvironment, type Project } from "../config/config.ts";
import { describeFinding, findMisplaced } from "../content/check/check-pages.ts";
import { buildSite, openSite } from "../content/content.ts";
import { type ContentFiles, leftOut, readContentFiles, type SiteDescriptions } from "../content/files/files.ts";
import { readLastModified } from "../content/files/last-modified.ts";
import type { Site } from "../content/site/site.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { ServiceError } from "../service-error.ts";
import { readBuildSnapshot, restoreParsed } from "./artefacts.ts";
import { describeFolder, describeUnreadable, noteProblem } from "./problems.ts";

/** From here on, to read all pages takes longer than anyone waits for the first of them; it may with fewer that take very long. */
const MANY_FILES = 150;
const LONGEST_WAIT_MS = 5_000;

interface SiteEntry {
  site: Promise<Site>;
  /** While only the pages' front matter is read: the site with what search reads, and that with all of their text. */
  reading?: { readonly searched: Promise<Site>; readonly whole: Promise<Site> };
  /** The files that the site was made from; undefined when it came from a build or from the store. */
  files: ContentFiles | undefined;
}

interface Sites {
  readonly entries: Map<string, SiteEntry>;
  readonly changes: EventTarget;
  generation: number;
}

const sites = perProcess<Sites>("sites", () => ({ entries: new Map(), changes: new EventTarget(), generation: 0 }));

/**
 * Returns the site that is served now. In development it follows the content folder (watch.ts), elsewhere the store (follow.ts).
 * A load that failed is forgotten, so that the next call tries again.
 * @throws ServiceError `not_found` for an unknown domain.
 */
export function currentSite(domain: string): Promise<Site> {
  const project = getConfig().projects.find((candidate) => candidate.domain === domain);
  if (!project) throw new ServiceError("not_found", `There is no site "${domain}" here.`);
  const { entries } = sites.get();
  const known = entries.get(domain);
  if (known) return known.site;
  const entry: SiteEntry = { site: Promise.resolve(undefined as never), files: undefined };
  entry.site = loadSite(project, entry);
  entries.set(domain, entry);
  entry.site.then(
    (site) => noteProblem(project, "content", describeSite(site)),
    (cause) => {
      noteProblem(project, "content", describeUnreadable(project, cause));
      if (entries.get(domain) === entry) entries.delete(domain);
    },
  );
  return entry.site;
}

/** Returns the same site with the text of all pages: a large folder that no build has read takes minutes. */
export function wholeSite(domain: string): Promise<Site> {
  return readSite(domain, "whole");
}

/**
 * Returns the same site with all that is searched, for search and answers; pages in no navigation may still be listed alone.
 */
export function searchedSite(domain: string): Promise<Site> {
  return readSite(domain, "searched");
}

async function readSite(domain: string, part: "searched" | "whole"): Promise<Site> {
  const site = await currentSite(domain);
  if (!site.complete) return site;
  // Read by now, or still being read.
  const entry = sites.get().entries.get(domain);
  return entry?.reading?.[part] ?? entry?.site ?? site;
}

/**
 * Returns the number of the newest stored generation that this process serves; in development a count of changes. 0 before
 * the first.
 */
export function currentGeneration(): number {
  return sites.get().generation;
}

/** Tells of every change of a site, by an event `change`. */
export function siteChanges(): EventTarget {
  return sites.get().changes;
}

/** The origin of a site that replaces the served one. */
export interface Origin {
  /** Its number in the store; a site without one counts the generation up. */
  readonly generation?: number;
  /** The API descriptions that later edits of the followed folder go with. */
  readonly descriptions?: SiteDescriptions;
  /** The files that were read from the followed folder. */
  readonly files?: ContentFiles;
}

/** Serves another site from now on; requests that hold the old one finish with it. */
export function replaceSite(domain: string, site: Site, { generation, descriptions, files }: Origin = {}): void {
  const state = sites.get();
  const followed = files ?? followedFiles(domain);
  state.entries.set(domain, {
    site: Promise.resolve(site),
    files: followed && withDescriptions(followed, descriptions),
  });
  noteProblem(site.project, "content", describeSite(site));
  state.generation = generation ?? state.generation + 1;
  state.changes.dispatchEvent(new Event("change"));
}

function withDescriptions(files: ContentFiles, { description, named }: Partial<SiteDescriptions> = {}): ContentFiles {
  return { ...files, ...(description && { description }), ...(named && { named }) };
}

function describeSite({ project, pages, settingsFolder }: Site): string | undefined {
  return describeFolder(project, { pages: pages.length, settingsFolder });
}

/** Makes open pages in development show themselves again. */
export function announceChange(): void {
  const state = sites.get();
  state.generation += 1;
  state.changes.dispatchEvent(new Event("change"));
}

/** Returns the files of a folder that is followed; undefined while nobody has asked for its site, or it is being read. */
export function followedFiles(domain: string): ContentFiles | undefined {
  return sites.get().entries.get(domain)?.files;
}

/** Gives what is served already its number in the store. */
export function setGeneration(generation: number): void {
  sites.get().generation = generation;
}

/** Says once which settings of the content have no effect, and how many faults it has. */
function reportUnsupported(site: Site): void {
  const { docs, warnings } = site;
  const misplaced = findMisplaced(site);
  // In development the terminal says it with what else is found.
  if (misplaced && !getEnvironment().development) log("warn", describeFinding(site.project, misplaced));
  if (!docs) return;
  const settings = docs.unsupported;
  const message = `${docs.file}: ${warnings.length} faults, which npm run check names; settings without effect are listed`;
  if (settings.length > 0 || warnings.length > 0) log("info", message, { settings: settings.join("; ") });
}

async function loadSite(project: Project, entry: SiteEntry): Promise<Site> {
  // A server serves what its build has read, also when the folder has changed since: that is for an update to publish.
  const built = getEnvironment().production ? await readBuildSnapshot(project) : undefined;
  // What the build has parsed is found by its text, so it serves another folder's equal pages too.
  if (getEnvironment().production) await restoreParsed(project);
  if (built) {
    const site = await buildSite(project, built.files);
    if (!getEnvironment().building) reportUnsupported(site);
    return site;
  }
  const files = { ...(await readContentFiles(project)), lastModified: await readLastModified(project.content) };
  for (const { reason } of leftOut(files)) log("warn", `${project.content}: ${reason}`);
  const options = { drafts: getEnvironment().development };
  if (getEnvironment().building) return buildSite(project, files, options);
  const { outline, read } = await openSite(project, files, options);
  const reading = read();
  const isMany = files.files.length > MANY_FILES;
  const whole = isMany ? undefined : await Promise.race([reading.whole, longestWait()]);
  if (!whole) return serveWhileReading(project, { entry, files, outline, reading });
  entry.files = files;
  reportUnsupported(whole);
  return whole;
}

function longestWait(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), LONGEST_WAIT_MS).unref());
}

interface OpenedFolder {
  readonly entry: SiteEntry;
  readonly files: ContentFiles;
  readonly outline: Site;
  readonly reading: NonNullable<SiteEntry["reading"]>;
}

/** Returns a site whose pages are parsed one by one when they are requested, until all are. */
function serveWhileReading(project: Project, { entry, files, outline, reading }: OpenedFolder): Site {
  entry.reading = reading;
  reading.whole.then(
    (site) => {
      // What was served since is newer.
      if (sites.get().entries.get(project.domain) !== entry) return;
      reportUnsupported(site);
      replaceSite(project.domain, site, { files, generation: currentGeneration() });
    },
    (cause: unknown) => {
      log("error", "the pages of a content folder could not be read", { domain: project.domain, ...toLogFields(cause) });
      if (sites.get().entries.get(project.domain) === entry) sites.get().entries.delete(project.domain);
    },
  );
  return outline;
}
