import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import config from "../../../docent.config.ts";
import { findFreePort } from "../../../e2e/server.ts";
import { createCredential, hashSecret, toToken } from "../../../lib/auth/credential.ts";
import type { DocentConfig } from "../../../lib/config/schema.ts";
import { startWatch, type Watch } from "./watch.ts";

export interface TargetOptions {
  /** Settings that differ from the template's config file. */
  readonly config?: Partial<DocentConfig>;
  readonly variables?: Readonly<Record<string, string>>;
  /** API descriptions as JSON, by the names in the addresses of their pages. */
  readonly descriptions?: () => Readonly<Record<string, string>>;
}

/** A server under attack, with its own folder for data and content. */
export interface Target {
  readonly url: string;
  readonly pid: number;
  /** Folder that holds `content`, `data` and the log. */
  readonly folder: string;
  readonly keys: { readonly assistant: string; readonly account: string };
  readonly watch: Watch;
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();
const targets = new Set<Target>();
const folders = new Set<string>();

// Whatever way the bench ends, what it started ends with it.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** A folder with a copy of the content, which goes when the bench ends. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-attack-"));
  folders.add(folder);
  await cp("content", path.join(folder, "content"), { recursive: true });
  await mkdir(path.join(folder, "data"), { mode: 0o755 });
  return folder;
}

/** Removes what `createFolder` made. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** Starts the build in `.next` and waits until it answers. @throws Error with the server's log when it does not. */
export async function startTarget(folder: string, options: TargetOptions = {}): Promise<Target> {
  const { variables = {} } = options;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const [assistant, account] = [createCredential("assistant"), createCredential("account")];
  const child = await spawnServer(folder, port, {
    DOCENT_CONFIG: await writeConfig(folder, url, options),
    DOCENT_DATA_DIR: path.join(folder, "data"),
    DOCENT_KEYS: [
      `dk_${assistant.id}:${hashSecret(assistant.secret)}:docent`,
      `da_${account.id}:${hashSecret(account.secret)}`,
    ].join(","),
    SITE_URL: url,
    // The memory of a small container.
    NODE_OPTIONS: "--max-old-space-size=768",
    ...variables,
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  await waitForHealth(url, isAlive).catch(async (cause) => {
    await end(child);
    const lines = readFileSync(logFile(folder), "utf8").split("\n");
    throw new Error(
      `The server does not answer. Its log:\n${lines.filter((line) => !line.includes('"event":"request"')).join("\n")}`,
      { cause },
    );
  });
  const watch = startWatch(`${url}/_next/${await findStaticFile()}`, child.pid as number);
  const target: Target = {
    url,
    pid: child.pid as number,
    folder,
    keys: { assistant: toToken(assistant), account: toToken(account) },
    watch,
    isAlive,
    stop: async () => {
      targets.delete(target);
      await watch.stop();
      await end(child);
    },
  };
  targets.add(target);
  return target;
}

/** Stops every server that still runs. */
export async function stopTargets(): Promise<void> {
  await Promise.all([...targets].map((target) => target.stop()));
}

async function spawnServer(folder: string, port: number, variables: Record<string, string>): Promise<ChildProcess> {
  const log = await open(logFile(folder), "a");
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)], {
    env: { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
    stdio: ["ignore", log.fd, log.fd],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  await log.close();
  return child;
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kibibytes) / 1_024);
}

const logFile = (folder: string) => path.join(folder, "server.log");

async function writeConfig(
  folder: string,
  siteUrl: string,
  { config: changes = {}, descriptions = () => ({}) }: TargetOptions,
): Promise<string> {
  const [main] = config.projects;
  const content = path.join(folder, "content");
  const apiDescriptions: Record<string, string> = {};
  for (const [name, text] of Object.entries(descriptions())) {
    apiDescriptions[name] = path.join(folder, `${name}.json`);
    await writeFile(apiDescriptions[name], text);
  }
  const project = {
    ...main,
    apiDescriptions,
    siteUrl,
    content,
    apiDescription: path.resolve(main?.apiDescription ?? "lib/api-description/openapi.json"),
  };
  const file = path.join(folder, "config.json");
  await writeFile(file, JSON.stringify({ ...config, ...changes, projects: [project] }));
  return file;
}

/** A server that reads several large descriptions at its start takes a while. */
const MAX_START_MS = 300_000;

async function waitForHealth(url: string, isAlive: () => boolean): Promise<void> {
  const until = Date.now() + MAX_START_MS;
  while (isAlive() && Date.now() < until) {
    const response = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    const state = response?.ok ? ((await response.json()) as { generation: number }) : undefined;
    if (state && state.generation > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(isAlive() ? "It took more than five minutes." : "It has ended.");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  // A server that hangs does not hear the first one.
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(timer);
}

/** Any small file of the build: its answer needs no page, no store and no check. */
async function findStaticFile(): Promise<string> {
  const names = await readdir(".next/static/chunks");
  const script = names.find((name) => name.endsWith(".css")) ?? names.find((name) => name.endsWith(".js"));
  if (!script) throw new Error("The build has no static files; run `npm run build`.");
  return `static/chunks/${script}`;
}
