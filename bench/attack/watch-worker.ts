import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is given: an address whose answer needs nothing but the event loop, and the process to weigh. */
interface Watched {
  readonly url: string;
  readonly pid: number;
}

const everyMs = 10;
const { url, pid } = workerData as Watched;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let figures = { stallMs: 0, peakMiB: 0 };
let asked: { readonly at: number; readonly queuedMs: readonly number[] } | undefined;

/** The longest wait so far; one that still goes on counts as far as it has come. */
function readFigures() {
  weigh();
  return { ...figures, stallMs: Math.round(Math.max(figures.stallMs, waitedMs())) };
}

/** How long the answer has taken or takes, without the time in which other processes had the processor. */
function waitedMs(): number {
  if (!asked) return 0;
  const queued = queuedMs().map((ms, thread) => ms - (asked?.queuedMs[thread] ?? 0));
  return performance.now() - asked.at - Math.max(0, ...queued);
}

/** How long the server's main thread and this one were ready to run and had to wait for a processor, since they began. */
function queuedMs(): number[] {
  const files = [`/proc/${pid}/task/${pid}/schedstat`, "/proc/thread-self/schedstat"];
  return files.map((file) => Number(readProc(file).split(" ")[1] ?? 0) / 1_000_000);
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
  asked = { at: performance.now(), queuedMs: queuedMs() };
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
ask();
