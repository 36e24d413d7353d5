import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { copyStandalone } from "../../scripts/copy-standalone.ts";
import { findFreePort } from "../server.ts";

const run = promisify(execFile);
/** Another user, where the tests may become one. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The output of a build, as a host runs it: at another path, read-only, without the sources, as another user. */
export interface Artifact {
  /** The folder that runs. */
  readonly folder: string;
  readonly start: (variables?: Readonly<Record<string, string>>) => Promise<RunningArtifact>;
  /** Runs one of the folder's commands, and returns what it prints. */
  readonly command: (name: string, args: readonly string[], variables: Readonly<Record<string, string>>) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export interface RunningArtifact {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Runs a request and stops the process (SIGSTOP) around it, as a host that freezes functions does. */
  readonly thawed: <Result>(request: () => Promise<Result>) => Promise<Result>;
  /** Asks it to stop. Resolves to its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Copies the last build, which must have been made with DOCENT_STANDALONE. */
export async function copyArtifact(): Promise<Artifact> {
  const root = await mkdtemp(path.join(tmpdir(), "docent-artifact-"));
  const [folder, node] = [path.join(root, "site"), path.join(root, "node")];
  await copyStandalone(folder);
  // The other user may not be allowed to where this one is.
  await copyFile(process.execPath, node);
  await run("chmod", ["755", root, node]);
  await run("chmod", ["-R", "a-w,a+rX", folder]);
  const isolated = async (variables: Readonly<Record<string, string>>) => ({
    cwd: folder,
    env: { ...variables, TMPDIR: await makeTemp(root) } as unknown as NodeJS.ProcessEnv,
    ...other,
  });
  return {
    folder,
    start: async (variables = {}) => {
      const port = await findFreePort();
      const url = `http://localhost:${port}`;
      const options = await isolated({ PORT: String(port), SITE_URL: url, ...variables });
      return waitFor(spawn(node, ["server.js"], { ...options, stdio: ["ignore", "pipe", "pipe"] }), url);
    },
    command: async (name, args, variables) =>
      (await run(node, [`commands/${name}.js`, ...args], await isolated(variables))).stdout,
    remove: async () => {
      await run("chmod", ["-R", "u+w", folder]);
      await rm(root, { recursive: true });
    },
  };
}

/** An empty folder for temporary files: nothing of another run can be found there. */
async function makeTemp(root: string): Promise<string> {
  const folder = path.join(root, `temp-${crypto.randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  if (other.uid) await chown(folder, other.uid, other.gid);
  return folder;
}

async function waitFor(child: ChildProcess, url: string): Promise<RunningArtifact> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const health = async () => (await fetch(`${url}/v1/health`).catch(() => undefined))?.status ?? output;
  await expect.poll(health, { timeout: 60_000 }).toBe(200);
  return {
    url,
    child,
    output: () => output,
    thawed: async (request) => {
      child.kill("SIGCONT");
      try {
        return await request();
      } finally {
        child.kill("SIGSTOP");
      }
    },
    stop: async () => {
      child.kill("SIGCONT");
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      }
      return child.exitCode;
    },
  };
}
