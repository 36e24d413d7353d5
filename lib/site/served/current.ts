/*
 * Reads the sites of this process. A domain comes in, and the site that is served now comes out; what a site is, listed or whole,
 * says lib/content/site/site.ts. Start at `latestSite`; requests ask
 * `reader-site.ts`, which gives each reader the site of what that reader may read.
 * Reading never imports making: `made/load.ts` makes the first site of a domain when it is first asked for, and `made/watch.ts`,
 * `made/follow.ts` and lib/updates replace it in `stored/sites.ts`.
 */

import { getConfig, getEnvironment } from "../../config/config.ts";
import type { Site } from "../../content/site/site.ts";
import { ServiceError } from "../../service-error.ts";
import { servedSites } from "../stored/sites.ts";

/**
 * Returns the site to answer a request from. Where functions are frozen between requests no timer follows the store, so the request
 * does, at most every 2 seconds. Elsewhere this is `currentSite`.
 */
export async function latestSite(domain: string): Promise<Site> {
  const { onVercel, databaseUrl, building } = getEnvironment();
  if (onVercel && databaseUrl && !building) await (await import("../made/follow.ts")).lookAtStore();
  return currentSite(domain);
}

/**
 * Returns the site that is served now. In development it follows the content folder (watch.ts), elsewhere the store (follow.ts).
 * A load that failed is forgotten, so that the next call tries again.
 * @throws ServiceError `not_found` for an unknown domain.
 */
export async function currentSite(domain: string): Promise<Site> {
  const project = getConfig().projects.find((candidate) => candidate.domain === domain);
  if (!project) throw new ServiceError("not_found", `There is no site "${domain}" here.`);
  return servedSites().get(domain)?.site ?? (await import("../made/load.ts")).startSite(project);
}
