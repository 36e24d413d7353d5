/** Whether the store refused to write because its disk is full. */
export function isDiskFull(thrown: unknown): boolean {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code, errcode } = cause as { code?: string; errcode?: number };
    // 53100: Postgres' disk_full. 13: SQLITE_FULL, in the low byte of SQLite's extended codes.
    if (code === "53100" || code === "ENOSPC" || (errcode !== undefined && (errcode & 0xff) === 13)) return true;
  }
  return false;
}
