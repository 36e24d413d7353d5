import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createCredential, hashSecret, type KeyKind, toToken } from "../../../lib/auth/credential.ts";
import { findFreePort } from "../../../lib/db/testing-server.ts";
import { copyStandalone } from "../../copy-standalone.ts";

const START_MS = 120_000;
const PAGES = 30;
const MANY = 1_000_000_000;
export const DOMAIN = "docs";

/** A running server of the deployment. */
export interface Instance {
  readonly name: string;
  readonly url: string;
  /** Stops it as its host does, and starts it again; resolves once it answers. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Two instances of the last standalone build, and what they share. */
export interface Deployment {
  readonly instances: readonly [Instance, Instance];
  /** Keys of their DOCENT_KEYS. */
  readonly keys: Readonly<Record<KeyKind, string>>;
  /** Writes another edition of every page into the content folder. */
  readonly edit: (edition: number) => void;
}

/** Starts two instances on one database, with a content folder given at the start. @throws Error without a standalone build. */
export async function startDeployment(root: string, databaseUrl: string): Promise<Deployment> {
  if (!existsSync(".next/standalone")) throw new Error("There is no standalone build; run DOCENT_STANDALONE=1 npm run build.");
  const [site, content] = [path.join(root, "site"), path.join(root, "content")];
  await copyStandalone(site);
  const edit = (edition: number) => writePages(content, edition);
  edit(0);
  const [assistant, account] = [createCredential("assistant"), createCredential("account")];
  const config = path.join(root, "config.json");
  writeFileSync(config, JSON.stringify(toConfig(content)));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: "10",
    DOCENT_CONFIG: config,
    DOCENT_CONTENT_DIR: content,
    SITE_SECRET: randomBytes(32).toString("hex"),
    DOCENT_KEYS: [
      `${toToken(assistant).slice(0, 15)}:${hashSecret(assistant.secret)}:${DOMAIN}`,
      `${toToken(account).slice(0, 15)}:${hashSecret(account.secret)}`,
    ].join(),
  };
  const start = (name: string) => startInstance({ name, site, root, environment });
  const instances = [await start("A"), await start("B")] as const;
  return { instances, keys: { assistant: toToken(assistant), account: toToken(account) }, edit };
}

/** Limits stand out of the way: they are the subject of other tests. */
function toConfig(content: string): object {
  const limits = {
    messagesPerKeyPerMonth: MANY,
    requestsPerOrganisationPerHour: MANY,
    requestsPerAddressPerDay: MANY,
    updatesPerProjectPerHour: MANY,
  };
  const project = { id: DOMAIN, domain: DOMAIN, name: "Docs", content };
  return { organisation: { id: "exercise", name: "Exercise" }, projects: [project], limits, logs: { requests: false } };
}

function writePages(folder: string, edition: number): void {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < PAGES; page += 1) {
    const name = page === 0 ? "index" : `guide-${page}`;
    const steps = Array.from(
      { length: 8 },
      (_, step) => `## Step ${step}\n\nRun \`tool step-${step}\` to prepare part ${page}.${step}.`,
    );
    writeFileSync(path.join(folder, `${name}.mdx`), `# Guide ${page}\n\nThis is edition ${edition}.\n\n${steps.join("\n\n")}\n`);
  }
}

interface InstanceOptions {
  readonly name: string;
  readonly site: string;
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
}

async function startInstance({ name, site, root, environment }: InstanceOptions): Promise<Instance> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const log = createWriteStream(path.join(root, `${name}.log`));
  const own = { PORT: String(port), HOSTNAME: "127.0.0.1", SITE_URL: url, DOCENT_DATA_DIR: path.join(root, `data-${name}`) };
  const begin = async () => {
    const env = { NODE_ENV: "production" as const, ...environment, ...own };
    const child = spawn(process.execPath, ["server.js"], { cwd: site, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    await untilHealthy(child, url);
    return child;
  };
  let child = await begin();
  return {
    name,
    url,
    restart: async () => {
      await end(child);
      child = await begin();
    },
    stop: async () => {
      await end(child);
      log.end();
      await finished(log);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function untilHealthy(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode} while it was starting.`);
    if ((await fetch(`${url}/v1/health`).catch(() => undefined))?.ok) return;
    await wait(100);
  }
  throw new Error("The server did not answer within two minutes.");
}
