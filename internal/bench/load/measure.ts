import { setTimeout as wait } from "node:timers/promises";
import type { Facts } from "./facts.ts";
import { findHighestRate } from "./highest-rate.ts";
import { kindOf, type TrafficName } from "./kinds.ts";
import { cpuSeconds, residentMiB } from "./processes.ts";
import type { RunFigures } from "./run-schedule.ts";
import type { Generator } from "./start-generator.ts";
import type { Target } from "./target.ts";
import type { LoopDelay } from "./watch-server.ts";

/** Figures of traffic at one rate. Times are milliseconds. */
export interface Measurement extends RunFigures {
  /** Requests a second that were sent. */
  readonly rate: number;
  /** Processor time of the servers for each request. */
  readonly cpuMs: number;
  /** Processor time of Postgres and PgBouncer for each request. */
  readonly databaseCpuMs: number;
  /** Share of one processor that the generator took. */
  readonly generatorShare: number;
  readonly residentMiB: number;
  readonly loop: LoopDelay;
  /** Statements of the store for each request; null on SQLite, which nobody counts from outside. */
  readonly queries: number | null;
}

/** The highest rate of one kind of traffic, and figures below it. */
export interface Capacity {
  readonly traffic: TrafficName;
  /** Requests a second at which p99 was still within its bound. */
  readonly highest: number;
  /** Requests a second that one CPU of the servers would sustain, by their CPU time at four fifths of the highest rate. */
  readonly perCore: number;
  readonly half: Measurement;
  readonly fourFifths: Measurement;
  /** Bytes that the store grew by for each request; null when none was answered. */
  readonly storeBytes: number | null;
}

/** The bench's own settings of a measurement. */
export interface MeasureOptions {
  readonly target: Target;
  readonly generator: Generator;
  readonly facts: Facts;
  readonly seed: number;
  /** Length of a measurement; a step of the search for the highest rate takes half of it. */
  readonly seconds: number;
  /** File for a profile of what is measured, of the last server. */
  readonly profileTo?: string;
}

const MOST_PER_SECOND = 20_000;
/** A highest rate whose four fifths are not borne for longer is lowered so far, and so often at most: streams add up only then. */
const [LOWERED_TO, MOST_LOWERED] = [0.7, 6];
/** As long as an answer of the scripted model is written: after it as many streams end as begin. */
const STREAM_SECONDS = 20;
const UPDATE_EVERY_MS = 60_000;

/** Raises the rate until the bound is broken, then measures at half and at four fifths of the rate before it. */
export async function measureCapacity(traffic: TrafficName, options: MeasureOptions): Promise<Capacity> {
  const { boundMs, start } = kindOf(traffic);
  const before = await options.target.database.bytes();
  let answered = 0;
  const isFine = ({ isOverrun, p99Ms, errors }: RunFigures) => !isOverrun && p99Ms <= boundMs && Object.keys(errors).length === 0;
  const isBorne = async (rate: number) => {
    const figures = await send(traffic, rate, { ...options, warmSeconds: 0, seconds: Math.max(2, options.seconds / 2) });
    answered += figures.count;
    return isFine(figures);
  };
  let highest = Math.max(1, await findHighestRate({ start, most: MOST_PER_SECOND, isBorne }));
  await leave(options.generator);
  let fourFifths = await measureAt(traffic, highest * 0.8, options);
  // A step is short: a rate that builds up a queue slowly may have passed.
  for (let lower = 0; lower < MOST_LOWERED && !isFine(fourFifths); lower += 1) {
    highest *= LOWERED_TO;
    fourFifths = await measureAt(traffic, highest * 0.8, options, { isAfterHigher: true });
  }
  const half = await measureAt(traffic, highest / 2, options, { isAfterHigher: true });
  await leave(options.generator);
  answered += half.count + fourFifths.count;
  const grown = (await options.target.database.bytes()) - before;
  const storeBytes = answered > 0 ? Math.round(grown / answered) : null;
  return { traffic, highest, perCore: 1_000 / fourFifths.cpuMs, half, fourFifths, storeBytes };
}

/**
 * Sends traffic at a rate until as many streams end as begin, and measures from then on. After a higher rate, whose streams are still
 * open, that takes less time.
 */
export async function measureAt(
  traffic: TrafficName,
  rate: number,
  options: MeasureOptions,
  { isAfterHigher = false } = {},
): Promise<Measurement> {
  const { target, generator, seconds, profileTo } = options;
  const hasStreams = traffic === "mix" || traffic === "model";
  const warmSeconds = hasStreams ? STREAM_SECONDS / (isAfterHigher ? 3 : 1) : 0.5;
  const measured = seconds * (traffic === "mix" ? 2 : 1);
  let before: Promise<Reading> | undefined;
  const updates = traffic === "mix" ? startUpdates(target, warmSeconds * 1_000) : undefined;
  const figures = await send(traffic, rate, { ...options, warmSeconds, seconds: measured }, () => {
    before = read(target, generator).finally(() => profileTo && target.watch("profile"));
  });
  const [from, to] = [await before, await read(target, generator)];
  if (profileTo) await target.watch({ profileTo });
  updates?.stop();
  if (!from) throw new Error("The generator has not said when what counts began.");
  return { ...figures, rate, ...compare(from, to, figures.count) };
}

interface Reading {
  readonly at: number;
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly generatorCpu: number;
  readonly queries: number | undefined;
  readonly loop: LoopDelay;
  readonly residentMiB: number;
}

async function read({ pids, database, watch }: Target, generator: Generator): Promise<Reading> {
  const times = {
    at: performance.now(),
    cpu: cpuSeconds(pids()),
    databaseCpu: cpuSeconds(database.pids()),
    generatorCpu: cpuSeconds([generator.pid]),
  };
  return { ...times, residentMiB: residentMiB(pids()), loop: await watch("loop"), queries: await database.queries() };
}

function compare(from: Reading, to: Reading, count: number) {
  const each = (name: "cpu" | "databaseCpu") => ((to[name] - from[name]) * 1_000) / Math.max(1, count);
  return {
    cpuMs: each("cpu"),
    databaseCpuMs: each("databaseCpu"),
    generatorShare: ((to.generatorCpu - from.generatorCpu) * 1_000) / (to.at - from.at),
    residentMiB: to.residentMiB,
    loop: to.loop,
    queries: from.queries === undefined || to.queries === undefined ? null : (to.queries - from.queries) / Math.max(1, count),
  };
}

type SendOptions = MeasureOptions & { readonly warmSeconds: number };

async function send(traffic: TrafficName, rate: number, options: SendOptions, onWarm?: () => void) {
  const { target, generator, facts, warmSeconds, seconds } = options;
  const seed = options.seed + Math.round(rate);
  const mostWaiting = Math.max(50, rate * 2);
  return generator.run({ traffic, urls: target.urls, facts, seed, rate, warmSeconds, seconds, mostWaiting }, onWarm);
}

/** Lets those readers leave who still get words, and the servers end what they did for them. */
async function leave(generator: Generator): Promise<void> {
  generator.leave(1);
  await wait(300);
}

/** Asks for an update when what counts begins, and each minute after it. */
function startUpdates(target: Target, firstMs: number) {
  let timer = setTimeout(function next() {
    timer = setTimeout(next, UPDATE_EVERY_MS);
    target.update().catch((cause: unknown) => console.log(`No update: ${cause}`));
  }, firstMs + 500);
  return { stop: () => clearTimeout(timer) };
}
