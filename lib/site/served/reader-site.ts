/*
 * The site of whoever asks. Everything that answers a reader or a caller takes its site from here and passes it on;
 * `current.ts` has the whole one, which is the owner's, and an import rule keeps it out of pages, endpoints and components.
 */

import { getAccess, getConfig, getEnvironment, getMainProject } from "../../config/config.ts";
import type { Audience, Site } from "../../content/site/site.ts";
import { perProcess } from "../../process-state.ts";
import { latestSite } from "./current.ts";

type SitesByAudience = Map<string, Promise<Site>>;

const made = perProcess("reader-sites", () => new WeakMap<Site, SitesByAudience>());

/**
 * Returns the site of an audience: made of the files that it may read, and of nothing else. Where everyone reads everything,
 * the site itself.
 * @param domain default: that of the project whose pages are shown.
 */
export async function siteFor(audience: Audience, domain: string = getMainProject().domain): Promise<Site> {
  const whole = await latestSite(domain);
  const access = getAccess();
  if (!access) return whole;
  const { forReaders } = whole;
  if (!forReaders) throw new Error("The site cannot be made for its readers, so nobody gets it.");
  const declared = access.groups;
  const groups = audience.groups.filter((name) => Object.hasOwn(declared, name)).sort();
  const asked = { isSignedIn: audience.isSignedIn, groups };
  const sites = made.get().get(whole) ?? new Map<string, Promise<Site>>();
  made.get().set(whole, sites);
  const key = JSON.stringify(asked);
  const site = sites.get(key) ?? forReaders(asked).then((cut) => ({ ...cut, audience: asked }));
  // The last one asked for is the last to go.
  sites.delete(key);
  sites.set(key, site);
  site.catch(() => sites.delete(key));
  dropOldest(sites);
  return site;
}

/** Keeps the site of everybody, and of the others those that were asked for last. What is dropped is made again when it is asked for. */
function dropOldest(sites: SitesByAudience): void {
  const others = [...sites.keys()].filter((key) => key !== JSON.stringify(NOBODY));
  for (const oldest of others.slice(0, Math.max(0, others.length - getConfig().limits.readerSites))) sites.delete(oldest);
}

/**
 * Returns the site of readers who are not signed in: the only one that is prerendered, cached or shown to crawlers.
 * @param domain default: that of the project whose pages are shown.
 */
export function publicSite(domain: string = getMainProject().domain): Promise<Site> {
  return siteFor(publicAudience(), domain);
}

/** Returns the sites that readers of a site have, by audience; those that were asked for last are last. */
export function listReaderSites(whole: Site): readonly (readonly [Audience, Promise<Site>])[] {
  return [...(made.get().get(whole) ?? [])].map(([key, site]) => [JSON.parse(key) as Audience, site]);
}

/** Returns the owner's site, which has everything: for reports that an account token opens. */
export function ownerSite(domain: string): Promise<Site> {
  return latestSite(domain);
}

const NOBODY: Audience = { isSignedIn: false, groups: [] };

/** Returns the audience of readers who are not signed in. In development these see everything, or what DOCENT_READ_AS says. */
export function publicAudience(): Audience {
  const { development, readAs } = getEnvironment();
  const access = development ? getAccess() : undefined;
  if (!access || readAs === "public") return NOBODY;
  const all = Object.keys(access.groups);
  const asked = readAs?.split(",").map((name) => name.trim());
  return { isSignedIn: true, groups: all.filter((name) => asked?.includes(name) ?? true).sort() };
}
