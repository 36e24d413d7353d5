import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Store } from "./db.ts";
import type { Schema } from "./schema.ts";

/** A counter in one window, with its quota. */
export interface CounterRow {
  readonly bucket: string;
  readonly endsAt: number;
  readonly quota: number;
}

/** The counts after an attempt, and the buckets that were full. */
export interface CounterOutcome {
  readonly used: ReadonlyMap<string, number>;
  readonly full: ReadonlySet<string>;
}

/** Adds one to every counter, or to none where one is full. Exact over all processes that share the store. */
export function consumeCounters(
  { counters, dialect }: Pick<Store, "counters" | "dialect">,
  rows: readonly CounterRow[],
): Promise<CounterOutcome> {
  return dialect === "postgres" ? consumeOnPostgres(counters, rows) : consumeOnSqlite(counters, rows);
}

/** Returns the outcome of an attempt that charged nothing, with the buckets that are full. */
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

/**
 * Charges every row or none, in one statement and without a transaction. The statement is text: every request runs it, and
 * building it would cost as much as running it.
 */
async function consumeOnSqlite(counters: Kysely<Schema>, rows: readonly CounterRow[]): Promise<CounterOutcome> {
  const asked = JSON.stringify(rows.map(({ bucket, endsAt, quota }) => [bucket, endsAt, quota]));
  const charged = await counters.executeQuery<Count>(CompiledQuery.raw(CHARGE_ALL, [asked]));
  if (charged.rows.length > 0) return { used: toCounts(charged.rows), full: new Set() };
  const present = await counters.executeQuery<Count>(CompiledQuery.raw(`${ASKED} ${COUNTS}`, [asked]));
  const counts = toCounts(present.rows);
  return refuse(rows, new Map(rows.map(({ bucket }) => [bucket, counts.get(bucket) ?? 0])));
}

interface Count {
  readonly bucket: string;
  readonly count: number;
}

const toCounts = (rows: readonly Count[]) => new Map(rows.map(({ bucket, count }) => [bucket, count]));

const ASKED = "with asked as (select value ->> 0 as bucket, value ->> 1 as ends_at, value ->> 2 as quota from json_each(?))";
const COUNTS = "select bucket, count from asked join counters using (bucket, ends_at)";
const CHARGE_ALL = `${ASKED}
  insert into counters (bucket, ends_at, count, quota)
  select bucket, ends_at, 1, quota from asked
  where not exists (select 1 from asked join counters using (bucket, ends_at) where count >= asked.quota)
  on conflict (bucket, ends_at) do update set count = counters.count + 1, quota = excluded.quota
  returning bucket, count`;
