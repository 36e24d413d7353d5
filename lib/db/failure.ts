/** Whether the store refused to write because its disk is full. */
export function isDiskFull(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code, errcode } = cause as { code?: string; errcode?: number };
    // 53100: Postgres' disk_full. 13: SQLITE_FULL, in the low byte of SQLite's extended codes.
    if (code === "53100" || code === "ENOSPC" || (errcode !== undefined && (errcode & 0xff) === 13)) return true;
  }
  return false;
}

/** Connection lost or refused, server shutting down or out of resources, query given up, as Postgres and Node name them. */
const unreachableCodes = /^(?:08|53|57|25006|55P03|58)|^E(?:CONN|TIMEDOUT|PIPE|HOST|NET|AI_|NOTFOUND|NOENT|ACCES|ROFS|NOSPC)/;
/** What pg throws without a code. */
const unreachableWords =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|Client has encountered a connection error/i;
/** SQLite: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const unreachableSqlite = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** Whether the store itself failed, so that the same call may succeed later, and not what it was asked to do. */
export function isStoreFailure(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code, errcode } = cause as { code?: string; errcode?: number };
    if (errcode !== undefined && unreachableSqlite.has(errcode & 0xff)) return true;
    if (typeof code === "string" && unreachableCodes.test(code)) return true;
    if (unreachableWords.test(cause.message)) return true;
  }
  return false;
}
