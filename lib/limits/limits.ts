import type { Kysely, Transaction } from "kysely";
import { getCounters, type Schema } from "../db/client.ts";
import { chargeInProcess } from "./in-process.ts";
import { type Window, windowAt } from "./windows.ts";

/** One thing that is counted, and how often it may happen in a window. */
export interface Bucket {
  /** Name of the rule, as the RateLimit headers give it. */
  readonly policy: string;
  /** What is counted, such as `key:<id>`. Two rules never share it. */
  readonly bucket: string;
  readonly quota: number;
  readonly window: Window;
}

/** How a bucket stands after a request, or stood when the request was refused. */
export interface Standing {
  readonly policy: string;
  readonly bucket: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly endsAt: number;
}

/** What a request was told about its buckets. */
export interface Charge {
  readonly standings: readonly Standing[];
  /** The rules that are used up; when there is one, nothing was counted. */
  readonly full: readonly Standing[];
}

/** A bucket in its present window. */
export interface OpenBucket extends Bucket {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Counts after an attempt, and the buckets that had no room. */
export interface Outcome {
  readonly used: ReadonlyMap<string, number>;
  readonly full: ReadonlySet<string>;
}

interface Shared {
  /** Buckets seen full, until their window ends: within a window a count never goes down. */
  readonly full: Map<string, number>;
  cleanedAt: number;
}
const holder = globalThis as { docentLimits?: Shared };

const cleanEveryMs = 600_000;
const keepEndedMs = 3_600_000;
const keepKeysMs = 400 * 86_400_000;
const rememberedFull = 10_000;

/**
 * Charges every bucket by one, or none: when one is full, nothing is counted. Exact over processes and instances that
 * share the store. The buckets must differ.
 */
export async function charge(buckets: readonly Bucket[], now = Date.now()): Promise<Charge> {
  const open = openBuckets(buckets, now);
  if (open.length === 0) return { standings: [], full: [] };
  const known = open.filter((bucket) => isKnownFull(bucket, now));
  if (known.length > 0) return toCharge(known, fullOutcome(known));
  const counters = await getCounters();
  await cleanSometimes(counters, now);
  const outcome = await chargeStore(counters, open);
  rememberFull(open, outcome, now);
  return toCharge(open, outcome);
}

/**
 * As `charge`, with counts that this process alone keeps: for callers that may go on while the store is unreachable.
 */
export function chargeWithoutStore(buckets: readonly Bucket[], now = Date.now()): Charge {
  const open = openBuckets(buckets, now);
  return toCharge(open, chargeInProcess(open, now));
}

/** Those of the buckets that this process has seen full in their present window. Costs no read of the store. */
export function findKnownFull(buckets: readonly Bucket[], now = Date.now()): readonly Standing[] {
  const known = openBuckets(buckets, now).filter((bucket) => isKnownFull(bucket, now));
  return toCharge(known, fullOutcome(known)).full;
}

/** Counts of all windows that are kept, by bucket and end. */
export async function listCounts(): Promise<Schema["counters"][]> {
  return (await getCounters()).selectFrom("counters").selectAll().orderBy("bucket").orderBy("ends_at").execute();
}

/** Deletes windows that have ended; those of keys stay for the record of their use. */
export async function deleteEndedWindows(counters: Kysely<Schema>, now: number): Promise<void> {
  await counters
    .deleteFrom("counters")
    .where("ends_at", "<", now - keepEndedMs)
    .where(({ eb, or }) => or([eb("bucket", "not like", "key:%"), eb("ends_at", "<", now - keepKeysMs)]))
    .execute();
}

/** Forgets what this process remembers of full buckets. */
export function forgetFull(): void {
  shared().full.clear();
}

class Refused extends Error {
  readonly charged: ReadonlyMap<string, number>;

  constructor(charged: ReadonlyMap<string, number>) {
    super("a bucket is full");
    this.charged = charged;
  }
}

async function chargeStore(counters: Kysely<Schema>, open: readonly OpenBucket[]): Promise<Outcome> {
  try {
    const used = await counters.transaction().execute(async (transaction) => {
      const charged = await chargeRows(transaction, open);
      if (charged.size < open.length) throw new Refused(charged);
      return charged;
    });
    return { used, full: new Set() };
  } catch (thrown) {
    if (thrown instanceof Refused) return refusal(open, thrown.charged);
    throw thrown;
  }
}

/** The transaction has taken back what it had charged; what it could not charge is full. */
function refusal(open: readonly OpenBucket[], charged: ReadonlyMap<string, number>): Outcome {
  const used = new Map(open.map(({ bucket, quota }) => [bucket, (charged.get(bucket) ?? quota + 1) - 1]));
  return { used, full: new Set(open.flatMap(({ bucket }) => (charged.has(bucket) ? [] : [bucket]))) };
}

/** One statement: rows are locked in the order given, which `openBuckets` sorts, so two requests never wait for each other. */
async function chargeRows(transaction: Transaction<Schema>, open: readonly OpenBucket[]): Promise<Map<string, number>> {
  const rows = await transaction
    .insertInto("counters")
    .values(open.map(({ bucket, endsAt, quota }) => ({ bucket, ends_at: endsAt, count: 1, quota })))
    .onConflict((conflict) =>
      conflict
        .columns(["bucket", "ends_at"])
        .doUpdateSet(({ eb, ref }) => ({ count: eb("counters.count", "+", 1), quota: ref("excluded.quota") }))
        .where(({ eb, ref }) => eb("counters.count", "<", ref("excluded.quota"))),
    )
    .returning(["bucket", "count"])
    .execute();
  return new Map(rows.map(({ bucket, count }) => [bucket, count]));
}

function openBuckets(buckets: readonly Bucket[], now: number): OpenBucket[] {
  return buckets.map((bucket) => ({ ...bucket, ...windowAt(bucket.window, now) })).sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
}

function fullOutcome(open: readonly OpenBucket[]): Outcome {
  return refusal(open, new Map());
}

function toCharge(open: readonly OpenBucket[], { used, full }: Outcome): Charge {
  const standings = open.map(({ policy, bucket, quota, startsAt, endsAt }) => ({
    policy,
    bucket,
    quota,
    windowSeconds: (endsAt - startsAt) / 1_000,
    remaining: Math.max(0, quota - (used.get(bucket) ?? quota)),
    endsAt,
  }));
  return { standings, full: standings.filter(({ bucket }) => full.has(bucket)) };
}

async function cleanSometimes(counters: Kysely<Schema>, now: number): Promise<void> {
  const state = shared();
  if (now - state.cleanedAt < cleanEveryMs) return;
  state.cleanedAt = now;
  await deleteEndedWindows(counters, now);
}

function isKnownFull({ bucket, endsAt }: OpenBucket, now: number): boolean {
  return shared().full.get(bucket) === endsAt && endsAt > now;
}

function rememberFull(open: readonly OpenBucket[], { full }: Outcome, now: number): void {
  if (full.size === 0) return;
  const known = shared().full;
  if (known.size > rememberedFull) for (const [bucket, endsAt] of known) if (endsAt <= now) known.delete(bucket);
  if (known.size > rememberedFull) known.clear();
  for (const { bucket, endsAt } of open) if (full.has(bucket)) known.set(bucket, endsAt);
}

function shared(): Shared {
  holder.docentLimits ??= { full: new Map(), cleanedAt: 0 };
  return holder.docentLimits;
}
