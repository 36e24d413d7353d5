import { after } from "next/server.js";
import { getEnvironment } from "../lib/config/config.ts";
import { flushInsights } from "../lib/insights/insights.ts";

/**
 * Stores what a request recorded after its response, once the work that it waits for is done. A long-lived process does that on a
 * timer. A function is frozen after its response, and its timers with it.
 */
export function keepRecords(pending: Promise<unknown> = Promise.resolve()): void {
  if (getEnvironment().onVercel) after(() => pending.then(() => flushInsights()));
}
