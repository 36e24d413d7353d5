import { expect, test } from "vitest";
import { explainStore } from "./explain.ts";
import { OutdatedSchema } from "./failure.ts";

const postgres = { databaseUrl: "postgres://docent:hunter2@db.example.com:5432/docs", dataDir: ".docent" };
const sqlite = { databaseUrl: undefined, dataDir: "/data" };
const fault = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.each([
  ["a refused connection", fault("", { code: "ECONNREFUSED", syscall: "connect" }), "cannot be reached (ECONNREFUSED). Start it"],
  ["an unknown host", fault("", { code: "ENOTFOUND", syscall: "getaddrinfo" }), "cannot be reached (ENOTFOUND). Start it"],
  ["several addresses", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), "cannot be reached (ECONNREFUSED)"],
  ["no answer", fault("timeout exceeded when trying to connect"), "cannot be reached. Start it, or correct the address."],
  ["a wrong password", fault("", { code: "28P01", severity: "FATAL" }), "refuses the user or its password. Correct them."],
  ["no such database", fault("", { code: "3D000", severity: "FATAL" }), "does not exist. Create it"],
  ["a user without rights", fault("", { code: "42501", severity: "ERROR" }), "does not let its user make tables. Grant that"],
  ["a full disk", fault("", { code: "53100", severity: "ERROR" }), "has no room left on its disk. Make room there."],
  ["a replica", fault("", { code: "25006", severity: "ERROR" }), "takes no writes. Name the primary server."],
])("of Postgres, %s is told with DATABASE_URL and no password", (_, thrown, says) => {
  const { message } = explainStore(thrown, postgres) as Error;
  expect(message).toContain(`DATABASE_URL: the database db.example.com:5432/docs ${says}`);
  expect(message).not.toContain("hunter2");
});

test.each([
  [26, "is damaged or no SQLite database. Put a backup in its place"],
  [11, "is damaged or no SQLite database. Put a backup in its place"],
  [8, "cannot be written. Give its user the right"],
  [14, "cannot be opened. Give its user the right"],
  [13, "cannot grow: the disk is full. Make room"],
  [5, "is locked by another program. End that"],
])("of SQLite, code %d is told with DOCENT_DATA_DIR", (errcode, says) => {
  const { message } = explainStore(fault("", { code: "ERR_SQLITE_ERROR", errcode }), sqlite) as Error;
  expect(message).toContain(`DOCENT_DATA_DIR: docent.db or counters.db in /data ${says}`);
});

test.each([
  ["a mistake in a statement", fault("no such column", { code: "ERR_SQLITE_ERROR", errcode: 1 })],
  ["a file of the content", fault("ENOENT", { code: "ENOENT", syscall: "open" })],
  ["tables of an earlier version, which says what to run", new OutdatedSchema()],
  ["any other fault", new TypeError("x is not a function")],
])("%s stays as it is", (_, thrown) => expect(explainStore(thrown, sqlite)).toBe(thrown));
