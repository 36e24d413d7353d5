import { type ChildProcess, spawn } from "node:child_process";
import { chown, copyFile, mkdtemp } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import type { FunctionFolder } from "./build.ts";

/** Another user, where the tests may become one. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: http.IncomingMessage | undefined;
}

/** Runs functions: some instances of each, in turn, frozen (SIGSTOP) whenever they have nothing to do. */
export class Instances {
  /** Milliseconds from the start of a process to the first byte of its first answer, by function. */
  readonly coldStarts = new Map<string, number[]>();
  readonly #pools = new Map<string, Promise<Instance>[]>();
  readonly #options: InstanceOptions;
  #turn = 0;

  constructor(options: InstanceOptions) {
    this.#options = options;
  }

  /** Calls a function. Resolves with its answer's head; its process is frozen again when the answer has ended. */
  async call(target: FunctionFolder, call: Call): Promise<http.IncomingMessage> {
    const pool = this.#pools.get(target.folder) ?? [];
    this.#pools.set(target.folder, pool);
    const startedAt = performance.now();
    const cold = pool.length < this.#options.count;
    if (cold) pool.push(startInstance(target, this.#options));
    const instance = await (cold ? pool.at(-1) : pool[this.#turn++ % pool.length]);
    const answer = await (instance as Instance).call(call);
    if (cold) this.coldStarts.set(target.name, [...(this.coldStarts.get(target.name) ?? []), performance.now() - startedAt]);
    return answer;
  }

  /** Ends every process; the next calls start cold. */
  async stop(): Promise<void> {
    for (const pool of this.#pools.values()) for (const instance of pool) (await instance).child.kill("SIGKILL");
    this.#pools.clear();
  }
}

export interface InstanceOptions {
  /** Processes of each function. */
  readonly count: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Parent of each process's folder for temporary files. */
  readonly root: string;
  readonly onPurge: (tags: readonly string[]) => void;
  readonly onOutput: (line: string) => void;
}

interface Instance {
  readonly child: ChildProcess;
  readonly call: (call: Call) => Promise<http.IncomingMessage>;
}

async function startInstance(target: FunctionFolder, options: InstanceOptions): Promise<Instance> {
  const child = await startProcess(target, options);
  let running = 0;
  const { promise: ready, resolve, reject } = Promise.withResolvers<number>();
  child.once("exit", (code) => reject(new Error(`${target.name} ended with code ${code}.`)));
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", options.onOutput);
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const [word, rest = ""] = line.split(" ", 2);
    if (word === "ready") resolve(Number(rest));
    else if (word === "purge") options.onPurge(rest.split(","));
    else if (word !== "idle") options.onOutput(line);
    else if (running === 0) child.kill("SIGSTOP");
  });
  const port = await ready;
  return {
    child,
    call: async ({ method, path: asked, headers, body }) => {
      running++;
      child.kill("SIGCONT");
      return new Promise((answered, failed) => {
        const request = http.request({ host: "127.0.0.1", port, method, path: asked, headers }, (answer) => {
          answer.once("close", () => running--);
          answered(answer);
        });
        request.once("error", failed);
        if (body) body.pipe(request);
        else request.end();
      });
    },
  };
}

async function startProcess(target: FunctionFolder, { root, variables }: InstanceOptions): Promise<ChildProcess> {
  const own = await mkdtemp(path.join(root, "instance-"));
  if (other.uid) await chown(own, other.uid, other.gid);
  // The other user may not be allowed to where Node.js and this file are.
  const [node, host] = [path.join(root, "node"), path.join(root, "function-host.cjs")];
  await copyFile(process.execPath, node, 1).catch(() => {});
  await copyFile(path.join(import.meta.dirname, "function-host.cjs"), host);
  return spawn(node, [host, target.folder, target.handler, String(target.webApi)], {
    cwd: target.folder,
    env: { VERCEL: "1", VERCEL_ENV: "production", TMPDIR: own, HOME: own, ...variables } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    ...other,
  });
}
