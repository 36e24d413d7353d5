import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

/** An SQLite file, and how it is written. */
interface SqliteOptions {
  readonly file: string;
  /** FULL survives a power cut; NORMAL survives a killed process and is faster. */
  readonly synchronous: "FULL" | "NORMAL";
  /** Time that a statement waits for a lock of another process. Default: 5 seconds. */
  readonly deadlineMs?: number | undefined;
}

const MAX_STATEMENTS = 200;
/** The most time that a statement waits for its turn. */
const BUSY_DEADLINE_MS = 5_000;
const MAX_PAUSE_MS = 100;

/**
 * A Kysely dialect for Node's own SQLite, in WAL mode, so that several processes can share the file. Writes wait for the lock
 * of another process without blocking the event loop; reads do not wait for it.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #options: SqliteOptions;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  createDriver = () => new NodeSqliteDriver(this.#options);
  createQueryCompiler = () => new SqliteQueryCompiler();
  createAdapter = () => new ManyConnections();
  createIntrospector = (database: Kysely<unknown>) => new SqliteIntrospector(database);
}

/** An adapter without Kysely's own queue, in which reads would wait behind a write that waits for a lock. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** A driver of one open file, which all connections share. A connection in a transaction keeps the others out. */
class NodeSqliteDriver implements Driver {
  readonly #options: SqliteOptions;
  readonly #turn = new Turn();
  #file: SqliteFile | undefined;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  async init() {
    this.#file = await retryWhileBusy(() => new SqliteFile(this.#options), this.#deadline());
  }

  async acquireConnection() {
    return new SqliteConnection(this.#file as SqliteFile, this.#turn, () => this.#deadline());
  }

  async beginTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    (connection as SqliteConnection).end();
  }

  async releaseConnection(connection: DatabaseConnection) {
    (connection as SqliteConnection).end();
  }

  async destroy() {
    this.#file?.close();
  }

  #deadline() {
    return performance.now() + (this.#options.deadlineMs ?? BUSY_DEADLINE_MS);
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #turn: Turn;
  readonly #deadline: () => number;
  #inTransaction = false;

  constructor(file: SqliteFile, turn: Turn, deadline: () => number) {
    this.#file = file;
    this.#turn = turn;
    this.#deadline = deadline;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#inTransaction) return this.#file.run<Row>(query.sql, query.parameters);
    const deadline = this.#deadline();
    return retryWhileBusy(async () => {
      await this.#turn.take(deadline);
      try {
        return this.#file.run<Row>(query.sql, query.parameters);
      } finally {
        this.#turn.pass();
      }
    }, deadline);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }

  /**
   * Begins a transaction with the write lock. One that reads first and takes the lock later fails, however long it waits,
   * where another process has written in between.
   */
  async begin(): Promise<void> {
    const deadline = this.#deadline();
    await retryWhileBusy(async () => {
      await this.#turn.take(deadline);
      try {
        this.#file.run("begin immediate");
        this.#inTransaction = true;
      } finally {
        if (!this.#inTransaction) this.#turn.pass();
      }
    }, deadline);
  }

  /** Commits. A commit that finds the file locked leaves the transaction open, and is repeated. */
  async commit(): Promise<void> {
    await retryWhileBusy(() => this.#file.run("commit"), this.#deadline());
    this.end();
  }

  /** Rolls back what is not committed. SQLite may have done so itself, as on a full disk. */
  end(): void {
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    try {
      this.#file.rollBack();
    } finally {
      this.#turn.pass();
    }
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

/** An open file and its prepared statements. */
class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor({ file, synchronous }: SqliteOptions) {
    this.#database = new DatabaseSync(file, { timeout: 0 });
    try {
      this.#database.exec(
        // The log of writes is emptied at 1 MiB, so that it fits into what is left of a small disk.
        `pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma journal_size_limit = 67108864;
         pragma wal_autocheckpoint = 256`,
      );
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    const { statement, givesRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  rollBack(): void {
    if (this.#database.isTransaction) this.run("rollback");
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Returns true for the error of a statement that found the SQLite file locked by another process, and changed nothing. */
function isBusy(thrown: unknown): boolean {
  const { errcode } = thrown as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

/**
 * Repeats an attempt while the file is locked, with growing, random pauses, until the deadline. The event loop is free in
 * between: SQLite's own busy timeout would block the whole process.
 */
async function retryWhileBusy<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const pauseMs = Math.min(MAX_PAUSE_MS, 2 ** tries) * (0.5 + Math.random() / 2);
      if (!isBusy(thrown) || performance.now() + pauseMs > deadline) throw thrown;
      await pause(pauseMs);
    }
  }
}

/** A lock within this process, which goes to those who wait in their order. */
class Turn {
  #held = false;
  readonly #waiting = new Set<() => void>();

  /** Waits for the lock. @throws after the deadline, an error that `isBusy` recognises. */
  async take(deadline: number): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => {
        this.#waiting.delete(resolve);
        reject(Object.assign(new Error("another transaction of this process takes too long"), { errcode: 5 }));
      },
      Math.max(0, deadline - performance.now()),
    );
    this.#waiting.add(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Releases the lock to the next in line. */
  pass(): void {
    const [next] = this.#waiting;
    this.#held = next !== undefined;
    if (!next) return;
    this.#waiting.delete(next);
    next();
  }
}
