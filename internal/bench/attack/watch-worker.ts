import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** Input of the thread: an address whose answer needs nothing but the event loop, and the process to weigh. */
interface Watched {
  readonly url: string;
  readonly pid: number;
}

const everyMs = 10;
const { url, pid } = workerData as Watched;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let fileThreads = listFileThreads();
let figures = { stallMs: 0, peakMiB: 0 };
let asked: { readonly at: number; readonly times: Times } | undefined;

/** The longest wait so far; an unfinished one counts as far as it has come. */
function readFigures() {
  weigh();
  return { ...figures, stallMs: Math.round(Math.max(figures.stallMs, waitedMs())) };
}

/**
 * How long the answer has taken or takes, without the time in which other processes had the CPU; never less than what
 * the server's main thread worked meanwhile.
 */
function waitedMs(): number {
  if (!asked) return 0;
  const wait = performance.now() - asked.at;
  const now = readTimes();
  const queued = Math.max(now.queuedMs - asked.times.queuedMs, now.ownQueuedMs - asked.times.ownQueuedMs);
  return Math.min(wait, Math.max(wait - queued, now.workedMs - asked.times.workedMs));
}

interface Times {
  /** Time that the server's main thread has worked. */
  readonly workedMs: number;
  /** Time that it, and the file thread that waited longest, were ready and had to wait for a processor. */
  readonly queuedMs: number;
  /** The same of this thread. */
  readonly ownQueuedMs: number;
}

function readTimes(): Times {
  const main = readSchedule(`/proc/${pid}/task/${pid}`);
  const files = fileThreads.map((thread) => readSchedule(`/proc/${pid}/task/${thread}`).queuedMs);
  return {
    workedMs: main.workedMs,
    queuedMs: main.queuedMs + Math.max(0, ...files),
    ownQueuedMs: readSchedule("/proc/thread-self").queuedMs,
  };
}

function readSchedule(folder: string) {
  const [workedMs = 0, queuedMs = 0] = readProc(`${folder}/schedstat`)
    .split(" ")
    .map((nanoseconds) => Number(nanoseconds) / 1_000_000);
  return { workedMs, queuedMs };
}

/** The threads that read files for the server; they begin with the first file. */
function listFileThreads(): string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.filter((thread) => readProc(`/proc/${pid}/task/${thread}/comm`).startsWith("libuv-worker"));
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, which the bench sees by itself. */
function readProc(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function weigh(): void {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readProc(`/proc/${pid}/status`))?.[1];
  figures.peakMiB = Math.max(figures.peakMiB, Math.round(Number(kibibytes ?? 0) / 1_024));
}

function ask(): void {
  asked = { at: performance.now(), times: readTimes() };
  const next = () => {
    if (!asked) return;
    figures.stallMs = Math.max(figures.stallMs, waitedMs());
    asked = undefined;
    setTimeout(ask, everyMs);
  };
  request(url, { agent }, (response) => response.on("error", next).on("end", next).resume())
    .on("error", next)
    .end();
}

parentPort?.on("message", (message: "reset" | "read") => {
  if (message === "reset") figures = { stallMs: 0, peakMiB: 0 };
  else parentPort?.postMessage(readFigures());
});
setInterval(weigh, 50);
setInterval(() => {
  if (!asked) fileThreads = listFileThreads();
}, 1_000);
ask();
