import { type Kysely, sql, type Transaction } from "kysely";
import { OutdatedSchema } from "./failure.ts";
import type { StoreTables } from "./schema.ts";

/** The engines of a store. */
export type Dialect = "sqlite" | "postgres";

/** A change of the tables, as statements in their order. */
interface Migration {
  /** Unique and never changed once released, such as `001-tables`. */
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
}

interface WithMigrations {
  migrations: { name: string; applied_at: number };
}

// Any number that no other program takes on the same database.
const lockId = 7_310_241_553;

/**
 * Applies the migrations that are missing, in order, all or none. When several instances start concurrently, one works, and the
 * others wait and find nothing to do.
 */
export async function migrate(database: Kysely<StoreTables>, dialect: Dialect, migrations: readonly Migration[]): Promise<void> {
  if (await isUpToDate(database, dialect, migrations)) return;
  await database.transaction().execute(async (transaction) => {
    // SQLite needs no separate lock: its transactions begin by taking the write lock.
    if (dialect === "postgres") await lock(transaction);
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(transaction);
    const applied = await listApplied(transaction);
    for (const { name, statements } of migrations) {
      if (applied.has(name)) continue;
      for (const statement of statements(dialect)) await sql.raw(statement).execute(transaction);
      await toMigrations(transaction).insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
    }
  });
}

/** Throws when a migration is missing, and changes nothing. @throws OutdatedSchema. */
export async function requireMigrated(
  database: Kysely<StoreTables>,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  if (!(await isUpToDate(database, dialect, migrations)))
    throw new OutdatedSchema(
      "The database has no tables, or those of an earlier version. Run `npm run migrate` with the same DATABASE_URL.",
    );
}

/** Lists the migrations of a later release, which this one does not know. */
export async function listLater(database: Kysely<StoreTables>): Promise<readonly string[]> {
  const known = new Set([...migrations, ...counterMigrations].map(({ name }) => name));
  return [...(await listApplied(database))].filter((name) => !known.has(name)).sort();
}

/** Takes the lock of migrations. The server ends a transaction whose process has stopped, so that no other one waits for ever. */
async function lock(transaction: Transaction<StoreTables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(transaction);
}

/** Returns true when no migration is missing. It takes no lock, so a start does not wait for another instance's transaction. */
async function isUpToDate(database: Kysely<StoreTables>, dialect: Dialect, migrations: readonly Migration[]): Promise<boolean> {
  // Only in the schema in use: another one of the same Postgres database may have been migrated.
  const found =
    dialect === "postgres"
      ? sql<{ name: string | null }>`select to_regclass('migrations')::text as name`
      : sql<{ name: string | null }>`select name from sqlite_master where name = 'migrations'`;
  const { rows } = await found.execute(database);
  if (!rows[0]?.name) return false;
  const applied = await listApplied(database);
  return migrations.every(({ name }) => applied.has(name));
}

async function listApplied(database: Kysely<StoreTables>): Promise<Set<string>> {
  const rows = await toMigrations(database).selectFrom("migrations").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

function toMigrations(database: Kysely<StoreTables>): Kysely<WithMigrations> {
  return database as unknown as Kysely<WithMigrations>;
}

/** Migrations of the database, oldest first. A released one is never edited: a change is a new one at the end. */
export const migrations: readonly Migration[] = [
  { name: "001-tables", statements: createTables },
  { name: "002-reader-groups", statements: () => [`alter table keys add column reader_groups text not null default '[]'`] },
];

/** Migrations of the counters: another file on SQLite, the same database on Postgres. */
export const counterMigrations: readonly Migration[] = [{ name: "001-counters", statements: createCounters }];

function createTables(dialect: Dialect): string[] {
  return [
    `create table keys (
      id text primary key, kind text not null, name text not null, organisation text not null, project text,
      hash text not null, addresses text not null, origins text not null,
      created_at bigint not null, expires_at bigint, revoked_at bigint, last_used_at bigint)`,
    `create table sessions (
      hash text primary key, key_id text not null, created_at bigint not null, expires_at bigint not null)`,

    `create table threads (
      id text primary key, domain text not null, fp text not null, created_at bigint not null, updated_at bigint not null)`,
    "create index threads_of_reader on threads (domain, fp, updated_at)",
    "create index threads_updated_at on threads (updated_at)",
    // The text has a separate column: in the JSON its control characters would be escaped.
    `create table messages (
      thread_id text not null references threads (id) on delete cascade,
      id text not null, position integer not null, role text not null, status text not null,
      text text not null, content text not null, created_at bigint not null,
      primary key (thread_id, id), unique (thread_id, position))`,
    `create table feedback (
      thread_id text not null, message_id text not null, rating text not null, reason text, created_at bigint not null,
      primary key (thread_id, message_id),
      foreign key (thread_id, message_id) references messages (thread_id, id) on delete cascade)`,

    `create table jobs (
      id text primary key, project text not null, status text not null,
      created_at bigint not null, started_at bigint, ended_at bigint, owner text, lease_until bigint,
      attempts integer not null default 0, returned integer not null default 0, generation integer, line text not null,
      summary text, logs text not null default '[]', changes text, error text, hook_answer text)`,
    "create index jobs_of_project on jobs (project, status, ended_at)",
    // One running and one waiting update per project and line, held by the store itself. A job that was given back waits beside
    // the one that was queued meanwhile: neither statusId may be lost.
    "create unique index jobs_one_in_progress on jobs (project, line) where status = 'in_progress'",
    "create unique index jobs_one_queued on jobs (project, line) where status = 'queued' and returned = 0",
    `create table generations (
      domain text not null, number integer not null, line text not null, site_hash text not null,
      used_at bigint not null, snapshot ${dialect === "sqlite" ? "blob" : "bytea"} not null,
      primary key (domain, number))`,
    // One count over all projects of a deployment, so that an instance says with one number what it serves.
    "create unique index generations_number on generations (number)",
    "create table generation_count (id integer primary key, number integer not null)",
    "insert into generation_count (id, number) values (1, 0)",

    // Insights: daily sums, which stay small, and recent texts of readers.
    `create table insight_sums (
      project text not null, grain text not null, starts_at bigint not null, kind text not null, agent text not null,
      language text not null, version text not null, subject text not null, count integer not null,
      primary key (project, grain, starts_at, kind, agent, language, version, subject))`,
    `create table insight_texts (
      id text primary key, project text not null, kind text not null, day bigint not null, last_at bigint not null,
      agent text not null, language text not null, version text not null, text text not null, page text not null,
      outcome text not null, thread_id text, count integer not null, opened integer not null)`,
    "create index insight_texts_of_day on insight_texts (project, kind, day)",
  ];
}

function createCounters(dialect: Dialect): string[] {
  return [
    `create table counters (
      bucket text not null, ends_at bigint not null, count integer not null, quota integer not null,
      primary key (bucket, ends_at))`,
    "create index counters_ends_at on counters (ends_at)",
    ...(dialect === "postgres" ? [CHARGE_COUNTERS] : []),
  ];
}

/**
 * Charges counters in one round trip, each row as often as given: a transaction of several would hold the rows that all requests share
 * while it waits for the network and for this process. `synchronous_commit` is off for these alone, so that the rows are not held
 * while the disk is written: a crash of the database server may lose the last counts, as a power cut does on SQLite.
 */
const CHARGE_COUNTERS = `
  create function charge_counters(buckets text[], ends bigint[], quotas integer[], times integer[])
  returns table (charged_bucket text, charged_count integer, charged boolean)
  language plpgsql as $$
  declare
    room boolean;
  begin
    perform set_config('synchronous_commit', 'off', true);
    insert into counters (bucket, ends_at, count, quota)
      select b, e, 0, q from unnest(buckets, ends, quotas) as asked (b, e, q)
      where not exists (select from counters where bucket = b and ends_at = e)
      order by b collate "C", e
      on conflict do nothing;
    -- In one order for every batch, so that no two wait for each other.
    perform from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e
      order by bucket collate "C", ends_at for update of counters;
    select bool_and(count + t <= q) into room
      from counters join unnest(buckets, ends, quotas, times) as asked (b, e, q, t) on bucket = b and ends_at = e;
    if room then
      return query update counters set count = count + t, quota = q
        from unnest(buckets, ends, quotas, times) as asked (b, e, q, t) where bucket = b and ends_at = e
        returning bucket, count, true;
    else
      return query select bucket, count, false
        from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e;
    end if;
  end $$`;
