import { getConfig, type Project } from "../../config/config.ts";
import { type Audience, completeSite, type Site } from "../../content/site/site.ts";
import { log, toLogFields } from "../../log.ts";
import { enginesOf, hasEngines } from "../../search/engines.ts";
import { siteChanges, sites } from "../stored/sites.ts";
import { currentSite } from "./current.ts";
import { listReaderSites, publicSite, siteFor } from "./reader-site.ts";

/** Returns true once all pages of every site are read, and the engines that search them are there. */
export function isWhole(): boolean {
  return sites.get().isWhole;
}

/**
 * Reads what is not read yet and prepares search, so that no reader waits for it. Never rejects: a failure is logged, and the
 * next call tries again.
 */
export function prepareSites(): Promise<void> {
  const state = sites.get();
  if (!state.isWhole) state.preparing ??= prepareAll();
  return state.preparing ?? Promise.resolve();
}

async function prepareAll(): Promise<void> {
  const state = sites.get();
  try {
    await Promise.all(getConfig().projects.map(prepareProject));
    state.isWhole = true;
  } catch (cause) {
    log("error", "a site is not ready; it is tried again when health is asked for", toLogFields(cause));
  } finally {
    state.preparing = undefined;
  }
}

/**
 * Prepares search after each change of a site for the audiences that have searched before it, one after another, so that no reader
 * waits for an index. An audience whose passages have not changed keeps its own. Called once per process, where sites have readers.
 */
export function followReaders(): void {
  const served = new Map<string, Site>();
  const follow = async ({ domain }: Project) => {
    const site = await currentSite(domain);
    const before = served.get(domain);
    served.set(domain, site);
    for (const audience of before && before !== site ? await listSearching(before) : []) {
      if (served.get(domain) !== site) return;
      await enginesOf(await completeSite(await siteFor(audience, domain)));
    }
  };
  const followAll = () => {
    for (const project of getConfig().projects)
      follow(project).catch((cause: unknown) =>
        log("warn", "search is not prepared for readers; the next search prepares it", toLogFields(cause)),
      );
  };
  siteChanges().addEventListener("change", followAll);
  followAll();
}

/** Lists the audiences that have searched a site. */
async function listSearching(whole: Site): Promise<Audience[]> {
  const all = await Promise.all(
    listReaderSites(whole).map(async ([audience, site]) => (hasEngines(await completeSite(await site)) ? [audience] : [])),
  );
  return all.flat();
}

async function prepareProject({ domain }: Project): Promise<void> {
  await enginesOf(await completeSite(await publicSite(domain)));
}
