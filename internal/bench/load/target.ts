import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../../docent.config.ts";
import { type Instance, startInstance } from "../../exercises/standalone.ts";
import { createKeys, type Keys, NO_LIMITS } from "../../testing/auth-keys.ts";
import { type BenchDatabase, sqliteDatabase, startBenchPostgres } from "./database.ts";
import { type Facts, gatherFacts } from "./facts.ts";
import type { LoopDelay, WatchOrder } from "./watch-server.ts";

/** A store, and the number of servers on it. */
export interface Setup {
  readonly store: "sqlite" | "postgres";
  readonly processes: number;
}

/** A setup and how its servers start. */
export interface TargetOptions extends Setup {
  /** Folder of the standalone build. It is edited. */
  readonly site: string;
  /** Folder for data, settings and logs. */
  readonly root: string;
  /** Address of the model; without it, answers are quotes. */
  readonly modelUrl?: string | undefined;
  /** Variables that differ. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Servers of the standalone build under load. */
export interface Target {
  readonly urls: readonly string[];
  readonly database: BenchDatabase;
  readonly instances: readonly Instance[];
  readonly keys: Keys;
  readonly pids: () => number[];
  /** Gives an order to each server, and returns how late their event loops were since the last one: the worst of the servers. */
  readonly watch: (order: WatchOrder) => Promise<LoopDelay>;
  /** Facts for the generator, with fresh tokens. */
  readonly facts: () => Promise<Facts>;
  /** Edits a page and asks for an update of the site. */
  readonly update: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const WATCH = fileURLToPath(new URL("./watch-server.ts", import.meta.url));
const project = config.projects[0] as (typeof config.projects)[number];

/** Starts the servers, and asks each for the pages once, so that what is measured is not their first rendering. */
export async function startTarget(options: TargetOptions): Promise<Target> {
  const { store, processes, site, root } = options;
  await mkdir(root, { recursive: true });
  const database = store === "sqlite" ? sqliteDatabase(path.join(root, "data-1")) : await startBenchPostgres();
  const { keys, variables } = createKeys(project.id);
  const environment = {
    ...variables,
    ...(database.url && { DATABASE_URL: database.url }),
    ...(options.modelUrl && { ASSISTANT_MODEL: "scripted", OPENAI_BASE_URL: options.modelUrl, OPENAI_API_KEY: "none" }),
    DOCENT_CONFIG: await writeConfig(root),
    TRUST_PROXY: "1",
    ...options.variables,
  };
  const nodeOptions = ["--import", WATCH];
  const instances: Instance[] = [];
  const editor = createEditor(path.join(site, project.content));
  const stop = async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.stop();
    await editor.restore();
  };
  try {
    for (let name = 1; name <= processes; name += 1)
      instances.push(await startInstance({ name: String(name), site, root, environment, nodeOptions }));
    const urls = instances.map(({ url }) => url);
    const facts = () => gatherFacts(urls[0] as string, project.domain);
    await warm(urls, await facts());
    return {
      ...{ urls, database, instances, keys, facts, stop },
      pids: () => instances.map(({ child }) => child.pid as number),
      watch: (order) => watch(instances, order),
      update: () => editor.edit().then(() => requestUpdate(urls[0] as string, keys.account)),
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** The repository's own settings, without limits. */
async function writeConfig(root: string): Promise<string> {
  const file = path.join(root, "config.json");
  await writeFile(file, JSON.stringify({ ...config, limits: NO_LIMITS }));
  return file;
}

async function warm(urls: readonly string[], { pages, clicks, files, domain, readers, titles }: Facts): Promise<void> {
  for (const url of urls) {
    const read = async (at: string, headers: Record<string, string> = {}) => (await fetch(url + at, { headers })).text();
    for (const page of pages) await Promise.all([read(page), read(`${page}.md`)]);
    for (const click of clicks) await read(click, { rsc: "1" });
    for (const file of files) await read(file);
    for (const query of titles.slice(0, 20)) {
      const headers = { authorization: `Bearer ${readers[0]?.token}`, "content-type": "application/json" };
      await (await fetch(`${url}/v1/search/${domain}`, { method: "POST", headers, body: JSON.stringify({ query }) })).text();
    }
  }
}

async function watch(instances: readonly Instance[], order: WatchOrder): Promise<LoopDelay> {
  const all = await Promise.all(
    instances.map(async ({ child }) => {
      const answer = once(child, "message");
      child.send(order);
      return ((await answer) as [LoopDelay])[0];
    }),
  );
  const worst = (name: keyof LoopDelay) => Math.max(...all.map((one) => one[name]));
  return { p50Ms: worst("p50Ms"), p99Ms: worst("p99Ms"), maxMs: worst("maxMs") };
}

/** An editor of one page of a content folder. */
function createEditor(folder: string) {
  const [name = ""] = globSync("**/*.mdx", { cwd: folder }).sort();
  const page = path.join(folder, name);
  const before = readFileSync(page, "utf8");
  return {
    edit: () => writeFile(page, `${before.trimEnd()}\n\nRead once more at ${new Date().toISOString()}.\n`),
    restore: () => writeFile(page, before),
  };
}

async function requestUpdate(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { status } = await fetch(`${url}/v1/project/update/${project.id}`, { method: "POST", headers });
  if (status !== 202) throw new Error(`The update was refused with ${status}.`);
}
