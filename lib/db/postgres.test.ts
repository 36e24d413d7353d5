import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { openTestServer } from "../../internal/testing/db.ts";
import { findBouncer, startBouncer } from "../../internal/testing/db-server.ts";
import { openPostgres, openStore } from "./db.ts";
import { storeFault } from "./failure.ts";

test("a connection begins with no setting that PgBouncer refuses", async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const server = createServer((socket) =>
    socket.once("data", (packet) => {
      // Length and version of the protocol, then names and values, each ended by a zero.
      const words = packet.subarray(8).toString("utf8").split("\0");
      resolve(words.filter((_, index) => index % 2 === 0).filter(Boolean));
      socket.destroy();
    }),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  await expect(openPostgres({ url: `postgres://docent@127.0.0.1:${port}/docent` })).rejects.toThrow();
  server.close();
  expect((await promise).sort()).toEqual(["client_encoding", "database", "user"]);
});

const databaseUrl = process.env.TEST_DATABASE_URL ?? "";

describe.runIf(databaseUrl)("on a Postgres server (needs TEST_DATABASE_URL)", () => {
  test("a function finds that the tables are missing or older, says so, and changes nothing", async () => {
    const { url, store, remove } = await openTestServer(databaseUrl);
    await store.database.deleteFrom("migrations" as never).execute();
    const opening = openStore({ databaseUrl: url, dataDir: "unused", dataDirGiven: false, onVercel: true });
    const thrown = await opening.catch((cause: unknown) => cause);
    expect(String(thrown)).toContain("Run `npm run migrate`");
    expect(storeFault(thrown)).toBe("outdated");
    expect(
      await store.database
        .selectFrom("migrations" as never)
        .selectAll()
        .execute(),
    ).toEqual([]);
    await store.close();
    await remove();
  });
});

const bouncer = findBouncer(process.env.PGBOUNCER_PATH);

describe.runIf(databaseUrl && bouncer)("behind PgBouncer in transaction mode (needs TEST_DATABASE_URL and pgbouncer)", () => {
  test("the store is made, and twenty transactions share one connection without losing a write", async () => {
    const { url, stop } = await startBouncer(bouncer as string, databaseUrl);
    const store = await openPostgres({ url, poolSize: 5 });
    const bucket = `bouncer-${Math.random()}`;
    await store.counters.insertInto("counters").values({ bucket, ends_at: 1, count: 0, quota: 100 }).execute();
    const increment = () =>
      store.counters.transaction().execute(async (transaction) => {
        const row = transaction.selectFrom("counters").select("count").where("bucket", "=", bucket).forUpdate();
        const { count } = await row.executeTakeFirstOrThrow();
        const next = { count: count + 1 };
        await transaction.updateTable("counters").set(next).where("bucket", "=", bucket).execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    const counted = await store.counters.selectFrom("counters").select("count").where("bucket", "=", bucket).execute();
    expect(counted).toEqual([{ count: 20 }]);
    await store.counters.deleteFrom("counters").where("bucket", "=", bucket).execute();
    await store.close();
    await stop();
  });
});
