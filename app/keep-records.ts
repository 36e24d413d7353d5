import { after } from "next/server";
import { getEnvironment } from "@/lib/config/config.ts";
import { flushInsights } from "@/lib/insights/insights.ts";

/**
 * Has what a request recorded stored after its answer, once what it waits for is done. Where processes live on a timer
 * does that; a function is frozen with its answer, and a timer with it.
 */
export function keepRecords(pending: Promise<unknown> = Promise.resolve()): void {
  if (getEnvironment().onVercel) after(() => pending.then(() => flushInsights()));
}
