import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "../lib/free-port.ts";
import { UsageError } from "./command-line.ts";

const START_MS = 60_000;

/** A server of a finished build, with its own data. */
export interface BuildServer {
  /** Such as http://localhost:4321, without the base path. */
  readonly origin: string;
  readonly child: ChildProcess;
  /** The folder that it keeps its data in. */
  readonly data: string;
}

interface BuildOptions {
  readonly folder?: string;
  readonly basePath?: string;
  /** Of its environment, besides those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Starts the build in `folder` on a free port, calls `use` when it answers below `basePath`, and ends it.
 * @throws UsageError when there is no build, and Error when it does not answer within a minute.
 */
export async function withBuildServer<Result>(
  { folder = process.cwd(), basePath = "", variables = {} }: BuildOptions,
  use: (server: BuildServer) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path.join(folder, ".next/BUILD_ID"))) throw new UsageError("There is no build; run `npm run build` first.");
  const data = mkdtempSync(path.join(os.tmpdir(), "docent-build-server-"));
  const origin = `http://localhost:${await findFreePort()}`;
  const child = start({ folder, origin, data, variables });
  try {
    await waitFor(`${origin}${basePath}/v1/health`, child);
    return await use({ origin, child, data });
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(data, { recursive: true, force: true });
  }
}

function start({
  folder,
  origin,
  data,
  variables,
}: { readonly origin: string; readonly data: string } & Required<Pick<BuildOptions, "folder" | "variables">>): ChildProcess {
  const next = path.join(folder, "node_modules/next/dist/bin/next");
  const { port } = new URL(origin);
  // No test asks a model, which costs its owner.
  const env = {
    ...process.env,
    ...variables,
    ASSISTANT_MODEL: "",
    NODE_ENV: "production",
    PORT: port,
    SITE_URL: origin,
    DOCENT_DATA_DIR: data,
  } as const;
  const child = spawn(process.execPath, [next, "start", "-p", port], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  // A line for each request that went well would bury what a command says.
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!/^\{"time":"[^"]*","level":"info"/.test(line)) process.stderr.write(`${line}\n`);
  });
  return child;
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error("The server ended while it was starting.");
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The server did not answer within a minute.");
}
