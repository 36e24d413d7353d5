import type { Kysely } from "kysely";
import { getCounters, getStore, type Schema } from "../db/client.ts";
import { type CounterOutcome, consumeCounters, refuse } from "../db/counters.ts";
import { perProcess } from "../process-state.ts";
import { consumeInProcess } from "./in-process.ts";
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

/** State of a limit after a request was counted, or when it was refused. */
export interface LimitStatus {
  readonly policy: string;
  readonly bucket: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly endsAt: number;
}

/** State of every limit of one request. */
export interface ConsumeResult {
  readonly statuses: readonly LimitStatus[];
  /** The rules that are used up; when there is one, nothing was counted. */
  readonly full: readonly LimitStatus[];
}

/** A bucket in its present window. */
export interface OpenBucket extends Bucket {
  readonly startsAt: number;
  readonly endsAt: number;
}

interface LimitsCache {
  /** Buckets seen full, until their window ends: within a window a count never goes down. */
  readonly full: Map<string, number>;
  cleanedAt: number;
}
const cache = perProcess<LimitsCache>("limits", () => ({ full: new Map(), cleanedAt: 0 }));

const cleanEveryMs = 600_000;
const keepEndedMs = 3_600_000;
const keepKeysMs = 400 * 86_400_000;
const rememberedFull = 10_000;

/**
 * Charges every bucket by one, or none: when one is full, nothing is counted. Exact over processes and instances that
 * share the store. The buckets must differ.
 */
export async function consume(buckets: readonly Bucket[], now = Date.now()): Promise<ConsumeResult> {
  const open = openBuckets(buckets, now);
  if (open.length === 0) return { statuses: [], full: [] };
  const known = open.filter((bucket) => isKnownFull(bucket, now));
  if (known.length > 0) return toResult(known, refuse(known, new Map()));
  const store = await getStore();
  await cleanSometimes(store.counters, now);
  const outcome = await consumeCounters(store, open);
  rememberFull(open, outcome, now);
  return toResult(open, outcome);
}

/**
 * As `consume`, with counts that this process alone keeps: for callers that may go on while the store is unreachable.
 */
export function consumeWithoutStore(buckets: readonly Bucket[], now = Date.now()): ConsumeResult {
  const open = openBuckets(buckets, now);
  return toResult(open, consumeInProcess(open, now));
}

/** Those of the buckets that this process has seen full in their present window. Costs no read of the store. */
export function findKnownFull(buckets: readonly Bucket[], now = Date.now()): readonly LimitStatus[] {
  const known = openBuckets(buckets, now).filter((bucket) => isKnownFull(bucket, now));
  return toResult(known, refuse(known, new Map())).full;
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
  cache.get().full.clear();
}

function openBuckets(buckets: readonly Bucket[], now: number): OpenBucket[] {
  return buckets.map((bucket) => ({ ...bucket, ...windowAt(bucket.window, now) })).sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
}

function toResult(open: readonly OpenBucket[], { used, full }: CounterOutcome): ConsumeResult {
  const statuses = open.map(({ policy, bucket, quota, startsAt, endsAt }) => ({
    policy,
    bucket,
    quota,
    windowSeconds: (endsAt - startsAt) / 1_000,
    remaining: Math.max(0, quota - (used.get(bucket) ?? quota)),
    endsAt,
  }));
  return { statuses, full: statuses.filter(({ bucket }) => full.has(bucket)) };
}

async function cleanSometimes(counters: Kysely<Schema>, now: number): Promise<void> {
  const state = cache.get();
  if (now - state.cleanedAt < cleanEveryMs) return;
  state.cleanedAt = now;
  await deleteEndedWindows(counters, now);
}

function isKnownFull({ bucket, endsAt }: OpenBucket, now: number): boolean {
  return cache.get().full.get(bucket) === endsAt && endsAt > now;
}

function rememberFull(open: readonly OpenBucket[], { full }: CounterOutcome, now: number): void {
  if (full.size === 0) return;
  const known = cache.get().full;
  if (known.size > rememberedFull) for (const [bucket, endsAt] of known) if (endsAt <= now) known.delete(bucket);
  if (known.size > rememberedFull) known.clear();
  for (const { bucket, endsAt } of open) if (full.has(bucket)) known.set(bucket, endsAt);
}
