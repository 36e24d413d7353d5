/*
 * The site of whoever asks. Everything that answers a reader or a caller takes its site from here and passes it on;
 * `current.ts` has the whole one, which is the owner's, and an import rule keeps it out of pages, endpoints and components.
 */

import { getMainProject } from "../../config/config.ts";
import type { Site } from "../../content/site/site.ts";
import { latestSite } from "./current.ts";

/**
 * Returns the site of readers who are not signed in: the only one that is prerendered, cached or shown to crawlers.
 * @param domain default: that of the project whose pages are shown.
 */
export function publicSite(domain: string = getMainProject().domain): Promise<Site> {
  return latestSite(domain);
}

/** Returns the owner's site, which has everything: for reports that an account token opens. */
export function ownerSite(domain: string): Promise<Site> {
  return latestSite(domain);
}
