// Tested in limits.test.ts.
import { type CounterOutcome, type CounterRow, refuse } from "../db/counters.ts";
import { perProcess } from "../process-state.ts";

interface Count {
  readonly endsAt: number;
  count: number;
}

const capacity = 10_000;
const localCounts = perProcess("local-counts", () => new Map<string, Count>());

/** Charges all buckets or none, with counts that end with the process. */
export function consumeInProcess(open: readonly CounterRow[], now: number): CounterOutcome {
  const counts = localCounts.get();
  if (counts.size > capacity) forgetEnded(counts, now);
  const used = new Map(open.map((bucket) => [bucket.bucket, find(counts, bucket)]));
  const refused = refuse(open, used);
  if (refused.full.size > 0) return refused;
  for (const { bucket, endsAt } of open) {
    const count = (used.get(bucket) ?? 0) + 1;
    counts.set(bucket, { endsAt, count });
    used.set(bucket, count);
  }
  return { used, full: new Set() };
}

function find(counts: ReadonlyMap<string, Count>, { bucket, endsAt }: CounterRow): number {
  const known = counts.get(bucket);
  return known?.endsAt === endsAt ? known.count : 0;
}

function forgetEnded(counts: Map<string, Count>, now: number): void {
  for (const [bucket, { endsAt }] of counts) if (endsAt <= now) counts.delete(bucket);
  // Ten thousand addresses within one day without a store: those that came first start again.
  for (const bucket of counts.keys()) if (counts.size > capacity) counts.delete(bucket);
}
