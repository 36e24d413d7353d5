import { setImmediate as endOfTurn } from "node:timers/promises";
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

type Attempt = readonly CounterRow[];

/** Attempts of one turn of the event loop, and what becomes of each. */
interface Batch {
  readonly attempts: Attempt[];
  readonly outcomes: Promise<Promise<CounterOutcome>[]>;
}

const batches = new WeakMap<Kysely<Schema>, Batch>();

/** Charges the attempts that come in one turn by one statement: a commit for each would cost more than the rest of the guard. */
async function consumeOnSqlite(counters: Kysely<Schema>, rows: Attempt): Promise<CounterOutcome> {
  const { attempts, outcomes } = batches.get(counters) ?? startBatch(counters);
  const index = attempts.push(rows) - 1;
  return (await outcomes)[index] as Promise<CounterOutcome>;
}

function startBatch(counters: Kysely<Schema>): Batch {
  const attempts: Attempt[] = [];
  const outcomes = endOfTurn().then(() => {
    batches.delete(counters);
    return chargeBatch(counters, attempts);
  });
  const batch = { attempts, outcomes };
  batches.set(counters, batch);
  return batch;
}

/** Charges all attempts where every bucket has room for them, and otherwise one after another. */
async function chargeBatch(counters: Kysely<Schema>, attempts: readonly Attempt[]): Promise<Promise<CounterOutcome>[]> {
  const counts = attempts.length > 1 && (await charge(counters, sumUp(attempts)));
  if (!counts) return attempts.map((rows) => chargeOne(counters, rows));
  // Counted back from the last one, as if they had come one after another.
  const outcomes = attempts.toReversed().map(async (rows) => {
    const used = new Map(rows.map(({ bucket }) => [bucket, counts.get(bucket) ?? 0]));
    for (const [bucket, count] of used) counts.set(bucket, count - 1);
    return { used, full: new Set<string>() };
  });
  return outcomes.reverse();
}

function sumUp(attempts: readonly Attempt[]): Asked[] {
  const sums = new Map<string, Asked>();
  for (const row of attempts.flat()) {
    const key = `${row.endsAt} ${row.bucket}`;
    sums.set(key, { ...row, times: (sums.get(key)?.times ?? 0) + 1 });
  }
  return [...sums.values()];
}

async function chargeOne(counters: Kysely<Schema>, rows: Attempt): Promise<CounterOutcome> {
  const used = await charge(counters, rows);
  if (used) return { used, full: new Set() };
  const present = await counters.executeQuery<Count>(CompiledQuery.raw(`${ASKED} ${COUNTS}`, [toJson(rows)]));
  const counts = toCounts(present.rows);
  return refuse(rows, new Map(rows.map(({ bucket }) => [bucket, counts.get(bucket) ?? 0])));
}

/** A counter and how much it is charged; 1 where that is not said. */
type Asked = CounterRow & { readonly times?: number };

/**
 * Charges every row, in one statement and without a transaction; undefined where one has no room for it, and then none is charged. The
 * statement is text: every request runs it, and building it would cost as much as running it.
 */
async function charge(counters: Kysely<Schema>, rows: readonly Asked[]): Promise<Map<string, number> | undefined> {
  const charged = await counters.executeQuery<Count>(CompiledQuery.raw(CHARGE_ALL, [toJson(rows)]));
  return charged.rows.length > 0 ? toCounts(charged.rows) : undefined;
}

const toJson = (rows: readonly Asked[]) =>
  JSON.stringify(rows.map(({ bucket, endsAt, quota, times = 1 }) => [bucket, endsAt, quota, times]));

interface Count {
  readonly bucket: string;
  readonly count: number;
}

const toCounts = (rows: readonly Count[]) => new Map(rows.map(({ bucket, count }) => [bucket, count]));

const ASKED = `with asked as (
  select value ->> 0 as bucket, value ->> 1 as ends_at, value ->> 2 as quota, value ->> 3 as times from json_each(?))`;
const COUNTS = "select bucket, count from asked join counters using (bucket, ends_at)";
const CHARGE_ALL = `${ASKED}
  insert into counters (bucket, ends_at, count, quota)
  select bucket, ends_at, times, quota from asked
  where not exists (
    select 1 from asked left join counters using (bucket, ends_at) where coalesce(count, 0) + times > asked.quota)
  on conflict (bucket, ends_at) do update set count = counters.count + excluded.count, quota = excluded.quota
  returning bucket, count`;
