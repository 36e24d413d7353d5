import type { Kysely } from "kysely";
import { getCounters, getStore, type Schema } from "../db/client.ts";
import { chargeCounters, type Outcome, refuse } from "../db/counters.ts";
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
  if (known.length > 0) return toCharge(known, refuse(known, new Map()));
  const store = await getStore();
  await cleanSometimes(store.counters, now);
  const outcome = await chargeCounters(store, open);
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
  return toCharge(known, refuse(known, new Map())).full;
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

function openBuckets(buckets: readonly Bucket[], now: number): OpenBucket[] {
  return buckets.map((bucket) => ({ ...bucket, ...windowAt(bucket.window, now) })).sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
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
