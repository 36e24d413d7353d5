import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockSqlite, openTestSqlite } from "../../internal/testing/db.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { consumeCounters } from "./counters.ts";
import { openSqlite, type Store } from "./db.ts";
import { isStoreFailure, storeFault } from "./failure.ts";

describe("while another process holds the write lock", () => {
  let sqlite: Awaited<ReturnType<typeof openTestSqlite>>;
  let unlock: () => void;
  beforeEach(async () => {
    sqlite = await openTestSqlite();
    unlock = lockSqlite(sqlite.folder);
  });
  afterEach(async () => {
    unlock();
    await sqlite.store.close();
    await sqlite.remove();
  });

  const row = (id: string) => ({ id, domain: "d", fp: "f", created_at: 1, updated_at: 1 });
  const bucket = { bucket: "b", endsAt: 1, quota: 9 };
  const writes: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    "a statement": ({ database }) => database.insertInto("threads").values(row("th_1")).execute(),
    "a transaction": ({ database }) =>
      database.transaction().execute((open) => open.insertInto("threads").values(row("th_2")).execute()),
    "a charge": (store) => consumeCounters(store, [bucket]),
  };

  test.each(Object.entries(writes))(
    "%s waits without stopping the process, and is done once the lock is free",
    async (_, write) => {
      const written = write(sqlite.store);
      // A process that waits inside SQLite fires no timer before it has given up.
      expect(await Promise.race([written, pause(20, "a timer")])).toBe("a timer");
      unlock();
      await written;
    },
  );

  test("reads are answered, also behind writes that wait", async () => {
    const written = writes["a transaction"]?.(sqlite.store);
    expect(await sqlite.store.database.selectFrom("threads").selectAll().execute()).toEqual([]);
    unlock();
    await written;
    expect(await sqlite.store.database.selectFrom("threads").select("id").execute()).toEqual([{ id: "th_2" }]);
  });

  test("fifty writes that wait are all done afterwards, each once", async () => {
    const written = Promise.all(Array.from({ length: 50 }, () => consumeCounters(sqlite.store, [{ ...bucket, quota: 100 }])));
    await pause(20);
    unlock();
    const results = (await written).map(({ used }) => used.get("b")).sort((a, b) => (a ?? 0) - (b ?? 0));
    expect(results).toEqual(Array.from({ length: 50 }, (__, index) => index + 1));
  });

  test.each(Object.entries(writes))("%s fails at its deadline as busy, and works afterwards", async (_, write) => {
    const impatient = await openSqlite({ folder: sqlite.folder, deadlineMs: 50 });
    const refused = await write(impatient).catch((thrown: unknown) => thrown);
    expect([isStoreFailure(refused), storeFault(refused)]).toEqual([true, "busy"]);
    unlock();
    await write(impatient);
    await impatient.close();
  });
});

test("a transaction that does not end makes the others of its process fail at their deadline", async () => {
  const { store, remove } = await openTestSqlite({ deadlineMs: 50 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const long = store.database.transaction().execute(async () => {
    begun.resolve();
    await end;
  });
  await begun.promise;
  const read = () => store.database.selectFrom("threads").selectAll().execute();
  expect(storeFault(await read().catch((thrown: unknown) => thrown))).toBe("busy");
  resolve();
  await long;
  expect(await read()).toEqual([]);
  await store.close();
  await remove();
});

test("a start waits for the lock with its migrations, without stopping the process", async () => {
  const folder = makeFolder();
  const unlock = lockSqlite(folder);
  const opening = openSqlite({ folder });
  expect(await Promise.race([opening, pause(20, "a timer")])).toBe("a timer");
  unlock();
  const store = await opening;
  expect(await store.database.selectFrom("keys").selectAll().execute()).toEqual([]);
  await store.close();
});
