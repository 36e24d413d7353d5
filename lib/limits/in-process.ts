import { LRUCache } from "lru-cache";
import { type CounterOutcome, type CounterRow, refuse } from "../db/counters.ts";
import { perProcess } from "../process-state.ts";

interface Count {
  readonly endsAt: number;
  count: number;
}

/** Of ten thousand addresses within one day without a store, those that came longest ago start again. */
const localCounts = perProcess("local-counts", () => new LRUCache<string, Count>({ max: 10_000 }));

/** Charges every bucket by one, or none where one of them is full, with counts that end with the process. */
export function consumeInProcess(open: readonly CounterRow[]): CounterOutcome {
  const counts = localCounts.get();
  const used = new Map(open.map((bucket) => [bucket.bucket, countOf(counts, bucket)]));
  const refused = refuse(open, used);
  if (refused.full.size > 0) return refused;
  for (const { bucket, endsAt } of open) {
    const count = (used.get(bucket) ?? 0) + 1;
    counts.set(bucket, { endsAt, count });
    used.set(bucket, count);
  }
  return { used, full: new Set() };
}

function countOf(counts: LRUCache<string, Count>, { bucket, endsAt }: CounterRow): number {
  const count = counts.get(bucket);
  return count?.endsAt === endsAt ? count.count : 0;
}
