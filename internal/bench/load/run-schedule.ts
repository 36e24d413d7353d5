import type { KindName } from "./kinds.ts";
import { percentile } from "./percentile.ts";
import type { LoadRequest } from "./requests.ts";
import type { Arrival } from "./schedule.ts";
import type { Outcome } from "./sender.ts";

/** Times and statuses of the answers of a run, or of one kind in it. */
export interface Figures {
  readonly count: number;
  /** Time from when a request was due until its answer, or its first words, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than those expected, by kind and status. */
  readonly errors: Readonly<Record<string, number>>;
}

/** The outcome of a run. */
export interface RunFigures extends Figures {
  /** p99 of how late the generator sent its requests: it is part of all times. */
  readonly lateP99Ms: number;
  /** True when the run was ended since answers were behind by more than two seconds. */
  readonly isOverrun: boolean;
}

/** A schedule and those who send it. */
export interface ScheduledRun {
  readonly arrivals: readonly Arrival<KindName>[];
  /** Arrivals before this time are sent and not measured. */
  readonly warmMs: number;
  readonly urls: readonly string[];
  readonly create: (kind: KindName) => LoadRequest;
  readonly send: (url: string, request: LoadRequest, answered: (outcome: Outcome) => void) => void;
  /** Requests that wait for an answer; with more than `mostWaiting` the run ends. */
  readonly waiting: () => number;
  readonly mostWaiting: number;
  /** Called when the warm-up ends. */
  readonly onWarm: () => void;
}

const TICK_MS = 1;
const REST_MS = 20;

/** Sends each request when it is due, however many wait for answers, and resolves when all have theirs. */
export async function runSchedule(run: ScheduledRun): Promise<RunFigures> {
  const { arrivals, warmMs, urls, send } = run;
  const [times, late]: [number[], number[]] = [[], []];
  const errors: Record<string, number> = {};
  let [next, left, isOverrun, isWarm] = [0, 0, false, false];
  const started = performance.now();
  const now = () => performance.now() - started;
  const sendNext = ({ atMs, kind }: Arrival<KindName>) => {
    left += 1;
    if (atMs >= warmMs) late.push(now() - atMs);
    send(urls[next % urls.length] as string, run.create(kind), ({ status, isExpected }) => {
      left -= 1;
      if (atMs < warmMs) return;
      times.push(now() - atMs);
      if (!isExpected) errors[`${kind} ${status}`] = (errors[`${kind} ${status}`] ?? 0) + 1;
    });
  };
  while (next < arrivals.length && !isOverrun) {
    if (!isWarm && now() >= warmMs) {
      isWarm = true;
      run.onWarm();
    }
    for (let due = arrivals[next]; due && due.atMs <= now(); due = arrivals[next]) {
      sendNext(due);
      next += 1;
    }
    isOverrun = run.waiting() > run.mostWaiting;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  if (!isWarm) run.onWarm();
  while (left > 0) await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { count: times.length, p50Ms, p99Ms, errors, lateP99Ms: percentile(late, 0.99), isOverrun };
}
