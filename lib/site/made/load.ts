import { getEnvironment, type Project } from "../../config/config.ts";
import { describeFinding, findMisplaced } from "../../content/check/check-pages.ts";
import { buildSite, openSite } from "../../content/content.ts";
import { type ContentFiles, leftOut, readContentFiles } from "../../content/files/files.ts";
import { readLastModified } from "../../content/files/last-modified.ts";
import { completeSite, type Site } from "../../content/site/site.ts";
import { log, toLogFields } from "../../log.ts";
import { readBuildSnapshot, restoreParsed } from "../stored/artefacts.ts";
import { describeUnreadable, noteProblem } from "../stored/problems.ts";
import { currentGeneration, noteSite, replaceSite, type SiteEntry, servedSites } from "../stored/sites.ts";

/** From here on, to read all pages takes longer than anyone waits for the first of them; it may with fewer that take very long. */
const MANY_FILES = 150;
const LONGEST_WAIT_MS = 5_000;

/** A site, and the files of the folder that it was made from; without them it came from a build. */
interface LoadedSite {
  readonly site: Site;
  readonly files?: ContentFiles;
}

/** Returns the site that is served of a project. The first call makes it; after a failure the next call tries again. */
export function startSite(project: Project): Promise<Site> {
  const known = servedSites().get(project.domain);
  if (known) return known.site;
  const loading = loadSite(project);
  const entry: SiteEntry = { site: loading.then(({ site }) => site), files: undefined };
  servedSites().set(project.domain, entry);
  void takeOver(project, entry, loading);
  return entry.site;
}

/** Lets the whole site take the place of a listed one, unless another has by then. */
async function takeOver(project: Project, entry: SiteEntry, loading: Promise<LoadedSite>): Promise<void> {
  const { domain } = project;
  const isServed = () => servedSites().get(domain) === entry;
  let isLoaded = false;
  try {
    const { site, files } = await loading;
    isLoaded = true;
    noteSite(site);
    if (!site.unread) entry.files = files;
    const whole = await completeSite(site);
    if (whole !== site && isServed()) replaceSite(domain, whole, { files, generation: currentGeneration() });
  } catch (cause) {
    if (isLoaded) log("error", "the pages of a content folder could not be read", { domain, ...toLogFields(cause) });
    else noteProblem(project, "content", describeUnreadable(project, cause));
    if (isServed()) servedSites().delete(domain);
  }
}

/** Builds a site from the build's snapshot or the content folder; only listed if reading it takes long. */
async function loadSite(project: Project): Promise<LoadedSite> {
  const { production, building, development } = getEnvironment();
  // A server serves what its build has read, also when the folder has changed since: that is for an update to publish.
  const built = production ? await readBuildSnapshot(project) : undefined;
  // What the build has parsed is found by its text, so it serves another folder's equal pages too.
  if (production) await restoreParsed(project);
  if (built) {
    const site = await buildSite(project, built.files);
    if (!building) reportUnsupported(site);
    return { site };
  }
  const [read, lastModified] = await Promise.all([readContentFiles(project), readLastModified(project.content)]);
  const files = { ...read, lastModified };
  for (const { message } of leftOut(files)) log("warn", `${project.content}: ${message}`);
  if (building) return { site: await buildSite(project, files, { drafts: development }) };
  const listed = await openSite(project, files, { drafts: development, refusesClosed: production });
  const reading = completeSite(listed);
  // A failure reaches the callers that wait for the whole site.
  reading.then(reportUnsupported, () => {});
  const whole = files.files.length > MANY_FILES ? undefined : await Promise.race([reading, longestWait()]);
  return { site: whole ?? listed, files };
}

function longestWait(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), LONGEST_WAIT_MS).unref());
}

/** Says once which settings of the content have no effect, and how many findings there are. */
function reportUnsupported(site: Site): void {
  const { settings, findings } = site;
  const misplaced = findMisplaced(site);
  // In development the terminal says it with what else is found.
  if (misplaced && !getEnvironment().development) log("warn", describeFinding(site.project, misplaced));
  if (!settings) return;
  const { file, unsupported } = settings;
  const message = `${file}: ${findings.length} findings, which npm run check lists; settings without effect are listed`;
  if (unsupported.length > 0 || findings.length > 0) log("info", message, { settings: unsupported.join("; ") });
}
