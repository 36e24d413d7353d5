import { type CounterOutcome, type CounterRow, refuse } from "../db/counters.ts";
import { perProcess } from "../process-state.ts";

interface Count {
  readonly endsAt: number;
  count: number;
}

const MAX_COUNTS = 10_000;
const localCounts = perProcess("local-counts", () => new Map<string, Count>());

/** Charges every bucket by one, or none where one of them is full, with counts that end with the process. */
export function consumeInProcess(open: readonly CounterRow[], now: number): CounterOutcome {
  const counts = localCounts.get();
  if (counts.size > MAX_COUNTS) deleteEnded(counts, now);
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

function countOf(counts: ReadonlyMap<string, Count>, { bucket, endsAt }: CounterRow): number {
  const count = counts.get(bucket);
  return count?.endsAt === endsAt ? count.count : 0;
}

function deleteEnded(counts: Map<string, Count>, now: number): void {
  for (const [bucket, { endsAt }] of counts) if (endsAt <= now) counts.delete(bucket);
  // Ten thousand addresses within one day without a store: those that came first start again.
  for (const bucket of counts.keys()) if (counts.size > MAX_COUNTS) counts.delete(bucket);
}
