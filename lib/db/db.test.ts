import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { eachStore, openTestSqlite } from "../../internal/testing/db.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { readEnvironment } from "../config/environment.ts";
import { replaceLogSink } from "../log.ts";
import { openSqlite, openStore } from "./db.ts";
import { counterMigrations, migrate, migrations } from "./migrate.ts";

eachStore((store) => {
  test("has every table after opening, and migrating again changes nothing", async () => {
    const { database, dialect } = store();
    await migrate(database, dialect, migrations);
    const names = (await database.introspection.getTables()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["keys", "threads", "messages", "feedback", "jobs", "generations"]));
    expect((await store().counters.introspection.getTables()).map(({ name }) => name)).toContain("counters");
  });

  test("gives times and large values back as they were stored", async () => {
    const { database } = store();
    const snapshot = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251);
    const row = { domain: "docs", number: 1, line: "b", site_hash: "s", used_at: 1_795_000_000_123, snapshot };
    await database.insertInto("generations").values(row).execute();
    const found = await database.selectFrom("generations").selectAll().executeTakeFirstOrThrow();
    expect(found.used_at).toBe(1_795_000_000_123);
    expect(Buffer.compare(found.snapshot, snapshot)).toBe(0);
  });

  test("rolls a failed transaction back", async () => {
    const { database } = store();
    const failing = database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("threads")
        .values({ id: "th_1", domain: "d", fp: "f", created_at: 1, updated_at: 1 })
        .execute();
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await database.selectFrom("threads").selectAll().execute()).toEqual([]);
  });

  test("deletes a thread's messages and their feedback with it", async () => {
    const { database } = store();
    await database.insertInto("threads").values({ id: "th_2", domain: "d", fp: "f", created_at: 1, updated_at: 1 }).execute();
    const message = {
      thread_id: "th_2",
      id: "m",
      position: 0,
      role: "user" as const,
      status: "done",
      text: "",
      content: "{}",
      created_at: 1,
    };
    await database.insertInto("messages").values(message).execute();
    await database
      .insertInto("feedback")
      .values({ thread_id: "th_2", message_id: "m", rating: "up", reason: null, created_at: 1 })
      .execute();
    await database.deleteFrom("threads").where("id", "=", "th_2").execute();
    expect(await database.selectFrom("messages").selectAll().execute()).toEqual([]);
    expect(await database.selectFrom("feedback").selectAll().execute()).toEqual([]);
  });

  test("lets one update run and one wait per project and line", async () => {
    const { database } = store();
    const enqueue = (id: string, status: "queued" | "in_progress", line = "build") =>
      database
        .insertInto("jobs")
        .values({ id, project: "docs", line, status, created_at: 1, attempts: 0, logs: "[]" })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
    expect([await enqueue("a", "queued"), await enqueue("b", "queued")]).toEqual([{ id: "a" }, undefined]);
    expect([await enqueue("c", "in_progress"), await enqueue("d", "in_progress")]).toEqual([{ id: "c" }, undefined]);
    expect([await enqueue("e", "queued", "preview"), await enqueue("f", "in_progress", "preview")]).toEqual([
      { id: "e" },
      { id: "f" },
    ]);
  });

  test("runs twenty transactions that read and then write the same row without losing one", async () => {
    const { counters } = store();
    await counters.insertInto("counters").values({ bucket: "race", ends_at: 1, count: 0, quota: 100 }).execute();
    const increment = () =>
      counters.transaction().execute(async (transaction) => {
        const locked = transaction.selectFrom("counters").select("count").where("bucket", "=", "race");
        const { count } = await (store().dialect === "postgres" ? locked.forUpdate() : locked).executeTakeFirstOrThrow();
        await transaction
          .updateTable("counters")
          .set({ count: count + 1 })
          .where("bucket", "=", "race")
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await counters.selectFrom("counters").select("count").where("bucket", "=", "race").execute()).toEqual([{ count: 20 }]);
  });
});

test("the tables of release 1.0.0 are made by the statements of that release", () => {
  // Whoever changes one of these loses what stores of that release hold: write a new migration instead.
  const hashes = (["sqlite", "postgres"] as const).map((dialect) =>
    [migrations[0], counterMigrations[0]].map((migration) => {
      const text = migration
        ?.statements(dialect)
        .join(";")
        .replaceAll(/--.*|\s+/g, " ");
      return createHash("sha256").update(`${text}`).digest("hex").slice(0, 16);
    }),
  );
  expect(hashes).toEqual([
    ["f35a4523a7b4fb9b", "28dbd6efdeb383b3"],
    ["443bf79737e1b3c1", "3dc20084298d2448"],
  ]);
});

test("a store that a later release has changed opens, keeps its rows and says so", async () => {
  const { folder, store, remove } = await openTestSqlite();
  await store.database.insertInto("threads").values({ id: "th_3", domain: "d", fp: "f", created_at: 1, updated_at: 1 }).execute();
  const later = { name: "099-later", applied_at: 1 };
  await store.database
    .insertInto("migrations" as never)
    .values(later as never)
    .execute();
  await store.close();
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const again = await openSqlite({ folder });
  restore();
  expect(again.later).toEqual(["099-later"]);
  expect(lines.join()).toContain("a later release has changed the store (099-later)");
  expect(await again.database.selectFrom("threads").select("id").execute()).toEqual([{ id: "th_3" }]);
  await again.close();
  await remove();
});

test("several processes may open and migrate one folder at the same moment", async () => {
  const folder = makeFolder();
  const script = `import { openSqlite } from ${JSON.stringify(path.resolve("lib/db/db.ts"))};
    const store = await openSqlite({ folder: ${JSON.stringify(folder)} });
    console.log((await store.database.introspection.getTables()).length);`;
  const outputs = await Promise.all(Array.from({ length: 4 }, () => run(script)));
  expect(new Set(outputs)).toEqual(new Set(["11"]));
}, 60_000);

test("goes to the temp folder when the default folder cannot be written, and says so", async () => {
  const lines: string[] = [];
  const restore = replaceLogSink((line) => lines.push(line));
  const temp = makeFolder();
  vi.stubEnv("TMPDIR", temp);
  const store = await openStore({ databaseUrl: undefined, dataDir: "/dev/null/docent", dataDirGiven: false });
  restore();
  vi.unstubAllEnvs();
  expect(store.kind).toBe("ephemeral");
  expect(lines.join()).toContain("ephemeral store");
  await store.close();
});

test("refuses a given folder that cannot be written, and names it", async () => {
  const opening = openStore({ databaseUrl: undefined, dataDir: "/dev/null/docent", dataDirGiven: true });
  await expect(opening).rejects.toThrow("DOCENT_DATA_DIR names /dev/null/docent, which cannot be written");
});

test("git leaves the default data folder out", async () => {
  const { dataDir } = readEnvironment({});
  expect((await readFile(".gitignore", "utf8")).split("\n")).toContain(`${path.relative(process.cwd(), dataDir)}/`);
});

test("makes the data folder readable by its owner alone", async () => {
  const { folder, store, remove } = await openTestSqlite();
  await chmod(folder, 0o755);
  const inner = await openStore({ databaseUrl: undefined, dataDir: path.join(folder, "data"), dataDirGiven: true });
  expect((await stat(path.join(folder, "data"))).mode & 0o777).toBe(0o700);
  await inner.close();
  await store.close();
  await remove();
});

function run(script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("close", (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(errors))));
  });
}
