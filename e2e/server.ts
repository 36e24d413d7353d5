import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { expect } from "playwright/test";

export { findFreePort } from "../lib/db/testing-server.ts";

/** A server of the build that a test started for itself, with its own configuration. */
export interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns what it has written to its log so far. */
  readonly log: () => string;
}

/** Starts a server, on every address of the machine or on one alone, and waits until it answers with content. */
export async function startServer(port: number, env: NodeJS.ProcessEnv, address?: string): Promise<Server> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-p", String(port), ...(address ? ["-H", address] : [])], {
    env: { ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written += text));
  const server = { url: `http://${address ?? "localhost"}:${port}`, child, log: () => written };
  await expect.poll(() => statusOf(server, "/v1/health").catch(() => 0), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => isServing(server).catch(() => false), { timeout: 30_000 }).toBe(true);
  return server;
}

/**
 * A folder with faults is served and not published: its server has no generation, and names the problem. A server that still
 * reads its site can close the connection that the question before was asked on: that is not an answer.
 */
async function isServing({ url }: Server): Promise<boolean> {
  const { generation, problems = [] } = await (await fetch(`${url}/v1/health`)).json();
  return generation > 0 || problems.length > 0;
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

/** Makes a key in the store that these variables name, with the options of `npm run keys -- create`. */
export async function createKey(options: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/keys.ts", "create", ...options], { env });
  return stdout.trim().split("\n").at(-1) as string;
}
