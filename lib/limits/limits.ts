/*
 * Counts what callers do in fixed windows, and refuses what is above a quota.
 * The buckets of a request come in, and the state of every limit comes out.
 * Start at `consume`. `windowAt` says when a window ends; the counters are in `lib/db/counters.ts`.
 */

import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { type CounterOutcome, type CounterRow, consumeCounters, refuse } from "../db/counters.ts";
import { getCounters, getStore, isCleaningDue, type StoreTables } from "../db/db.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";

/** A count and its quota in a window. */
export interface Bucket {
  /** Name of the rule, as the RateLimit headers give it. */
  readonly policy: string;
  /** Name of the count, such as `key:<id>`. Two rules never share it. */
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

/** The state of every limit of one request. */
interface ConsumeResult {
  readonly statuses: readonly LimitStatus[];
  /** The rules that are used up; when there is one, nothing was counted. */
  readonly full: readonly LimitStatus[];
}

/** A bucket in its present window. */
interface OpenBucket extends Bucket {
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * What this process knows about buckets without the store: those that it has seen full, which stay
 * full until their window ends, and counts of callers while the store is unavailable. Beyond 10,000
 * the least recently used are forgotten.
 */
const counts = perProcess("limits", () => new LRUCache<string, Count>({ max: 10_000 }));

const cleanEveryMs = 600_000;
const keepEndedMs = 3_600_000;
const keepKeysMs = 400 * 86_400_000;

/**
 * Charges every bucket by one, or none where one of them is full. Exact over all processes and instances that share the
 * store. The buckets must differ.
 */
export async function consume(buckets: readonly Bucket[], now = Date.now()): Promise<ConsumeResult> {
  const open = openBuckets(buckets, now);
  if (open.length === 0) return { statuses: [], full: [] };
  const cached = open.filter((bucket) => isCachedFull(bucket, now));
  if (cached.length > 0) return toResult(cached, refuse(cached, new Map()));
  const store = await getStore();
  cleanSometimes(store.counters, now);
  const outcome = await consumeCounters(store, open);
  for (const { bucket, endsAt } of open) if (outcome.full.has(bucket)) counts.get().set(bucket, { endsAt, count: FULL });
  return toResult(open, outcome);
}

/** Refunds one charge of every bucket in the window of that moment, for a request that turned out to do nothing. */
export async function giveBack(buckets: readonly Bucket[], now: number): Promise<void> {
  const counters = await getCounters();
  for (const { bucket, endsAt } of openBuckets(buckets, now))
    await counters
      .updateTable("counters")
      .set(({ eb }) => ({ count: eb("count", "-", 1) }))
      .where("bucket", "=", bucket)
      .where("ends_at", "=", endsAt)
      .where("count", ">", 0)
      .execute();
}

/** Charges as `consume` does, with counts of this process alone: for callers that may continue while the store is unreachable. */
export function consumeWithoutStore(buckets: readonly Bucket[], now = Date.now()): ConsumeResult {
  const open = openBuckets(buckets, now);
  return toResult(open, consumeInProcess(open));
}

/** Returns those buckets that this process has seen full in their present window, without reading the store. */
export function findCachedFull(buckets: readonly Bucket[], now = Date.now()): readonly LimitStatus[] {
  const cached = openBuckets(buckets, now).filter((bucket) => isCachedFull(bucket, now));
  return toResult(cached, refuse(cached, new Map())).full;
}

/** Lists the counts of all stored windows, by bucket and end. */
export async function listCounts(): Promise<StoreTables["counters"][]> {
  return (await getCounters()).selectFrom("counters").selectAll().orderBy("bucket").orderBy("ends_at").execute();
}

/** Deletes windows that have ended; those of keys stay for the record of their use. */
export async function deleteEndedWindows(counters: Kysely<StoreTables>, now: number): Promise<void> {
  await counters
    .deleteFrom("counters")
    .where("ends_at", "<", now - keepEndedMs)
    .where(({ eb, or }) => or([eb("bucket", "not like", "key:%"), eb("ends_at", "<", now - keepKeysMs)]))
    .execute();
}

/** Clears the cache of full buckets, for tests. */
export function clearFullBuckets(): void {
  counts.get().clear();
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

/** Starts to delete ended windows, every ten minutes. No request waits for it, and none fails with it. */
function cleanSometimes(counters: Kysely<StoreTables>, now: number): void {
  if (!isCleaningDue("counters", cleanEveryMs, now)) return;
  deleteEndedWindows(counters, now).catch((cause: unknown) =>
    log("warn", "ended windows could not be deleted", toLogFields(cause)),
  );
}

function isCachedFull({ bucket, endsAt }: OpenBucket, now: number): boolean {
  return endsAt > now && countOf({ bucket, endsAt }) === FULL;
}

interface Count {
  readonly endsAt: number;
  readonly count: number;
}

const FULL = Number.POSITIVE_INFINITY;

/** Charges every bucket by one, or none where one of them is full, with counts that end with the process. */
function consumeInProcess(open: readonly CounterRow[]): CounterOutcome {
  const used = new Map(open.map((bucket) => [bucket.bucket, countOf(bucket)]));
  const refused = refuse(open, used);
  if (refused.full.size > 0) return refused;
  for (const { bucket, endsAt } of open) {
    const count = (used.get(bucket) ?? 0) + 1;
    counts.get().set(bucket, { endsAt, count });
    used.set(bucket, count);
  }
  return { used, full: new Set() };
}

function countOf({ bucket, endsAt }: Pick<CounterRow, "bucket" | "endsAt">): number {
  const count = counts.get().get(bucket);
  return count?.endsAt === endsAt ? count.count : 0;
}

/** Fixed windows that follow the UTC calendar: a month starts on its first day, an hour at minute 0. */
type Window = "minute" | "hour" | "day" | "month";

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Returns the start (inclusive) and the end (exclusive) of the window that a moment is in, in milliseconds since 1970. */
export function windowAt(window: Window, now: number): { startsAt: number; endsAt: number } {
  if (window === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const startsAt = Math.floor(now / lengths[window]) * lengths[window];
  return { startsAt, endsAt: startsAt + lengths[window] };
}
