import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { perProcess } from "../../process-state.ts";

const MAX_THREADS = Math.min(2, availableParallelism());
/** After so long without a page a thread ends, and its memory is free again. */
const IDLE_MS = 10_000;
/** Interval between looks at the time that a page has taken. */
const LOOK_MS = 100;
/** Of the processor's time a page may take; where that is not known, and beside it, of the clock's. */
const MAX_CPU_MS = 5_000;
const MAX_WALL_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A page could not be read to its end: it took too long or too much memory, or shows too much. */
export class PageTooCostly extends Error {}

/** A thread that reads one page for whoever has it. */
interface PageThread {
  /** Does a task on plain data. @throws PageTooCostly; Error with the task's own reason */
  readonly ask: (task: string, input: unknown) => Promise<unknown>;
}

interface Threads {
  /** Each with the timer that ends it. */
  readonly idle: Map<Worker, NodeJS.Timeout>;
  readonly waiting: (() => void)[];
  running: number;
}

const threads = perProcess<Threads>("page-threads", () => ({ idle: new Map(), waiting: [], running: 0 }));

/**
 * Works with a thread that nothing else uses meanwhile; at most two work at once. What it does is bounded in time and memory: past
 * that the thread is ended, whatever it does, and the next page gets another.
 */
export async function withThread<Result>(work: (thread: PageThread) => Promise<Result>, maxCpuMs = MAX_CPU_MS): Promise<Result> {
  const worker = await take();
  const end = Promise.withResolvers<never>();
  const stop = watch(worker, maxCpuMs, end.reject);
  let isAlive = true;
  end.promise.catch(() => {
    isAlive = false;
  });
  try {
    return await work({ ask: (task, input) => Promise.race([answerOf(worker, task, input), end.promise]) });
  } finally {
    stop();
    give(isAlive ? worker : undefined);
  }
}

async function take(): Promise<Worker> {
  const state = threads.get();
  if (state.running >= MAX_THREADS) await new Promise<void>((resolve) => state.waiting.push(resolve));
  else state.running += 1;
  const [worker, timer] = [...state.idle].at(-1) ?? [];
  if (!worker) return start();
  clearTimeout(timer);
  state.idle.delete(worker);
  return worker;
}

/** Hands a thread to whoever waits, or keeps it for a while; without one, another will be started. */
function give(worker: Worker | undefined): void {
  const state = threads.get();
  if (worker) {
    const end = () => {
      state.idle.delete(worker);
      void worker.terminate();
    };
    state.idle.set(worker, setTimeout(end, IDLE_MS).unref());
  }
  const next = state.waiting.shift();
  if (next) next();
  else state.running -= 1;
}

function start(): Worker {
  // Turbopack makes a chunk of it, with all that it imports; Node reads the file as it is.
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: MEMORY,
    stdin: false,
  });
  worker.unref();
  return worker;
}

let questions = 0;

async function answerOf(worker: Worker, task: string, input: unknown): Promise<unknown> {
  questions += 1;
  const id = questions;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onMessage = (answer: { id: number; output?: string; excess?: string; fault?: string }) => {
    if (answer.id !== id) return;
    if (answer.excess !== undefined) reject(new PageTooCostly(answer.excess));
    else if (answer.fault !== undefined) reject(new Error(answer.fault));
    else resolve(JSON.parse(answer.output ?? "null"));
  };
  worker.on("message", onMessage);
  worker.ref();
  try {
    worker.postMessage({ id, task, input });
    return await promise;
  } finally {
    worker.unref();
    worker.off("message", onMessage);
  }
}

/** Ends a thread past its time, and tells when it has ended by itself. The returned function stops looking. */
function watch(worker: Worker, maxCpuMs: number, end: (why: Error) => void): () => void {
  const began = performance.now();
  let before: number | undefined;
  let isAsking = false;
  const stop = () => {
    end(new PageTooCostly(`it takes more than ${Math.round(maxCpuMs / 100) / 10} seconds to read`));
    void worker.terminate();
  };
  const look = async () => {
    // A thread that is deep in one function of V8 does not tell its time before that ends.
    if (performance.now() - began >= MAX_WALL_MS) stop();
    if (isAsking) return;
    isAsking = true;
    const used = await cpuOf(worker);
    isAsking = false;
    before ??= used;
    if (used !== undefined && before !== undefined && used - before > maxCpuMs) stop();
  };
  const timer = setInterval(look, LOOK_MS);
  void look();
  const onError = (cause: unknown) =>
    end(new PageTooCostly(isOutOfMemory(cause) ? "it takes too much memory to read" : String(cause)));
  const onExit = () => end(new PageTooCostly("the thread that read it has ended"));
  worker.once("error", onError);
  worker.once("exit", onExit);
  return () => {
    clearInterval(timer);
    worker.off("error", onError);
    worker.off("exit", onExit);
  };
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Milliseconds of the processor that a thread has used; undefined where nothing tells. */
async function cpuOf(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return undefined;
  }
}
