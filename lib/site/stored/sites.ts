import { randomBytes } from "node:crypto";
import type { ContentFiles, SiteDescriptions } from "../../content/files/files.ts";
import type { Site } from "../../content/site/site.ts";
import { perProcess } from "../../process-state.ts";
import { describeFolder, noteProblem } from "./problems.ts";

/** A site that is served, or on its way. */
export interface SiteEntry {
  readonly site: Promise<Site>;
  /** The files of a folder that is followed; undefined until all of them are read, and for a site of a build or of the store. */
  files: ContentFiles | undefined;
}

interface Sites {
  /** By domain. */
  readonly entries: Map<string, SiteEntry>;
  readonly changes: EventTarget;
  generation: number;
  pagesReady: Promise<void>;
  /** True once all pages of every site are read, and the engines that search them are there. */
  isWhole: boolean;
  preparing: Promise<void> | undefined;
  /** Ends the scans of the content folders; undefined when none is followed. */
  stopWatching: (() => void) | undefined;
  /** True once the config file differs from the one that this process read: only a restart uses the new one. */
  configHasChanged: boolean;
  isRevalidating: boolean;
  /** True while pages are kept that could not be dropped; on a site with readers they may show what is closed since. */
  hasStalePages: boolean;
  /** By which this process knows itself when it asks its own route; it never leaves the machine. */
  readonly ownSecret: string;
  /** The site that every kept page shows; undefined while some may show another. */
  shown: Site | undefined;
}

/** The live sites of this process, and the state of their publication. */
export const sites = perProcess<Sites>("sites", () => ({
  entries: new Map(),
  changes: new EventTarget(),
  generation: 0,
  pagesReady: Promise.resolve(),
  isWhole: false,
  preparing: undefined,
  stopWatching: undefined,
  configHasChanged: false,
  isRevalidating: false,
  hasStalePages: false,
  ownSecret: randomBytes(32).toString("hex"),
  shown: undefined,
}));

/** Returns the sites of this process by domain; one that nobody has asked for is missing. */
export function servedSites(): Map<string, SiteEntry> {
  return sites.get().entries;
}

/**
 * Returns the number of the newest stored generation that this process serves; in development a count of changes. 0 before
 * the first.
 */
export function currentGeneration(): number {
  return sites.get().generation;
}

/** Returns true once the config file differs from the one that this process read: only a restart uses the new one. */
export function configHasChanged(): boolean {
  return sites.get().configHasChanged;
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
  readonly files?: ContentFiles | undefined;
}

/** Serves another site from now on; requests that hold the old one finish with it. */
export function replaceSite(domain: string, site: Site, { generation, descriptions, files }: Origin = {}): void {
  const state = sites.get();
  const followed = files ?? state.entries.get(domain)?.files;
  state.entries.set(domain, {
    site: Promise.resolve(site),
    files: followed && withDescriptions(followed, descriptions),
  });
  noteSite(site);
  state.generation = generation ?? state.generation + 1;
  state.changes.dispatchEvent(new Event("change"));
}

function withDescriptions(files: ContentFiles, { description, named }: Partial<SiteDescriptions> = {}): ContentFiles {
  return { ...files, ...(description && { description }), ...(named && { named }) };
}

/** Remembers what says that a site is not the one that was meant. */
export function noteSite({ project, pages, settingsFolder }: Site): void {
  noteProblem(project, "content", describeFolder(project, { pages: pages.length, settingsFolder }));
}

/** Makes open pages in development show themselves again. */
export function announceChange(): void {
  const state = sites.get();
  state.generation += 1;
  state.changes.dispatchEvent(new Event("change"));
}

/** Gives what is served already its number in the store. */
export function setGeneration(generation: number): void {
  sites.get().generation = generation;
}

/** Waits until no page of another build, or of the content before the last change, can be served any more. */
export function whenRevalidated(): Promise<void> {
  return sites.get().pagesReady;
}

/** Lets `whenRevalidated` wait for one more step. */
export function holdPages(ready: Promise<void>): void {
  sites.get().pagesReady = ready;
}
