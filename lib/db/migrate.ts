import { type Kysely, sql, type Transaction } from "kysely";
import { OutdatedSchema } from "./failure.ts";
import type { Schema } from "./schema.ts";

/** The engines of a store. */
export type Dialect = "sqlite" | "postgres";

/** A change of the tables, as statements in their order. */
export interface Migration {
  /** Unique and never changed once released, such as `001-tables`. */
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
}

interface WithMigrations {
  migrations: { name: string; applied_at: number };
}

const BEFORE_RELEASE = "001-keys";
const OF_BEFORE =
  "The store has tables of before the first release. Move docent.db and counters.db out of the data folder, or name an empty database in DATABASE_URL, and start again.";

// Any number that no other program takes on the same database.
const lockId = 7_310_241_553;

/**
 * Applies the migrations that are missing, in order, all or none. Where several instances start at once, one works, and the
 * others wait and find nothing to do.
 */
export async function migrate(database: Kysely<Schema>, dialect: Dialect, migrations: readonly Migration[]): Promise<void> {
  if (await isUpToDate(database, dialect, migrations)) return;
  await database.transaction().execute(async (transaction) => {
    // SQLite needs no separate lock: its transactions begin by taking the write lock.
    if (dialect === "postgres") await lock(transaction);
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(transaction);
    const applied = await listApplied(transaction);
    if (applied.has(BEFORE_RELEASE)) throw new OutdatedSchema(OF_BEFORE);
    for (const { name, statements } of migrations) {
      if (applied.has(name)) continue;
      for (const statement of statements(dialect)) await sql.raw(statement).execute(transaction);
      await toMigrations(transaction).insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
    }
  });
}

/** Throws where a migration is missing, and changes nothing. @throws OutdatedSchema. */
export async function requireMigrated(
  database: Kysely<Schema>,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  if (!(await isUpToDate(database, dialect, migrations)))
    throw new OutdatedSchema(
      "The database has no tables, or those of an earlier version. Run `npm run migrate` with the same DATABASE_URL.",
    );
}

/** Takes the lock of migrations. The server ends a transaction whose process has stopped, so that no other one waits for ever. */
async function lock(transaction: Transaction<Schema>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(transaction);
}

/** Returns true where no migration is missing. It takes no lock, so a start does not wait for another instance's transaction. */
async function isUpToDate(database: Kysely<Schema>, dialect: Dialect, migrations: readonly Migration[]): Promise<boolean> {
  // Of the schema in use only: another one of the same Postgres database may have been migrated.
  const found =
    dialect === "postgres"
      ? sql<{ name: string | null }>`select to_regclass('migrations')::text as name`
      : sql<{ name: string | null }>`select name from sqlite_master where name = 'migrations'`;
  const { rows } = await found.execute(database);
  if (!rows[0]?.name) return false;
  const applied = await listApplied(database);
  return migrations.every(({ name }) => applied.has(name));
}

async function listApplied(database: Kysely<Schema>): Promise<Set<string>> {
  const rows = await toMigrations(database).selectFrom("migrations").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

function toMigrations(database: Kysely<Schema>): Kysely<WithMigrations> {
  return database as unknown as Kysely<WithMigrations>;
}
