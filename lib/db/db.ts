/*
 * The store: threads, keys, updates, insights and counters, on SQLite or Postgres.
 * The environment chooses the engine, and one `Store` with all its tables comes out, opened on first use.
 * Start at `getStore`. `migrate.ts` has the tables and `schema.ts` their types, `sqlite.ts` the driver, `failure.ts` what can go wrong.
 */

import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { type Environment, getEnvironment } from "../config/config.ts";
import { log } from "../log.ts";
import { perProcess, replaceProcessState } from "../process-state.ts";
import { SettingsError } from "../service-error.ts";
import { explainStore, isDiskFull, markStoreError, RecentFaults, type StoreFault } from "./failure.ts";
import { counterMigrations, type Dialect, listLater, migrate, migrations, requireMigrated } from "./migrate.ts";
import type { StoreTables } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite.ts";

export type { StoreTables } from "./schema.ts";

/** An open store with all its tables. */
export interface Store {
  /** `ephemeral`: an SQLite file in the temp folder, for disks that cannot be written; it ends with the instance. */
  readonly kind: "sqlite" | "postgres" | "ephemeral";
  readonly dialect: Dialect;
  /** All tables but the counters. A committed write survives a power cut. */
  readonly database: Kysely<StoreTables>;
  /** The counters. On SQLite another file: its commits are faster, and wait for no other transaction of this process. */
  readonly counters: Kysely<StoreTables>;
  /** Migrations of a later release that the store has had: what they changed, this process may not be able to read. */
  readonly later: readonly string[];
  /** Returns what keeps the store from writing, as far as it is known without a write. */
  readonly fault: () => Promise<StoreFault | undefined>;
  readonly close: () => Promise<void>;
}

/** Advice for a store that a later release has changed. */
export const LATER_ADVICE = "If something fails, run that release again, or restore a backup from before it";
const MIN_FREE_BYTES = 1024 * 1024;

interface Opened {
  store: Promise<Store> | undefined;
  /** When each kind of old rows was deleted last, in milliseconds since 1970. */
  readonly cleanedAt: Map<string, number>;
}

const opened = perProcess<Opened>("store", () => ({ store: undefined, cleanedAt: new Map() }));

/** Returns the store of this process, opened and migrated on first use. After a failure the next call tries again. */
export function getStore(): Promise<Store> {
  const state = opened.get();
  state.store ??= openStore(getEnvironment()).catch((cause: unknown) => {
    state.store = undefined;
    throw cause;
  });
  return state.store;
}

/** Returns the database of this process's store. */
export async function getDatabase(): Promise<Kysely<StoreTables>> {
  return (await getStore()).database;
}

/** Returns the counters of this process's store. */
export async function getCounters(): Promise<Kysely<StoreTables>> {
  return (await getStore()).counters;
}

/** Returns true once in `everyMs` for a kind of old rows, which the caller then deletes. */
export function isCleaningDue(kind: string, everyMs: number, now: number): boolean {
  const { cleanedAt } = opened.get();
  if (now - (cleanedAt.get(kind) ?? 0) < everyMs) return false;
  cleanedAt.set(kind, now);
  return true;
}

/** Replaces the store of this process until the returned function is called, for tests. */
export function replaceStore(store: Store): () => void {
  return replaceProcessState("store", { store: Promise.resolve(store), cleanedAt: new Map() });
}

/** Closes the store of this process, if it is open. The next use opens it again. */
export async function closeStore(): Promise<void> {
  const { store } = opened.get();
  opened.reset();
  await (await store)?.close();
}

type StoreEnvironment = Pick<Environment, "databaseUrl" | "dataDir" | "dataDirGiven"> &
  Partial<Pick<Environment, "databasePoolSize" | "onVercel">>;

/**
 * Opens the store that the environment chooses, and brings its tables up to date. @throws SettingsError that names the variable
 * of a store which cannot be opened.
 */
export async function openStore(environment: StoreEnvironment): Promise<Store> {
  try {
    return await openChosen(environment);
  } catch (cause) {
    throw markStoreError(explainStore(cause, environment));
  }
}

async function openChosen(environment: StoreEnvironment): Promise<Store> {
  const { databaseUrl: url, databasePoolSize: poolSize, onVercel } = environment;
  // A function may be frozen while it holds the lock of a migration; there, `npm run migrate` runs before each build.
  if (url) return openPostgres({ url, poolSize, tables: onVercel ? "required" : "migrated" });
  const { folder, ephemeral } = chooseFolder(environment);
  if (ephemeral)
    log("warn", "ephemeral store: the disk is read-only, so keys, threads and counters end with this instance", { folder });
  return openSqlite({ folder, kind: ephemeral ? "ephemeral" : "sqlite" });
}

export interface SqliteStoreOptions {
  readonly folder: string;
  readonly kind?: "sqlite" | "ephemeral";
  /** Time that a statement waits for a lock of another process. Default: 5 seconds. */
  readonly deadlineMs?: number;
}

/** Opens the two SQLite files of a folder that exists. */
export async function openSqlite({ folder, kind = "sqlite", deadlineMs }: SqliteStoreOptions): Promise<Store> {
  const open = (name: string, synchronous: "FULL" | "NORMAL") => {
    const file = path.join(folder, name);
    // SQLite creates the files beside this one with the same mode.
    makePrivateFile(file);
    return new Kysely<StoreTables>({ dialect: new NodeSqliteDialect({ file, synchronous, deadlineMs }), log: faults.record });
  };
  const faults = new RecentFaults();
  const fault = async () => ((await isAlmostFull(folder)) ? "disk_full" : faults.latest());
  return prepare({
    kind,
    dialect: "sqlite",
    database: open("docent.db", "FULL"),
    counters: open("counters.db", "NORMAL"),
    fault,
  });
}

/** Returns true when the disk has less room than the next answers may need. */
async function isAlmostFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < MIN_FREE_BYTES;
}

export interface PostgresStoreOptions {
  readonly url: string;
  /** Default: 10 connections. */
  readonly poolSize?: number | undefined;
  /** `migrated`, the default, makes missing tables; `required` fails where some are missing. */
  readonly tables?: Tables;
  /** Time that a statement waits for a connection of the pool. Default: 5 seconds. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Opens a Postgres database. Works behind PgBouncer in transaction mode, which refuses settings that come with the
 * connection and statements with names: neither is used.
 */
export async function openPostgres(options: PostgresStoreOptions): Promise<Store> {
  const { url, poolSize = 10, deadlineMs = 5_000, tables } = options;
  const { Pool, types } = (await import("pg")).default;
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: 30_000,
    // pg returns 64-bit integers as text; those of Docent are times and counts, exact as numbers.
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
  });
  // Without a listener, a connection that the server ends would end this process. The pool reports idle connections, and a
  // connection in use reports itself, beside the query that fails.
  pool.on("error", ({ message }) => log("warn", "an idle store connection ended", { error: message }));
  pool.on("connect", (client) =>
    client.on("error", ({ message }) => log("warn", "a store connection ended", { error: message })),
  );
  const faults = new RecentFaults();
  const connections = {
    connect: () => pool.connect().catch((thrown: unknown) => Promise.reject(markStoreError(thrown))),
    end: () => pool.end(),
    options: pool.options,
  };
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool: connections }), log: faults.record });
  const fault = async () => faults.latest();
  return prepare({ kind: "postgres", dialect: "postgres", database, counters: database, fault }, tables);
}

type Tables = "migrated" | "required";

/** Brings the tables of an opened store up to date, or throws when they are not; closes the store when that fails. */
export async function prepare(parts: Omit<Store, "close" | "later">, tables: Tables = "migrated"): Promise<Store> {
  const { database, counters, dialect } = parts;
  const close = async () => {
    await database.destroy();
    if (counters !== database) await counters.destroy();
  };
  try {
    const bringUp = tables === "migrated" ? migrate : requireMigrated;
    await bringUp(database, dialect, migrations);
    await bringUp(counters, dialect, counterMigrations);
    const later = [...new Set([...(await listLater(database)), ...(await listLater(counters))])];
    if (later.length > 0)
      log("warn", `a later release has changed the store (${later.join(", ")}); nothing was changed back. ${LATER_ADVICE}`);
    return { ...parts, later, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/**
 * Returns the data folder, which is created if it is missing. On a read-only disk without DOCENT_DATA_DIR it is a folder of the temp
 * folder, which ends with the instance. @throws SettingsError where the folder of DOCENT_DATA_DIR cannot be written.
 */
export function chooseFolder({ dataDir, dataDirGiven }: Pick<Environment, "dataDir" | "dataDirGiven">): {
  folder: string;
  ephemeral: boolean;
} {
  try {
    return { folder: makeFolder(dataDir), ephemeral: false };
  } catch (cause) {
    const words = `DOCENT_DATA_DIR names ${dataDir}, which cannot be written; give a folder that this user may write.`;
    if (dataDirGiven) throw new SettingsError(words, { cause });
    return { folder: makeFolder(requireOwn(path.join(tmpdir(), `docent-${process.getuid?.() ?? "data"}`))), ephemeral: true };
  }
}

/** Creates a file, unless it exists, and closes it to other users. @throws SettingsError where it may not be written. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    const words = `DOCENT_DATA_DIR: ${file} cannot be written. Give it to this user, or name another folder.`;
    throw new SettingsError(words, { cause });
  }
}

/** Creates a folder for this user alone, unless it exists. @throws when it cannot be written. */
function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
  return folder;
}

/** Throws when another user owns the folder: anyone may create one of that name in the temp folder, to read its files. */
function requireOwn(folder: string): string {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid()))) return folder;
  throw new SettingsError(`${folder} belongs to another user; set DOCENT_DATA_DIR to a folder that this user may write.`);
}
