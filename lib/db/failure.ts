import type { LogEvent } from "kysely";
import type { Environment } from "../config/config.ts";
import { SettingsError } from "../service-error.ts";

/** The ways in which a store fails; the names may be public. */
export type StoreFault = "disk_full" | "busy" | "read_only" | "corrupt" | "outdated" | "unreachable";

/** The error for tables of an earlier version that this process may not change, which says what to do. */
export class OutdatedSchema extends SettingsError {}

/** SQLite's result codes for a failure of the file, and not of the statement. */
const sqliteFaults: Readonly<Record<number, StoreFault>> = {
  5: "busy",
  6: "busy",
  8: "read_only",
  10: "unreachable",
  11: "corrupt",
  13: "disk_full",
  14: "unreachable",
  26: "corrupt",
};
const namedFaults: Readonly<Record<string, StoreFault>> = {
  // Postgres, then Node.
  "53100": "disk_full",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  "25006": "read_only",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
  "55P03": "busy",
};
/** Codes of Postgres and Node for a connection that was lost or refused, a server that stops, a query that was cancelled. */
const unreachableCodes = /^(?:08|53|57|58)|^E(?:CONN|TIMEDOUT|PIPE|HOST|NET|AI_|NOTFOUND|NOENT|NOTDIR)/;
/** Messages of errors that pg throws without a code. */
const unreachableWords =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|Query read timeout|Client has encountered a connection error/i;

const THROWN_BY_STORE = Symbol.for("docent.thrown-by-store");

/** Remembers that the store threw this: a code of Node does not tell whose connection or disk failed. Returns what was thrown. */
export function markStoreError(thrown: unknown): unknown {
  if (thrown instanceof Error) Object.defineProperty(thrown, THROWN_BY_STORE, { value: true, configurable: true });
  return thrown;
}

/**
 * Returns how the store itself failed, so that the same call may succeed later; undefined for the fault of a statement, and for
 * a network or disk that is not the store's.
 */
export function storeFault(thrown: unknown): StoreFault | undefined {
  return findFault(thrown, { ofStore: false });
}

function findFault(thrown: unknown, { ofStore }: { readonly ofStore: boolean }): StoreFault | undefined {
  let isMarked = ofStore;
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    isMarked ||= THROWN_BY_STORE in cause;
    const fault = cause instanceof OutdatedSchema ? "outdated" : faultOf(cause);
    if (fault && (isMarked || !isNodeError(cause))) return fault;
  }
  return undefined;
}

/** Returns true for an error of Node's network or files, which may be anyone's; those of SQLite and Postgres name their own codes. */
function isNodeError({ code, errcode }: Error & { code?: unknown; errcode?: number }): boolean {
  return errcode === undefined && typeof code === "string" && /^E[A-Z]/.test(code);
}

function faultOf({ code, errcode, message }: Error & { code?: unknown; errcode?: number }): StoreFault | undefined {
  // No room for the file that SQLite shares between processes.
  if (errcode === 4874) return "disk_full";
  // The low byte of SQLite's extended codes.
  const sqlite = errcode === undefined ? undefined : sqliteFaults[errcode & 0xff];
  if (sqlite) return sqlite;
  if (typeof code === "string" && Object.hasOwn(namedFaults, code)) return namedFaults[code];
  return (typeof code === "string" && unreachableCodes.test(code)) || unreachableWords.test(message) ? "unreachable" : undefined;
}

/** Returns true when the store itself failed, so that the same call may succeed later. */
export function isStoreFailure(thrown: unknown): boolean {
  return storeFault(thrown) !== undefined;
}

/** Returns true when a write of the store, or to its folder, failed because the disk is full. */
export function isDiskFull(thrown: unknown): boolean {
  return findFault(thrown, { ofStore: true }) === "disk_full";
}

/**
 * Returns an error that names the variable of a store that failed, with what its driver says, which has no password in it; what
 * was thrown, if that is a different fault.
 */
export function explainStore(thrown: unknown, { databaseUrl, dataDir }: Pick<Environment, "databaseUrl" | "dataDir">): unknown {
  if (!(thrown instanceof Error) || thrown instanceof SettingsError || !isOfStore(thrown)) return thrown;
  const { code, message } = markStoreError(thrown) as Error & { code?: string };
  // Postgres refuses users, databases and rights before the store has failed.
  if (!storeFault(thrown) && !/^(?:28|3D|42501)/.test(code ?? "")) return thrown;
  const { host, pathname } = databaseUrl ? new URL(databaseUrl) : {};
  const name = databaseUrl
    ? `DATABASE_URL: the database ${host}${pathname}`
    : `DOCENT_DATA_DIR: docent.db or counters.db in ${dataDir}`;
  const says = message.includes(code ?? "") ? message : [message, code].filter(Boolean).join(", ");
  return new SettingsError(`${name} cannot be used: ${says}. Put that right, or name another one.`, { cause: thrown });
}

/** Returns true for an error of a driver. A file of the content that cannot be read has the same codes. */
function isOfStore(thrown: Error & { code?: unknown; errcode?: number; severity?: string; syscall?: string }): boolean {
  const { errcode, severity, syscall = "", code } = thrown;
  if (errcode !== undefined || severity !== undefined || code === undefined) return true;
  // One for each address of a name.
  return thrown instanceof AggregateError || /^(?:connect|getaddrinfo|read)$/.test(syscall);
}

const recentMs = 30_000;

/** Marks what statements throw, and keeps the failed writes of the last half minute, so that health knows of them without a write. */
export class RecentFaults {
  #fault: StoreFault | undefined;
  #at = Number.NEGATIVE_INFINITY;

  readonly record = (event: LogEvent): void => {
    const fault = event.level === "error" ? storeFault(markStoreError(event.error)) : undefined;
    // Other faults show at the next read.
    if (fault !== "disk_full" && fault !== "read_only") return;
    this.#fault = fault;
    this.#at = performance.now();
  };

  /** Returns the last fault; undefined after half a minute. */
  latest(): StoreFault | undefined {
    return performance.now() - this.#at < recentMs ? this.#fault : undefined;
  }
}
