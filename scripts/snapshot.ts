import { getConfig, getEnvironment, getMainProject, type Project } from "../lib/config/config.ts";
import { counted } from "../lib/counted.ts";
import { writeBuildSecret } from "../lib/db/secret.ts";
import { toLine } from "../lib/finding.ts";
import { prepareEngines, type SearchableSite } from "../lib/search/engines.ts";
import { listAppRoutes, listPublicFiles, writeOwnPages } from "../lib/site/findings/app-routes.ts";
import { checkOwnCode } from "../lib/site/findings/own-code.ts";
import { describeSize } from "../lib/site/findings/site-size.ts";
import { writeBrand } from "../lib/site/served/look.ts";
import { writeBuildSnapshot, writeParsed } from "../lib/site/stored/artefacts.ts";
import { UpdateError } from "../lib/updates/job.ts";
import { prepareSite } from "../lib/updates/pipeline.ts";
import { describeMisplaced, describeTakenAddresses } from "./check-routes.ts";
import { listStyledClasses } from "./styled-classes.ts";

/** Reads and checks the content of every project, and writes it down for the build and for the server that runs it. */
async function main(): Promise<number> {
  const { projects } = getConfig();
  const builtAt = Date.now();
  for (const finding of checkOwnCode(getConfig())) console.error(toLine(finding));
  const misplaced = describeMisplaced(await listAppRoutes());
  if (misplaced.length > 0) {
    console.error(`\n${misplaced.map(toLine).join("\n")}\n`);
    return 1;
  }
  try {
    await writeBrand();
  } catch (cause) {
    console.error(`\ndocent.config.ts: ${(cause as Error).message}\n`);
    return 1;
  }
  if (writeBuildSecret(getEnvironment()))
    console.log("SITE_SECRET is not set: this deployment signs with a generated secret, and its conversations end with it.");
  try {
    for (const project of projects) await snapshot(project, builtAt);
    return 0;
  } catch (cause) {
    if (!(cause instanceof UpdateError)) throw cause;
    console.error(["The content cannot be built:", ...(cause.details.length > 0 ? cause.details : [cause.message])].join("\n  "));
    return 1;
  }
}

async function snapshot(project: Project, builtAt: number): Promise<void> {
  const { searchable, size } = await writeContent(project, builtAt);
  await prepareEngines(searchable, { logProgress: (line) => console.log(line) });
  console.log(`${project.domain}: ${size}, ${counted(searchable.passages.length, "passage")}.`);
}

/** Writes what a site is made of, and returns what search reads of it: the rest of a large site takes memory that search needs. */
async function writeContent(project: Project, builtAt: number): Promise<{ searchable: SearchableSite; size: string }> {
  const { updates } = getConfig();
  const { files, etag, site } = await prepareSite({
    project,
    earlier: undefined,
    rules: { allowHosts: updates.allowHosts, allowInsecure: updates.allowInsecure },
    drafts: false,
    log: (line) => console.log(line),
    signal: new AbortController().signal,
  });
  if (project === getMainProject()) {
    const taken = describeTakenAddresses(site, await listAppRoutes(), await listPublicFiles());
    const [first, ...more] = taken.map(toLine);
    if (first) throw new UpdateError(first, { details: [first, ...more] });
    await writeOwnPages(project);
  }
  const texts = files.files.map(({ text }) => text);
  await writeBuildSnapshot(project, { files, builtAt, etag, classes: await listStyledClasses(project, texts) });
  await writeParsed(project);
  const passages = site.passages.map((passage) => ({ ...passage, blocks: [] }));
  return { searchable: { project, hash: site.hash, passages, pages: [] }, size: describeSize(site) };
}

process.exitCode = await main();
