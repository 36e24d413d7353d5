import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getConfig, getEnvironment, type Project } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import { readContentFiles } from "../../content/files/files.ts";
import type { Reported } from "../findings/report-findings.ts";
import { announceChange, configHasChanged, replaceSite, servedSites, sites } from "../stored/sites.ts";

const CONFIG_SCAN_MS = 1_000;
/** Shortest and longest pause between two scans of a folder. A large one is scanned less often, for a tenth of the time. */
const [SCAN_MS, SLOW_SCAN_MS] = [300, 2_000];
const SCAN_SHARE = 10;

/** Follows the content folders of all projects and the config file until the returned function is called. Started once per process. */
export function startWatching(): () => void {
  const state = sites.get();
  if (state.stopWatching) return state.stopWatching;
  const stopping = new AbortController();
  state.stopWatching = () => {
    stopping.abort();
    state.stopWatching = undefined;
  };
  for (const project of getConfig().projects) void watch(project, stopping.signal);
  void watchConfig(stopping.signal);
  void watchOwnCode(stopping.signal);
  return state.stopWatching;
}

async function watchConfig(signal: AbortSignal): Promise<void> {
  const name = getEnvironment().configFile ?? "docent.config.ts";
  const file = path.resolve(/* turbopackIgnore: true */ name);
  const read = () => readFile(file, "utf8").catch(() => undefined);
  const used = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  while (!signal.aborted) {
    await pause(CONFIG_SCAN_MS, undefined, { signal, ref: false }).catch(() => {});
    const now = await read();
    // Gone for a moment, as while an editor saves it.
    if (signal.aborted || now === undefined || (now !== used) === configHasChanged()) continue;
    sites.get().configHasChanged = now !== used;
    if (now !== used) process.stderr.write(`${name} has changed. Restart \`npm run dev\` to use it.\n`);
    announceChange();
  }
}

/** Reports addresses in site/ that lead out of the base path, when they come. */
async function watchOwnCode(signal: AbortSignal): Promise<void> {
  const { checkOwnCode } = await import("../findings/own-code.ts");
  let known: ReadonlySet<string> = new Set();
  while (!signal.aborted) {
    const lines = checkOwnCode({ basePath: getConfig().basePath }).map(({ severity, message }) => `${severity}: ${message}`);
    for (const line of lines.filter((each) => !known.has(each))) process.stderr.write(`${line}\n`);
    known = new Set(lines);
    await pause(CONFIG_SCAN_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function watch(project: Project, signal: AbortSignal): Promise<void> {
  let lastFault = "";
  let reported: Reported | undefined;
  let pauseMs = SCAN_MS;
  while (!signal.aborted) {
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    const started = performance.now();
    try {
      // An edit takes longer than a scan, and whoever edits once will again: what it costs delays no later one.
      const hasChanged = !signal.aborted && (await followFolder(project));
      if (!hasChanged) pauseMs = pauseAfter(performance.now() - started);
      if (!signal.aborted) reported = await report(project, reported);
      lastFault = "";
    } catch (cause) {
      // The folder may be missing for a moment; the site stays, and the fault is logged once.
      if (String(cause) !== lastFault) process.stderr.write(`${String(cause)}\n`);
      lastFault = String(cause);
    }
  }
}

/** Returns the pause before the next scan of a folder, in milliseconds, after one that took that many. */
export function pauseAfter(scanMs: number): number {
  return Math.min(SLOW_SCAN_MS, Math.max(SCAN_MS, SCAN_SHARE * scanMs));
}

/** Serves the folder's site if its files have changed. @returns whether they had. */
async function followFolder(project: Project): Promise<boolean> {
  const earlier = servedSites().get(project.domain);
  if (!earlier?.files) return false;
  const files = await readContentFiles(project, earlier.files);
  if (files === earlier.files) return false;
  const { folders: earlierFolders } = await earlier.site;
  const site = await buildSite(project, files, { drafts: getEnvironment().development, earlierFolders });
  replaceSite(project.domain, site, { files });
  return true;
}

/** Logs the findings of the site that is served, once all of it is read. */
async function report(project: Project, earlier: Reported | undefined): Promise<Reported | undefined> {
  const served = servedSites().get(project.domain);
  if (!served?.files) return earlier;
  const site = await served.site;
  if (site === earlier?.site || site.unread) return earlier;
  const { readOwnComponentNames } = await import("../findings/own-components.ts");
  const { reportFindings } = await import("../findings/report-findings.ts");
  return reportFindings(project, site, { earlier, ownComponents: await readOwnComponentNames(), files: served.files.files });
}
