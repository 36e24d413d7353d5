import { z } from "zod";
import { DAY_MS } from "./batch.ts";

export { DAY_MS };

/** Whole days, UTC: `from` inclusive, `to` exclusive, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The project, language and version of a report; a member that is absent does not restrict. */
export interface InsightScope {
  /** Project id. */
  readonly project: string;
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** The most days of a report. */
const MAX_DAYS = 400;

const day = z.iso.date("must be a day such as 2026-01-31");

/** First and last day of a period, both included. Default: the last 30 days. */
export const PeriodQuery = z.object({
  from: day.optional().describe("First day of the report, UTC. Default: 29 days before `to`."),
  to: day.optional().describe("Last day of the report, UTC. Default: today."),
});

/** Returns the days that a query names: at most 400, the last ones where it names more. */
export function toPeriod({ from, to }: z.infer<typeof PeriodQuery>, now: number): Period {
  const end = (to === undefined ? startOfDay(now) : Date.parse(to)) + DAY_MS;
  const start = from === undefined ? end - 30 * DAY_MS : Date.parse(from);
  return { from: Math.max(Math.min(start, end - DAY_MS), end - MAX_DAYS * DAY_MS), to: end };
}

/** Returns the last days, today included. */
export function lastDays(days: number, now: number): Period {
  const to = startOfDay(now) + DAY_MS;
  return { from: to - days * DAY_MS, to };
}

/** Returns as many days right before a period. */
export function before({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/** Lists the days of a period, as `2026-01-31`. */
export function listDays({ from, to }: Period): string[] {
  return Array.from({ length: Math.round((to - from) / DAY_MS) }, (_, index) => toDay(from + index * DAY_MS));
}

/** Returns the day of a moment, as `2026-01-31`. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function startOfDay(now: number): number {
  return now - (now % DAY_MS);
}
