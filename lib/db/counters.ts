import { setImmediate as endOfTurn } from "node:timers/promises";
import { CompiledQuery, type Kysely } from "kysely";
import type { Store } from "./db.ts";
import type { StoreTables } from "./schema.ts";

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

type CounterStore = Pick<Store, "counters" | "dialect">;

/** The attempts of one turn of the event loop, and the promise of each. */
interface Batch {
  readonly attempts: (readonly CounterRow[])[];
  readonly outcomes: Promise<Promise<CounterOutcome>[]>;
}

/** The attempts of this turn; a batch is sent at the end of its turn. */
const batches = new Map<Kysely<StoreTables>, Batch>();

/**
 * Adds one to every counter, or to none where one is full. Exact over all processes that share the store. Attempts that come in one
 * turn are charged by one statement: one for each would cost more than the rest of the guard.
 */
export async function consumeCounters(store: CounterStore, rows: readonly CounterRow[]): Promise<CounterOutcome> {
  const { attempts, outcomes } = batches.get(store.counters) ?? startBatch(store);
  const index = attempts.push(rows) - 1;
  return (await outcomes)[index] as Promise<CounterOutcome>;
}

/** Returns the outcome of an attempt that charged nothing, with the buckets that are full. */
export function refuse(rows: readonly CounterRow[], counts: ReadonlyMap<string, number>): CounterOutcome {
  const used = new Map(rows.map(({ bucket, quota }) => [bucket, counts.get(bucket) ?? quota]));
  return { used, full: new Set(rows.flatMap(({ bucket, quota }) => ((used.get(bucket) ?? quota) >= quota ? [bucket] : []))) };
}

function startBatch(store: CounterStore): Batch {
  const attempts: (readonly CounterRow[])[] = [];
  const outcomes = endOfTurn().then(() => {
    batches.delete(store.counters);
    return chargeBatch(store, attempts);
  });
  const batch = { attempts, outcomes };
  batches.set(store.counters, batch);
  return batch;
}

/** Charges all attempts together if they fit every bucket, and otherwise each by itself. */
async function chargeBatch(store: CounterStore, attempts: Batch["attempts"]): Promise<Promise<CounterOutcome>[]> {
  const { isCharged, counts } = await charge(store, sumUp(attempts.flat()));
  const [only, ...more] = attempts;
  if (!isCharged && more.length > 0) return attempts.map(async (rows) => toOutcome(rows, await charge(store, rows)));
  if (!isCharged) return [Promise.resolve(refuse(only ?? [], counts))];
  // Counted back from the last one, as if they had come one after another.
  const outcomes = attempts.toReversed().map(async (rows) => {
    const outcome = toOutcome(rows, { isCharged, counts });
    for (const [bucket, count] of outcome.used) counts.set(bucket, count - 1);
    return outcome;
  });
  return outcomes.reverse();
}

function sumUp(rows: readonly CounterRow[]): Asked[] {
  const sums = new Map<string, Asked>();
  for (const row of rows) {
    const key = `${row.endsAt} ${row.bucket}`;
    sums.set(key, { ...row, times: (sums.get(key)?.times ?? 0) + 1 });
  }
  return [...sums.values()];
}

/** A counter and how much it is charged; 1 by default. */
type Asked = CounterRow & { readonly times?: number };

/** The counts after all rows were charged, or the current counts where a row is full and none was charged. */
interface Charged {
  readonly isCharged: boolean;
  readonly counts: Map<string, number>;
}

function toOutcome(rows: readonly CounterRow[], { isCharged, counts }: Charged): CounterOutcome {
  if (!isCharged) return refuse(rows, counts);
  return { used: new Map(rows.map(({ bucket }) => [bucket, counts.get(bucket) ?? 0])), full: new Set() };
}

function charge({ counters, dialect }: CounterStore, rows: readonly Asked[]): Promise<Charged> {
  return dialect === "postgres" ? chargeOnPostgres(counters, rows) : chargeOnSqlite(counters, rows);
}

// Statements are text: every turn runs one, and building it would cost as much as running it.

async function chargeOnPostgres(counters: Kysely<StoreTables>, rows: readonly Asked[]): Promise<Charged> {
  const columns = [
    rows.map((row) => row.bucket),
    rows.map((row) => row.endsAt),
    rows.map((row) => row.quota),
    rows.map((row) => row.times ?? 1),
  ];
  const charged = await counters.executeQuery<Count & { charged: boolean }>(CompiledQuery.raw(CHARGE_ON_POSTGRES, columns));
  const isCharged = charged.rows.length === rows.length && charged.rows.every((row) => row.charged);
  return { isCharged, counts: toCounts(charged.rows) };
}

/** Charges by one statement, without a transaction. */
async function chargeOnSqlite(counters: Kysely<StoreTables>, rows: readonly Asked[]): Promise<Charged> {
  const run = (text: string) => counters.executeQuery<Count>(CompiledQuery.raw(text, [toJson(rows)]));
  const charged = await run(CHARGE_ALL);
  if (charged.rows.length > 0) return { isCharged: true, counts: toCounts(charged.rows) };
  const present = toCounts((await run(`${ASKED} ${COUNTS}`)).rows);
  return { isCharged: false, counts: new Map(rows.map(({ bucket }) => [bucket, present.get(bucket) ?? 0])) };
}

const toJson = (rows: readonly Asked[]) =>
  JSON.stringify(rows.map(({ bucket, endsAt, quota, times = 1 }) => [bucket, endsAt, quota, times]));

interface Count {
  readonly bucket: string;
  readonly count: number;
}

const toCounts = (rows: readonly Count[]) => new Map(rows.map(({ bucket, count }) => [bucket, count]));

const CHARGE_ON_POSTGRES = `select charged_bucket as bucket, charged_count as count, charged
  from charge_counters($1::text[], $2::bigint[], $3::integer[], $4::integer[])`;
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
