/*
 * A process that writes without end into the SQLite folder of its argument, and prints what the store has acknowledged:
 * what the tests kill in the middle of its work.
 */
import { openSqlite } from "./db.ts";

const [folder = "", name = ""] = process.argv.slice(2);
const store = await openSqlite({ folder });

for (let count = 0; ; count++) {
  const id = `th_${name}_${count}`;
  const now = Date.now();
  await store.database.transaction().execute(async (transaction) => {
    await transaction.insertInto("threads").values({ id, domain: "docs", fp: name, created_at: now, updated_at: now }).execute();
    for (const position of [0, 1])
      await transaction
        .insertInto("messages")
        .values({
          ...{ thread_id: id, id: `m${position}`, position, created_at: now },
          ...{ role: "user", status: "complete", text: "", content: "{}" },
        })
        .execute();
  });
  await store.counters
    .insertInto("counters")
    .values({ bucket: name, ends_at: 1, count: 1, quota: 1 })
    .onConflict((conflict) =>
      conflict.columns(["bucket", "ends_at"]).doUpdateSet(({ eb }) => ({ count: eb("counters.count", "+", 1) })),
    )
    .execute();
  // Synchronous, so that nothing that was printed can still be lost.
  process.stdout.write(`${id}\n`);
}
