import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openPostgres, openStore } from "./db.ts";
import { storeFault } from "./failure.ts";
import { openTestServer } from "./testing.ts";
import { findFreePort } from "./testing-server.ts";

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
    const { store, searchPath, remove } = await openTestServer(databaseUrl);
    await store.database.deleteFrom("migrations" as never).execute();
    const url = `${databaseUrl}?options=${encodeURIComponent(`-c search_path=${searchPath}`)}`;
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

const bouncer = [process.env.PGBOUNCER_PATH, "/usr/sbin/pgbouncer"].find((file) => file && existsSync(file));

describe.runIf(databaseUrl && bouncer)("behind PgBouncer in transaction mode (needs TEST_DATABASE_URL and pgbouncer)", () => {
  test("the store is made, and twenty transactions share one connection without losing a write", async () => {
    const { url, stop } = await startBouncer(bouncer as string);
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

/** PgBouncer before the server of TEST_DATABASE_URL, with one connection to it. */
async function startBouncer(program: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-bouncer-"));
  const [port, target] = [await findFreePort(), new URL(databaseUrl)];
  const users = path.join(folder, "users.txt");
  const settings = path.join(folder, "pgbouncer.ini");
  await writeFile(users, `"${target.username}" ""\n`);
  await writeFile(
    settings,
    `[databases]\n* = host=${target.hostname} port=${target.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 1\n`,
  );
  // PgBouncer refuses root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid) for (const file of [folder, users, settings]) await chown(file, nobody.uid, nobody.gid);
  const child = spawn(program, [settings], { ...nobody, stdio: ["ignore", "ignore", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("process up")) resolve();
    });
    child.once("exit", () => reject(new Error(said)));
  });
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    stop: async () => {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}
