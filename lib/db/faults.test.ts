import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { openTestServer, openTestSqlite } from "../../internal/testing/db.ts";
import { createSchema } from "../../internal/testing/db-server.ts";
import { openPostgres, openSqlite, type Store } from "./db.ts";
import { explainStore, isStoreFailure, markStoreError, OutdatedSchema } from "./failure.ts";

test("a full disk refuses writes as a failure of the store, keeps what is there, and works again with room", async () => {
  const { folder, store, remove } = await openTestSqlite();
  const write = (id: string) =>
    store.database
      .insertInto("threads")
      .values({ id, domain: "docs", fp: "f".repeat(2_000), created_at: 1, updated_at: 1 })
      .execute();
  const pages = await pragma(store, "page_count");
  await pragma(store, `max_page_count = ${pages + 4}`);
  let written = 0;
  const failure = await (async () => {
    for (; ; written++) await write(`th_${written}`);
  })().catch((thrown: unknown) => thrown);
  expect(isStoreFailure(failure)).toBe(true);
  expect(await countThreads(store)).toBe(written);
  const second = await openSqlite({ folder });
  expect(await countThreads(second)).toBe(written);
  await pragma(store, `max_page_count = ${pages + 400}`);
  await write("th_last");
  expect(await countThreads(store)).toBe(written + 1);
  await second.close();
  await store.close();
  await remove();
});

test("a write that failed for want of room shows in the fault for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { store, remove } = await openTestSqlite();
  expect(await store.fault()).toBeUndefined();
  await sql`pragma max_page_count = 1`.execute(store.database);
  const values = { id: "th_1", domain: "d".repeat(100_000), fp: "f", created_at: 1, updated_at: 1 };
  await expect(store.database.insertInto("threads").values(values).execute()).rejects.toThrow("full");
  expect(await store.fault()).toBe("disk_full");
  vi.advanceTimersByTime(30_000);
  expect(await store.fault()).toBeUndefined();
  vi.useRealTimers();
  await store.close();
  await remove();
});

describe.runIf(process.env.TEST_DATABASE_URL)("on a Postgres server (needs TEST_DATABASE_URL)", () => {
  const url = process.env.TEST_DATABASE_URL!;

  test("a connection that is cut in the middle of a transaction leaves nothing half, and the next call works", async () => {
    const { store, remove } = await openTestServer(url);
    const cut = store.database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("threads")
        .values({ id: "th_1", domain: "d", fp: "f", created_at: 1, updated_at: 1 })
        .execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(store.database);
      await transaction
        .insertInto("threads")
        .values({ id: "th_2", domain: "d", fp: "f", created_at: 1, updated_at: 1 })
        .execute();
    });
    expect(isStoreFailure(await cut.catch((thrown: unknown) => thrown))).toBe(true);
    expect(await countThreads(store)).toBe(0);
    await store.close();
    await remove();
  });

  test("a pool that is used up is a failure of the store at its deadline, and the pool recovers", async () => {
    const { store, remove } = await openTestServer(url, { poolSize: 2, deadlineMs: 500 });
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const holders = Array.from({ length: 2 }, () => {
      const begun = Promise.withResolvers<void>();
      const held = store.database.transaction().execute(async () => {
        begun.resolve();
        await end;
      });
      return { begun: begun.promise, held };
    });
    await Promise.all(holders.map(({ begun }) => begun));
    expect(isStoreFailure(await countThreads(store).catch((thrown: unknown) => thrown))).toBe(true);
    resolve();
    await Promise.all(holders.map(({ held }) => held));
    expect(await countThreads(store)).toBe(0);
    await store.close();
    await remove();
  });

  test("four instances that start concurrently migrate an empty schema once", async () => {
    const schema = await createSchema(url);
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgres({ url: schema.url })));
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(stores[0]!.database);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    await Promise.all(stores.map(({ close }) => close()));
    await schema.remove();
  });
});

test("a server that cannot be reached is a failure of the store, and is tried again on the next call", async () => {
  const opening = () => openPostgres({ url: "postgres://docent@127.0.0.1:1/docent" }).catch((thrown: unknown) => thrown);
  expect(isStoreFailure(await opening())).toBe(true);
});

test.each([
  [new Error("no such column: colour"), false],
  [Object.assign(new Error("duplicate key"), { code: "23505" }), false],
  [Object.assign(new Error("terminating connection"), { code: "57P01" }), true],
  [Object.assign(new Error("too many clients"), { code: "53300" }), true],
  [Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" }), false],
  [markStoreError(Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" })), true],
  [new TypeError("fetch failed", { cause: Object.assign(new Error("no host"), { code: "ENOTFOUND" }) }), false],
  [Object.assign(new Error("no such file"), { code: "ENOENT" }), false],
  [Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 }), true],
  [Object.assign(new Error("constraint failed"), { code: "ERR_SQLITE_ERROR", errcode: 1555 }), false],
  [new Error("outer", { cause: markStoreError(Object.assign(new Error("reset"), { code: "ECONNRESET" })) }), true],
  [markStoreError(new Error("outer", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) })), true],
  ["a word", false],
])("%s: the store failed: %s", (thrown, expected) => expect(isStoreFailure(thrown)).toBe(expected));

const fault = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.each([
  ["a refused connection", fault("connect ECONNREFUSED", { code: "ECONNREFUSED", syscall: "connect" }), "connect ECONNREFUSED"],
  ["several addresses", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  ["no answer", fault("timeout exceeded when trying to connect"), "timeout exceeded when trying to connect"],
  ["a wrong password", fault("refused", { code: "28P01", severity: "FATAL" }), "refused, 28P01"],
  ["no such database", fault("no docs", { code: "3D000", severity: "FATAL" }), "no docs, 3D000"],
  ["a full disk", fault("no room", { code: "53100", severity: "ERROR" }), "no room, 53100"],
])("of Postgres, %s is reported with DATABASE_URL and no password", (_, thrown, says) => {
  const settings = { databaseUrl: "postgres://docent:hunter2@db.example.com:5432/docs", dataDir: ".docent" };
  const { message } = explainStore(thrown, settings) as Error;
  expect(message).toContain(`DATABASE_URL: the database db.example.com:5432/docs cannot be used: ${says}. Put that right`);
  expect(message).not.toContain("hunter2");
});

test.each([
  ["a mistake in a statement", fault("no such column", { code: "ERR_SQLITE_ERROR", errcode: 1 })],
  ["a file of the content", fault("ENOENT", { code: "ENOENT", syscall: "open" })],
  ["tables of an earlier version, which says what to run", new OutdatedSchema("Run this.")],
  ["any other fault", new TypeError("x is not a function")],
])("%s is not reported as a fault of the store", (_, thrown) =>
  expect(explainStore(thrown, { databaseUrl: undefined, dataDir: "/data" })).toBe(thrown),
);

async function pragma({ database }: Store, text: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(text)}`.execute(database);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

async function countThreads({ database }: Store): Promise<number> {
  const { count } = await database
    .selectFrom("threads")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
