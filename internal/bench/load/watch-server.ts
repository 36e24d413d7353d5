import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded into a server before its own program (`node --import`). Tells how late the event loop was since it was asked last, and writes
 * down what the CPU does.
 */

/** A question to a server: its event loop since the last time, the begin of a profile, or its end and the file for it. */
export type WatchOrder = "loop" | "profile" | { readonly profileTo: string };

/** Lateness of timers, in milliseconds. */
export interface LoopDelay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const RESOLUTION_MS = 5;
const SAMPLE_EVERY_US = 500;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const readLoop = (): LoopDelay => {
    const read = { p50Ms: toMs(delay.percentile(50)), p99Ms: toMs(delay.percentile(99)), maxMs: toMs(delay.max) };
    delay.reset();
    return read;
  };
  const session = new Session();
  const startProfile = async () => {
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
    await session.post("Profiler.start");
  };
  const endProfile = async (file: string) => {
    writeFileSync(file, JSON.stringify((await session.post("Profiler.stop")).profile));
    session.disconnect();
  };
  process.on("message", async (order: WatchOrder) => {
    if (order === "profile") await startProfile();
    else if (order !== "loop") await endProfile(order.profileTo);
    process.send?.(readLoop());
  });
  // The channel alone does not keep a server alive that ends.
  process.channel?.unref();
}
