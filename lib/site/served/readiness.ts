import { getConfig, type Project } from "../../config/config.ts";
import { completeSite } from "../../content/site/site.ts";
import { log, toLogFields } from "../../log.ts";
import { enginesOf } from "../../search/engines.ts";
import { sites } from "../stored/sites.ts";
import { publicSite } from "./reader-site.ts";

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

async function prepareProject({ domain }: Project): Promise<void> {
  await enginesOf(await completeSite(await publicSite(domain)));
}
