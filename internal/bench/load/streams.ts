import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { startSlowModel } from "./model.ts";
import { percentile } from "./percentile.ts";
import { residentMiB } from "./processes.ts";
import { type Generator, startGenerator } from "./start-generator.ts";
import { startTarget, type Target, type TargetOptions } from "./target.ts";

/** Figures of many open streams on one process. */
export interface StreamFigures {
  readonly store: TargetOptions["store"];
  readonly streams: number;
  /** Memory of one open stream. */
  readonly eachKiB: number;
  readonly searchP50Ms: number;
  readonly searchP99Ms: number;
  readonly healthP99Ms: number;
  /** Streams that broke while Postgres was started again; null on SQLite. */
  readonly cutByRestart: number | null;
  /** Seconds until the model was asked for nothing more by readers who had left. */
  readonly leftSeconds: number;
  /** Seconds from SIGTERM until the end, and the exit code. */
  readonly endSeconds: number;
  readonly exitCode: number | null;
  /** Streams that ended with their last part after SIGTERM, and those that did not. */
  readonly whole: number;
  readonly cut: number;
  /** Answers in the store, of all streams. */
  readonly stored: number;
}

/** A model that writes for as long as the streams are measured. */
const [WRITES_MS, PIECE_MS] = [75_000, 1_000];
const OPENED_PER_SECOND = 25;
const LOOK_SECONDS = 6;
/** Every tenth reader leaves in the middle. */
const LEAVING = 0.1;

/** Opens streams of a slow model on one process, measures other requests beside them, and ends them in three ways. */
export async function measureStreams(
  count: number,
  options: Omit<TargetOptions, "processes">,
  seed: number,
): Promise<StreamFigures> {
  const model = await startSlowModel({ pieceMs: PIECE_MS, writesMs: WRITES_MS });
  const target = await startTarget({ ...options, processes: 1, modelUrl: model.baseUrl });
  const generator = startGenerator();
  try {
    const before = residentMiB(target.pids());
    const opened = await open(count, { target, generator, seed });
    const eachKiB = Math.round(((residentMiB(target.pids()) - before) * 1_024) / opened);
    const beside = await lookBeside({ target, generator, seed });
    const cutByRestart = options.store === "postgres" ? await restartDatabase(target, generator) : null;
    const leftSeconds = await letLeave(generator, model.dropped);
    const end = await endServer(target, generator);
    return { store: options.store, streams: opened, eachKiB, ...beside, cutByRestart, leftSeconds, ...end };
  } finally {
    await generator.stop();
    await target.stop();
    await model.close();
  }
}

interface Parts {
  readonly target: Target;
  readonly generator: Generator;
  readonly seed: number;
}

async function open(count: number, { target, generator, seed }: Parts): Promise<number> {
  const plan = { traffic: "model", urls: target.urls, seed, rate: OPENED_PER_SECOND, warmSeconds: 0 } as const;
  const facts = await target.facts();
  const { errors } = await generator.run({ ...plan, facts, seconds: count / OPENED_PER_SECOND, mostWaiting: count });
  const opened = (await generator.countStreams()).open;
  console.log(`  ${opened} streams are open. Refused or cut: ${JSON.stringify(errors)}`);
  return opened;
}

async function lookBeside({ target, generator, seed }: Parts) {
  const facts = await target.facts();
  const plan = { traffic: "search", urls: target.urls, facts, seed, rate: 10, warmSeconds: 0 } as const;
  const [search, healthP99Ms] = await Promise.all([
    generator.run({ ...plan, seconds: LOOK_SECONDS, mostWaiting: 1_000 }),
    watchHealth(target.urls[0] as string),
  ]);
  return { searchP50Ms: Math.round(search.p50Ms), searchP99Ms: Math.round(search.p99Ms), healthP99Ms };
}

async function watchHealth(url: string): Promise<number> {
  const times: number[] = [];
  for (const until = performance.now() + LOOK_SECONDS * 1_000; performance.now() < until; await wait(50)) {
    const asked = performance.now();
    await (await fetch(`${url}/v1/health`)).text();
    times.push(performance.now() - asked);
  }
  return Math.round(percentile(times, 0.99));
}

async function restartDatabase(target: Target, generator: Generator): Promise<number> {
  const { cut } = await generator.countStreams();
  await target.database.restart();
  await wait(1_000);
  return (await generator.countStreams()).cut - cut;
}

async function letLeave(generator: Generator, dropped: () => number): Promise<number> {
  const { open: count } = await generator.countStreams();
  const [before, leaving, started] = [dropped(), Math.ceil(count * LEAVING), performance.now()];
  generator.leave(LEAVING);
  while (dropped() - before < leaving && performance.now() - started < 10_000) await wait(20);
  return Math.round((performance.now() - started) / 10) / 100;
}

async function endServer({ instances, database }: Target, generator: Generator) {
  const before = await generator.countStreams();
  const [child, started] = [(instances[0] as Target["instances"][0]).child, performance.now()];
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const [exitCode] = (await exited) as [number | null];
  const endSeconds = Math.round((performance.now() - started) / 100) / 10;
  await wait(500);
  const { whole, cut } = await generator.countStreams();
  const stored = await database.ask("SELECT count(*) FROM messages WHERE role = 'assistant'");
  return { endSeconds, exitCode, whole: whole - before.whole, cut: cut - before.cut, stored };
}
