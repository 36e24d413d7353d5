import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { connect } from "node:net";
import { streamText, tool } from "ai";
import { z } from "zod";
import { createProviderModel } from "../lib/assistant/model/provider-model.ts";
import {
  type Environment,
  isOfThisMachine,
  listSignInFaults,
  type Project,
  type ProviderChoice,
  readSettings,
  type Settings,
} from "../lib/config/config.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import { findSettingsBelow } from "../lib/content/files/settings-folder.ts";
import { counted } from "../lib/counted.ts";
import { chooseFolder, LATER_ADVICE, openStore } from "../lib/db/db.ts";
import { replaceLogSink, toLogFields } from "../lib/log.ts";
import { createProviderEmbedding } from "../lib/search/dense/provider.ts";
import { describeFolder, describeUnreadable } from "../lib/site/stored/problems.ts";
import { readArguments, runCommand } from "./command-line.ts";
import { askPart, type DoctorFinding, findingLine } from "./doctor/finding.ts";
import { loadEnv } from "./load-env.ts";
import { listStarterPages } from "./starter-pages.ts";

const help = `npm run doctor

Reports what is configured, what this host lacks, and whether the content, the store, the disk, the models and the deploy hook's
host work. It asks each model for one short answer, and does not call the hook. Fails when something does not work.`;

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  // Log lines of the parts are printed as lines of their own.
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

/** Reads the settings, without which nothing else can be examined, or reports why it cannot. */
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
    Promise.all(config.projects.map(checkContent)).then((groups) => groups.flat()),
    [checkSiteAddress(siteUrl, environment)],
    [checkSecret(environment)],
    config.access ? [checkSignIn(listSignInFaults(config, environment))] : [],
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

/** Reports on the content folder of a project: its number of pages and those of init among them, or what is wrong with it. */
async function checkContent(project: Project): Promise<DoctorFinding[]> {
  const name = "content";
  try {
    const { files, settingsAbove } = await readContentFiles(project);
    const texts = files.filter(({ path }) => /\.mdx?$/.test(path));
    const pages = texts.length + (project.apiDescription ? 1 : 0);
    const settingsFolder = settingsAbove ?? findSettingsBelow(files);
    const problem = describeFolder(project, { pages, settingsFolder });
    if (problem) return [{ name, state: "fails", says: `${problem} It is ${project.content}` }];
    return [ok(project, texts.length), ...describeStarterPages(listStarterPages(texts))];
  } catch (cause) {
    return [{ name, state: "fails", says: `${describeUnreadable(project, cause)} It is ${project.content}` }];
  }
}

function describeStarterPages(pages: readonly string[]): DoctorFinding[] {
  if (pages.length === 0) return [];
  const says = `${pages.join(", ")}: as npm run init wrote them, and readers find them; rewrite them, or give them draft: true`;
  return [{ name: "starter pages", state: "note", says }];
}

function ok({ content }: Project, texts: number): DoctorFinding {
  return { name: "content", state: "ok", says: `${counted(texts, "page")} in ${content}` };
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

/** Reports why readers could not sign in, for which a server does not start. */
function checkSignIn(faults: readonly string[]): DoctorFinding {
  const name = "sign-in";
  return faults.length > 0
    ? { name, state: "fails", says: faults.join("; ") }
    : { name, state: "ok", says: "readers can sign in" };
}

const SLOW_MS = 500;
const LITTLE_MB = 500;
const TOO_LITTLE_MB = 50;

/** Checks that the store opens as a server would open it, and answers. */
async function checkStore(environment: Environment): Promise<DoctorFinding> {
  let kind = "";
  let later: readonly string[] = [];
  const finding = await askPart("store", SLOW_MS, async () => {
    const store = await openStore({ ...environment, databasePoolSize: 1 });
    try {
      const { keys } = await store.database
        .selectFrom("keys")
        .select(({ fn }) => fn.countAll<number>().as("keys"))
        .executeTakeFirstOrThrow();
      const fault = await store.fault();
      if (fault) throw new Error(`${store.kind}: ${fault}`);
      ({ kind, later } = store);
      return `${store.kind}, keys: ${Number(keys) + environment.keys.length}`;
    } finally {
      await store.close();
    }
  });
  if (later.length > 0 && finding.state === "ok")
    return {
      ...finding,
      state: "note",
      says: `${finding.says}; a later release has changed it (${later.join(", ")}). ${LATER_ADVICE}`,
    };
  if (kind !== "ephemeral") return finding;
  return {
    ...finding,
    state: "note",
    says: `${finding.says}; nothing is kept, since the disk cannot be written. Set DATABASE_URL`,
  };
}

/** Checks that there is room where SQLite writes. */
async function checkDisk(environment: Environment): Promise<DoctorFinding> {
  const name = "disk";
  try {
    const { folder } = chooseFolder(environment);
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 1_000_000);
    const state = free < TOO_LITTLE_MB ? "fails" : free < LITTLE_MB ? "note" : "ok";
    return { name, state, says: `${free} MB free in ${folder}` };
  } catch (cause) {
    return { name, state: "fails", says: (cause as Error).message };
  }
}

const remedies = {
  "chat model": "Check ASSISTANT_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY",
  "embedding model": "Check EMBEDDING_MODEL, EMBEDDING_BASE_URL or OPENAI_BASE_URL, and its key",
} as const;
const MAX_MS = 15_000;
const SLOW_MODEL_MS = 3_000;
const SLOW_HOST_MS = 1_000;

/** Checks that a model answers, by one short request. */
async function checkProvider(name: "chat model" | "embedding model", choice: ProviderChoice | undefined): Promise<DoctorFinding> {
  if (!choice)
    return { name, state: "ok", says: name === "chat model" ? "none: answers quote excerpts" : "none: built-in search" };
  return askPart(name, SLOW_MODEL_MS, async () => {
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      if (name === "chat model") await askAsAnswersDo(choice, signal);
      else await createProviderEmbedding(choice, { retries: 0 }).embed(["yes"], signal);
    } catch (cause) {
      // Without the provider's own words, since some repeat the key in them.
      throw new Error(`${choice.model}: ${toLogFields(cause).error}. ${remedies[name]}`);
    }
    return choice.model;
  });
}

/** Most tokens of the answer: a model that thinks first needs some for its thoughts. */
const MAX_TOKENS = 200;

/** Asks for a stream with a tool at hand, since some servers give answers, but no streams or no tools. */
async function askAsAnswersDo(choice: ProviderChoice, abortSignal: AbortSignal): Promise<void> {
  const search = tool({ description: "Searches the documentation.", inputSchema: z.object({ query: z.string() }) });
  const { stream } = streamText({
    ...{ model: createProviderModel(choice), prompt: "Say yes.", tools: { search } },
    ...{ maxOutputTokens: MAX_TOKENS, maxRetries: 0, abortSignal, onError: () => {} },
  });
  let said = false;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new Error(`no answer within ${MAX_MS / 1_000} s`);
    said ||= part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-call";
  }
  if (!said) throw new Error("the answer is empty");
}

/** Checks that the host of the deploy hook takes connections. The hook is not called, and its path, a secret, not shown. */
async function checkHook(url: string | undefined): Promise<DoctorFinding> {
  const name = "deploy hook";
  if (!url) return { name, state: "ok", says: "none" };
  const { hostname, port, protocol } = new URL(url);
  return askPart(name, SLOW_HOST_MS, async () => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(MAX_MS) });
    } catch (cause) {
      throw new Error(`${hostname} cannot be reached (${(cause as NodeJS.ErrnoException).code})`);
    } finally {
      socket.destroy();
    }
    return `${hostname} answers`;
  });
}

await runCommand(help, main);
