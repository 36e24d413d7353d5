import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { CompiledQuery, type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from "kysely";

export interface SqliteOptions {
  readonly file: string;
  /** FULL survives a power cut; NORMAL survives a killed process and is faster. */
  readonly synchronous: "FULL" | "NORMAL";
}

const busyTimeoutMs = 5_000;
const cachedStatements = 200;

/** Kysely's SQLite dialect over Node's own SQLite, in WAL mode, so that several processes may share the file. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(options: SqliteOptions) {
    const config = { database: async () => openFile(options) };
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
  }
}

/**
 * Takes the write lock when a transaction begins. A transaction that begins by reading and writes later fails at once,
 * whatever the busy timeout, when another process has written in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite takes back a transaction by itself when the disk is full; the fault to report is that one. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    try {
      await super.rollbackTransaction(connection);
    } catch (cause) {
      if (!(cause instanceof Error && cause.message.includes("no transaction is active"))) throw cause;
    }
  }
}

function openFile({ file, synchronous }: SqliteOptions) {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma journal_size_limit = 67108864`);
  const statements = new Map<string, PreparedStatement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size >= cachedStatements) statements.clear();
      const prepared = new PreparedStatement(database.prepare(sql));
      statements.set(sql, prepared);
      return prepared;
    },
  };
}

/** One statement in the form that Kysely asks for. */
class PreparedStatement {
  readonly #statement: StatementSync;
  readonly reader: boolean;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]) {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]) {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}
