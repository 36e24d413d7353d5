import { setImmediate } from "node:timers/promises";
import { perProcess } from "./process-state.ts";

const queue = perProcess("turns", () => ({ last: Promise.resolve() }));

/**
 * Resolves when it is the caller's turn to use the processor for some milliseconds. Turns are given one after another, and
 * between two of them the process answers whatever else has come: many searches at once delay a page by one search at most.
 */
export function takeTurn(): Promise<void> {
  const state = queue.get();
  state.last = state.last.then(() => setImmediate());
  return state.last;
}
