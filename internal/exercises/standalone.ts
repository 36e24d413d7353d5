import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../../lib/free-port.ts";
import { copyStandalone } from "../../scripts/copy-standalone.ts";

const START_MS = 120_000;

/** A running server of a standalone build. */
export interface Instance {
  readonly url: string;
  /** Its process, whose channel carries messages. */
  readonly child: ChildProcess;
  /** Stops it as its host does. */
  readonly stop: () => Promise<void>;
}

/** The folders and settings of a server. */
export interface InstanceOptions {
  readonly name: string;
  /** Folder of the build, as `copyBuild` writes it. */
  readonly site: string;
  /** Folder of its log and its data. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
}

/** Copies the last standalone build to a separate folder. @throws Error without one. */
export async function copyBuild(folder: string): Promise<void> {
  if (!existsSync(".next/standalone")) throw new Error("There is no standalone build; run DOCENT_STANDALONE=1 npm run build.");
  await copyStandalone(folder);
}

/** Starts a server on a free port of loopback. Resolves once it answers. @throws Error where it ends or takes two minutes. */
export async function startInstance({ name, site, root, environment, nodeOptions = [] }: InstanceOptions): Promise<Instance> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), HOSTNAME: "127.0.0.1", SITE_URL: url, DOCENT_DATA_DIR: path.join(root, `data-${name}`) };
  const env = { NODE_ENV: "production" as const, ...own, ...environment };
  // A file and no pipe: what a server writes costs no other process anything.
  const log = await open(path.join(root, `${name}.log`), "a");
  const stdio = ["ignore", log.fd, log.fd, "ipc"] as const;
  const child = spawn(process.execPath, [...nodeOptions, "server.js"], { cwd: site, env, stdio: [...stdio] });
  await log.close();
  await untilHealthy(child, url);
  return { url, child, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
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
