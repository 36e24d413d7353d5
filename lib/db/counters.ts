import { type Kysely, sql } from "kysely";
import type { Store } from "./client.ts";
import type { Schema } from "./schema.ts";

/** A counter in one window, and how far it may go. */
export interface CounterRow {
  readonly bucket: string;
  readonly endsAt: number;
  readonly quota: number;
}

/** Counts after an attempt, and the buckets that had no room. */
export interface CounterOutcome {
  readonly used: ReadonlyMap<string, number>;
  readonly full: ReadonlySet<string>;
}

/** Adds one to every counter, or to none when one is full. Exact over processes that share the store. */
export function consumeCounters(
  { counters, dialect }: Pick<Store, "counters" | "dialect">,
  rows: readonly CounterRow[],
): Promise<CounterOutcome> {
  return dialect === "postgres" ? consumeOnPostgres(counters, rows) : consumeOnSqlite(counters, rows);
}

/** Nothing was charged; the buckets that are named are full. */
export function refuse(rows: readonly CounterRow[], counts: ReadonlyMap<string, number>): CounterOutcome {
  const used = new Map(rows.map(({ bucket, quota }) => [bucket, counts.get(bucket) ?? quota]));
  return { used, full: new Set(rows.flatMap(({ bucket, quota }) => ((used.get(bucket) ?? quota) >= quota ? [bucket] : []))) };
}

async function consumeOnPostgres(counters: Kysely<Schema>, rows: readonly CounterRow[]): Promise<CounterOutcome> {
  const [buckets, ends, quotas] = [rows.map((row) => row.bucket), rows.map((row) => row.endsAt), rows.map((row) => row.quota)];
  const result = await sql<{ charged_bucket: string; charged_count: number; charged: boolean }>`
    select * from charge_counters(${buckets}::text[], ${ends}::bigint[], ${quotas}::integer[])`.execute(counters);
  const counts = new Map(result.rows.map((row) => [row.charged_bucket, row.charged_count]));
  const charged = result.rows.filter((row) => row.charged).length === rows.length;
  return charged ? { used: counts, full: new Set() } : refuse(rows, counts);
}

class Refused extends Error {}

/** One upsert that passes over full counters; when it did, the transaction takes back what it charged. */
async function consumeOnSqlite(counters: Kysely<Schema>, rows: readonly CounterRow[]): Promise<CounterOutcome> {
  const counts = new Map<string, number>();
  try {
    await counters.transaction().execute(async (transaction) => {
      for (const { bucket, count } of await upsert(transaction, rows)) counts.set(bucket, count);
      if (counts.size < rows.length) throw new Refused();
    });
    return { used: counts, full: new Set() };
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return refuse(rows, new Map([...counts].map(([bucket, count]) => [bucket, count - 1])));
  }
}

function upsert(counters: Kysely<Schema>, rows: readonly CounterRow[]) {
  return counters
    .insertInto("counters")
    .values(rows.map(({ bucket, endsAt, quota }) => ({ bucket, ends_at: endsAt, count: 1, quota })))
    .onConflict((conflict) =>
      conflict
        .columns(["bucket", "ends_at"])
        .doUpdateSet(({ eb, ref }) => ({ count: eb("counters.count", "+", 1), quota: ref("excluded.quota") }))
        .where(({ eb, ref }) => eb("counters.count", "<", ref("excluded.quota"))),
    )
    .returning(["bucket", "count"])
    .execute();
}
