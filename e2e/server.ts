import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { findFreePort } from "../lib/free-port.ts";

export { findFreePort };

/** A server of the build that a test started for itself, with its own configuration. */
export interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns what it has written so far. */
  readonly log: () => string;
}

/** Starts a server, on every address of the machine or on one alone, and waits until it answers with content. @param args more for `next start`. */
export async function startServer(
  port: number,
  env: NodeJS.ProcessEnv,
  address?: string,
  args: readonly string[] = [],
): Promise<Server> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-p", String(port), ...(address ? ["-H", address] : []), ...args], {
    env: { ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  const server = { url: `http://${address ?? "localhost"}:${port}`, child, log: () => written };
  await expect.poll(() => statusOf(server, "/v1/health").catch(() => 0), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => isServing(server).catch(() => false), { timeout: 30_000 }).toBe(true);
  return server;
}

/** The server of a file's tests. */
interface OwnServer extends Server {
  /** Has its data in `data`. */
  readonly folder: string;
  readonly variables: NodeJS.ProcessEnv;
}

/** Settings of a server of a file's tests, besides a folder for its data and its address. */
interface Given {
  readonly config?: object;
  readonly variables?: Readonly<Record<string, string>>;
  /** More arguments of `next start`. */
  readonly args?: readonly string[];
}

/** Starts a server before the tests of a file, once `prepare` has written what it reads, and ends it after them. */
export function serverForTests(prepare: (own: OwnServer) => Promise<Given>, address?: string): OwnServer {
  const own = {} as { -readonly [Name in keyof OwnServer]: OwnServer[Name] };
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    const [port, folder] = [await findFreePort(), await mkdtemp(path.join(tmpdir(), "docent-e2e-"))];
    Object.assign(own, { folder, url: `http://${address ?? "localhost"}:${port}` });
    const { config, variables, args } = await prepare(own);
    const file = path.join(folder, "config.json");
    if (config) await writeFile(file, JSON.stringify(config));
    const named = { SITE_URL: own.url, DOCENT_DATA_DIR: path.join(folder, "data"), ...(config && { DOCENT_CONFIG: file }) };
    own.variables = { ...process.env, ...named, ...variables };
    Object.assign(own, await startServer(port, own.variables, address, args));
  });
  test.afterAll(async () => {
    await stopServer(own);
    await rm(own.folder, { recursive: true, force: true });
  });
  return own;
}

/**
 * A server of a folder with faults, or without its store, has no generation, and names the problem. A server that still
 * reads its site can close the connection that the question before was asked on: that is not an answer.
 */
async function isServing({ url }: Server): Promise<boolean> {
  const { generation, fault, problems = [] } = await (await fetch(`${url}/v1/health`)).json();
  return generation > 0 || problems.length > 0 || fault !== undefined;
}

/** Ends a server and waits for its end. */
export async function stopServer({ child }: Pick<Server, "child">): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export async function statusOf({ url }: Server, pathname: string): Promise<number> {
  const response = await fetch(url + pathname, { redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}

export async function generationOf({ url }: Server): Promise<number> {
  return (await (await fetch(`${url}/v1/health`)).json()).generation;
}

interface UpdateState {
  readonly status: string;
  readonly error?: string;
  readonly logs: readonly string[];
  readonly changes: { readonly added: string[]; readonly modified: string[]; readonly removed: string[] };
  readonly endedAt: string | null;
}

/** Triggers an update with an account token and waits for its end. */
export async function update({ url }: Pick<Server, "url">, account: string): Promise<UpdateState> {
  const headers = { authorization: `Bearer ${account}` };
  const response = await fetch(`${url}/v1/project/update/harbor`, { method: "POST", headers });
  expect(response.status).toBe(202);
  const { statusId } = await response.json();
  const read = async (): Promise<UpdateState> => (await fetch(`${url}/v1/project/update-status/${statusId}`, { headers })).json();
  await expect.poll(async () => (await read()).endedAt, { timeout: 60_000, intervals: [100] }).toBeTruthy();
  return read();
}

/** Makes a key in the store that these variables name, with the options of `npm run keys -- create`. */
export async function createKey(options: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/keys.ts", "create", ...options], { env });
  return stdout.trim().split("\n").at(-1) as string;
}
