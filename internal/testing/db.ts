import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, sql } from "kysely";
import { afterAll, beforeAll, describe } from "vitest";
import {
  openPostgres,
  openSqlite,
  type PostgresStoreOptions,
  prepare,
  replaceStore,
  type SqliteStoreOptions,
  type Store,
} from "../../lib/db/db.ts";
import type { StoreTables } from "../../lib/db/schema.ts";
import { createSchema } from "./db-server.ts";

interface Engine {
  readonly name: string;
  readonly open: () => Promise<{ store: Store; remove: () => Promise<void> }>;
}

const engines: readonly Engine[] = [
  { name: "SQLite", open: openTestSqlite },
  { name: "in-process Postgres", open: openPglite },
  ...(process.env.TEST_DATABASE_URL
    ? [{ name: "a Postgres server", open: () => openTestServer(process.env.TEST_DATABASE_URL!) }]
    : []),
];

/**
 * Runs the tests once for each engine: SQLite, Postgres in process, and the server of TEST_DATABASE_URL when it is set.
 * Each run gets its own empty store, which `getStore`, `getDatabase` and `getCounters` also hand out.
 */
export function eachStore(tests: (store: () => Store) => void): void {
  describe.each(engines)("on $name", ({ open }) => {
    let opened: Awaited<ReturnType<Engine["open"]>>;
    let restore: () => void;
    beforeAll(async () => {
      opened = await open();
      restore = replaceStore(opened.store);
    });
    afterAll(async () => {
      restore();
      await opened.store.close();
      await opened.remove();
    });
    tests(() => opened.store);
  });
}

/** Returns an SQLite store in a new folder; `remove` deletes the folder. */
export async function openTestSqlite(options: Omit<SqliteStoreOptions, "folder"> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  return { folder, store: await openSqlite({ folder, ...options }), remove: () => rm(folder, { recursive: true }) };
}

/** Holds the write locks of a folder's SQLite files, as a process in a long transaction would, until the returned call. */
export function lockSqlite(folder: string): () => void {
  const files = ["docent.db", "counters.db"].map((name) => new DatabaseSync(path.join(folder, name)));
  for (const file of files) file.exec("pragma journal_mode = wal; begin immediate");
  return () => {
    for (const file of files) if (file.isOpen) file.close();
  };
}

/** One for all test files of this process, since it takes seconds to start. */
let pglite: Promise<PGlite> | undefined;

async function openPglite() {
  pglite ??= createPglite();
  const database = new Kysely<StoreTables>({ dialect: new PGliteDialect({ pglite: await pglite }) });
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  return {
    store: await prepare({ kind: "postgres", dialect: "postgres", database, counters: database, fault: async () => undefined }),
    remove: async () => {},
  };
}

async function createPglite(): Promise<PGlite> {
  const created = await PGlite.create();
  // A store that is closed closes its database, which here is the one of the next store too.
  created.close = async () => {};
  return created;
}

/** Returns a store in a new Postgres schema on a server, and the address of that; `remove` deletes the schema. */
export async function openTestServer(server: string, options: Pick<PostgresStoreOptions, "poolSize" | "deadlineMs"> = {}) {
  const { url, remove } = await createSchema(server);
  return { url, store: await openPostgres({ ...options, url }), remove };
}
