import { type Environment, isOfThisMachine, type Project, readSettings, type Settings } from "../lib/config/config.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import { findSettingsBelow } from "../lib/content/files/settings-folder.ts";
import { replaceLogSink } from "../lib/log.ts";
import { describeFolder, describeUnreadable } from "../lib/site/problems.ts";
import { readArguments, runCommand } from "./command-line.ts";
import { type DoctorFinding, findingLine } from "./doctor/finding.ts";
import { checkHook, checkProvider } from "./doctor/network.ts";
import { checkDisk, checkStore } from "./doctor/store.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run doctor

Says what is configured, what this host lacks, and whether the content, the store, the disk, the models and the deploy hook's host
answer. It asks each model for one short answer, and does not call the hook. Fails when something does not work.`;

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  // What the parts log is said here in its own line.
  replaceLogSink(() => {});
  const settings = readOrSay();
  if (!settings) return;
  console.log(`${settings.environment.onVercel ? "Vercel" : "A server of your own"}, Node ${process.version}\n`);
  const findings = await examine(settings);
  for (const finding of findings) console.log(findingLine(finding));
  const failed = findings.filter(({ state }) => state === "fails").length;
  const noted = findings.filter(({ state }) => state === "note").length;
  console.log(`\n${failed} fail, ${noted} to look at.`);
  if (failed > 0) process.exitCode = 1;
}

/** Without readable settings nothing else can be examined. */
function readOrSay(): Settings | undefined {
  try {
    return readSettings(process.env);
  } catch (cause) {
    console.log((cause as Error).message);
    process.exitCode = 1;
    return undefined;
  }
}

async function examine({ config, environment }: Settings): Promise<DoctorFinding[]> {
  const siteUrl = config.projects[0]?.siteUrl ?? "";
  const groups = await Promise.all([
    [{ name: "projects", state: "ok", says: config.projects.map(({ id }) => id).join(", ") } satisfies DoctorFinding],
    Promise.all(config.projects.map(checkContent)),
    [checkSiteAddress(siteUrl, environment)],
    [checkSecret(environment)],
    [await checkStore(environment)],
    environment.databaseUrl ? [] : [await checkDisk(environment)],
    checkModels(environment),
    [await checkHook(environment.deployHookUrl)],
  ]);
  return groups.flat();
}

async function checkModels({ assistantModel, embeddingModel, unusedProviderKey }: Environment): Promise<DoctorFinding[]> {
  const unused: DoctorFinding = {
    name: "provider key",
    state: "note",
    says: "changes nothing until ASSISTANT_MODEL or EMBEDDING_MODEL is set",
  };
  const models = await Promise.all([
    checkProvider("chat model", assistantModel),
    checkProvider("embedding model", embeddingModel),
  ]);
  return unusedProviderKey ? [...models, unused] : models;
}

loadEnv();
await runCommand(help, main);

/** Reports on the content folder of a project: its number of pages, or what is wrong with it. */
async function checkContent(project: Project): Promise<DoctorFinding> {
  const name = "content";
  try {
    const { files, settingsAbove } = await readContentFiles(project);
    const texts = files.filter(({ path }) => /\.mdx?$/.test(path));
    const pages = texts.length + (project.apiDescription ? 1 : 0);
    const settingsFolder = settingsAbove ?? findSettingsBelow(files);
    const problem = describeFolder(project, { pages, settingsFolder });
    return problem ? { name, state: "fails", says: `${problem} It is ${project.content}` } : ok(project, texts.length);
  } catch (cause) {
    return { name, state: "fails", says: `${describeUnreadable(project, cause)} It is ${project.content}` };
  }
}

function ok({ content }: Project, texts: number): DoctorFinding {
  return { name: "content", state: "ok", says: `${texts} pages in ${content}` };
}

/** Checks that readers elsewhere can follow the addresses that the site gives out. */
function checkSiteAddress(siteUrl: string, { onVercel }: Pick<Environment, "onVercel">): DoctorFinding {
  const name = "site address";
  if (!isOfThisMachine(siteUrl)) return { name, state: "ok", says: siteUrl };
  const says = `${siteUrl} leads to this machine alone; set SITE_URL before others read the site`;
  return { name, state: onVercel ? "fails" : "note", says };
}

/** Checks that servers of this host will have a secret to sign with. */
function checkSecret(environment: Pick<Environment, "onVercel" | "siteSecret" | "databaseUrl">): DoctorFinding {
  const name = "signing secret";
  if (environment.siteSecret) return { name, state: "ok", says: "SITE_SECRET" };
  if (environment.onVercel)
    return { name, state: "note", says: "each build makes its own, and conversations end with it; set SITE_SECRET to keep them" };
  if (!environment.databaseUrl) return { name, state: "ok", says: "kept in the data folder" };
  return { name, state: "note", says: "kept in the data folder; several instances need one SITE_SECRET" };
}
