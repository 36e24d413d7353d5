import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";

/** After so much work without a pause the process rests, for as long as a small file takes to be read and sent. */
const WORK_MS = 30;
const REST_MS = 3;

let last = Promise.resolve();
let since = performance.eventLoopUtilization();

/**
 * Resolves when it is the caller's turn to use the CPU for some milliseconds. Turns are given one after another, and
 * between two of them the process answers whatever else has come: many concurrent searches delay a page by little.
 */
export function takeTurn(): Promise<void> {
  last = last.then(async () => {
    await setImmediate();
    const { active, idle } = performance.eventLoopUtilization(since);
    if (active < WORK_MS) return;
    if (idle < REST_MS) await setTimeout(REST_MS);
    since = performance.eventLoopUtilization();
  });
  return last;
}
