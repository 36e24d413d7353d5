import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { findBouncer, findPostgres, startBouncer, startPostgres } from "../../testing/db-server.ts";
import { withChildren } from "./processes.ts";

/** The store of a target, seen from outside. */
export interface BenchDatabase {
  /** Address for the servers; undefined for SQLite. */
  readonly url: string | undefined;
  /** Processes beside the servers. */
  readonly pids: () => number[];
  /** Returns the first value of a query's first row. */
  readonly ask: (query: string) => Promise<number>;
  /** Statements that it has carried out so far; undefined for SQLite. */
  readonly queries: () => Promise<number | undefined>;
  readonly bytes: () => Promise<number>;
  /** Ends it as a crash would, and starts it again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const POOL_SIZE = 20;

/** The SQLite file of a server's data folder. */
export function sqliteDatabase(dataFolder: string): BenchDatabase {
  const ask = async (query: string) => {
    const database = new DatabaseSync(path.join(dataFolder, "docent.db"), { readOnly: true });
    const row = database.prepare(query).get() ?? {};
    database.close();
    return Number(Object.values(row)[0] ?? 0);
  };
  return {
    url: undefined,
    pids: () => [],
    queries: async () => undefined,
    ask,
    bytes: async () => (await ask("PRAGMA page_count")) * (await ask("PRAGMA page_size")),
    restart: async () => {},
    stop: async () => {},
  };
}

/** Starts Postgres, which counts its statements, and PgBouncer in transaction mode before it. @throws Error where one is missing. */
export async function startBenchPostgres(): Promise<BenchDatabase> {
  const [programs, bouncerProgram] = [findPostgres(), findBouncer(process.env.PGBOUNCER_PATH)];
  if (!programs || !bouncerProgram)
    throw new Error("Postgres or PgBouncer is missing. On Debian: apt-get install -y postgresql pgbouncer. Or: --stores sqlite");
  const server = await startPostgres(programs, ["shared_preload_libraries=pg_stat_statements", "max_connections=120"]);
  const bouncer = await startBouncer(bouncerProgram, server.url, { poolSize: POOL_SIZE });
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return Number(Object.values(rows[0] ?? {})[0] ?? 0);
  };
  await ask("CREATE EXTENSION pg_stat_statements");
  const postmaster = () => Number(readFileSync(path.join(server.folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url: bouncer.url,
    pids: () => [bouncer.pid, ...withChildren(postmaster())],
    ask,
    queries: () => ask("SELECT sum(calls) FROM pg_stat_statements"),
    bytes: () => ask("SELECT pg_database_size(current_database())"),
    restart: () => server.kill().then(server.start),
    stop: async () => {
      await bouncer.stop();
      await server.kill();
      await server.remove();
    },
  };
}
