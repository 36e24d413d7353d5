import { type Environment, readSettings, type Settings } from "../lib/config/config.ts";
import { replaceLogSink } from "../lib/log.ts";
import { readArguments, runCommand } from "./command-line.ts";
import { checkContent } from "./doctor/content.ts";
import { type Finding, toLine } from "./doctor/finding.ts";
import { checkHook, checkProvider } from "./doctor/network.ts";
import { checkSecret, checkSiteAddress } from "./doctor/settings.ts";
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
  for (const finding of findings) console.log(toLine(finding));
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

async function examine({ config, environment }: Settings): Promise<Finding[]> {
  const siteUrl = config.projects[0]?.siteUrl ?? "";
  const groups = await Promise.all([
    [{ name: "projects", state: "ok", says: config.projects.map(({ id }) => id).join(", ") } satisfies Finding],
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

async function checkModels({ assistantModel, embeddingModel, unusedProviderKey }: Environment): Promise<Finding[]> {
  const unused: Finding = {
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
