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
let askedAt = 0;

/** The longest wait so far; one that still goes on counts as far as it has come. */
function readFigures() {
  weigh();
  const waiting = askedAt === 0 ? 0 : performance.now() - askedAt;
  return { ...figures, stallMs: Math.round(Math.max(figures.stallMs, waiting)) };
}

function weigh(): void {
  try {
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    figures.peakMiB = Math.max(figures.peakMiB, Math.round(Number(kibibytes ?? 0) / 1_024));
  } catch {
    // The process has ended, which the bench sees by itself.
  }
}

function ask(): void {
  askedAt = performance.now();
  const next = () => {
    if (askedAt === 0) return;
    figures.stallMs = Math.max(figures.stallMs, performance.now() - askedAt);
    askedAt = 0;
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
