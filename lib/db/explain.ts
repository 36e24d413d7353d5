import type { Environment } from "../config/config.ts";
import { SettingsError } from "../config/settings-error.ts";
import { markStoreError, type StoreFault, storeFault } from "./failure.ts";

type StoreSettings = Pick<Environment, "databaseUrl" | "dataDir">;

/** Fields of the errors of Node, SQLite and Postgres that tell a failure of the store. */
interface StoreFailure extends Error {
  readonly code?: string;
  readonly errcode?: number;
  readonly severity?: string;
  readonly syscall?: string;
}

/**
 * Returns an error that names the variable of a store that failed and how to put it right; what was thrown, where that is another
 * fault. Passwords are in no message.
 */
export function explainStore(thrown: unknown, settings: StoreSettings): unknown {
  if (!(thrown instanceof Error) || thrown instanceof SettingsError || !isOfStore(thrown)) return thrown;
  markStoreError(thrown);
  const message = settings.databaseUrl
    ? explainPostgres(thrown, settings.databaseUrl)
    : explainSqlite(storeFault(thrown), settings.dataDir);
  return message ? new SettingsError(message, { cause: thrown }) : thrown;
}

/** Returns true for an error of a driver. A file of the content that cannot be read has the same codes. */
function isOfStore(thrown: StoreFailure): boolean {
  const { errcode, severity, syscall = "", code } = thrown;
  if (errcode !== undefined || severity !== undefined || code === undefined) return true;
  // One for each address of a name.
  return thrown instanceof AggregateError || /^(?:connect|getaddrinfo|read)$/.test(syscall);
}

function explainPostgres(thrown: StoreFailure, url: string): string | undefined {
  const { host, pathname } = new URL(url);
  const name = `DATABASE_URL: the database ${host}${pathname}`;
  if (thrown.code?.startsWith("28")) return `${name} refuses the user or its password. Correct them.`;
  if (thrown.code === "3D000") return `${name} does not exist. Create it, or correct the name.`;
  if (thrown.code === "42501") return `${name} does not let its user make tables. Grant that, or give another user.`;
  const fault = storeFault(thrown);
  const remedies: Readonly<Record<StoreFault, string | undefined>> = {
    unreachable: `cannot be reached${thrown.code ? ` (${thrown.code})` : ""}. Start it, or correct the address.`,
    disk_full: "has no room left on its disk. Make room there.",
    read_only: "takes no writes. Name the primary server.",
    busy: "is busy. Try again.",
    corrupt: "is damaged. Restore a backup.",
    outdated: undefined,
  };
  return fault && remedies[fault] && `${name} ${remedies[fault]}`;
}

function explainSqlite(fault: StoreFault | undefined, folder: string): string | undefined {
  const name = `DOCENT_DATA_DIR: docent.db or counters.db in ${folder}`;
  const remedies: Readonly<Record<StoreFault, string | undefined>> = {
    corrupt: "is damaged or no SQLite database. Put a backup in its place, or move it away: the next start makes a new one.",
    read_only: "cannot be written. Give its user the right, or name another folder.",
    unreachable: "cannot be opened. Give its user the right, or name another folder.",
    disk_full: "cannot grow: the disk is full. Make room, or name a folder on another disk.",
    busy: "is locked by another program. End that, or try again.",
    outdated: undefined,
  };
  return fault && remedies[fault] && `${name} ${remedies[fault]}`;
}
