/*
 * A process that fills the small disk named by its argument, then deletes from it, and prints what happened. Tests run it where
 * they may mount such a disk.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkConfig } from "../config/config.ts";
import { readEnvironment } from "../config/environment.ts";
import { closeStore, openSqlite, replaceStore } from "../db/db.ts";
import { isDiskFull } from "../db/failure.ts";
import { replaceProcessState } from "../process-state.ts";

const [disk = ""] = process.argv.slice(2);
const config = checkConfig(
  { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }] },
  "the test's configuration",
);
replaceProcessState("settings", { config, environment: readEnvironment({ SITE_SECRET: "s".repeat(32) }) });
const { deleteThread, openThread, readThread } = await import("./threads.ts");
const { saveQuestion } = await import("./save-message.ts");

const folder = path.join(disk, "data");
mkdirSync(folder);

/** Leaves nothing, not even what a small write would find. */
const filler = path.join(disk, "filler");
const fillUp = () => {
  try {
    for (;;) writeFileSync(filler, "x".repeat(4096), { flag: "a" });
  } catch {
    // Full.
  }
};
const save = async () => {
  const thread = await openThread({ domain: "docs", fp: "f" }, undefined);
  await saveQuestion(thread, { id: "q", text: "x".repeat(90_000), attachments: [] });
  return thread.threadId;
};
const isFull = (thrown: unknown) => isDiskFull(thrown) || String(thrown);
/** Counts a message, as each one is. */
const count = (bucket: string) =>
  store.counters.insertInto("counters").values({ bucket, ends_at: 2, count: 1, quota: 1 }).execute();
/** Stores messages as many readers would, each with its counts. */
const answerMany = async (name: string) => {
  for (let index = 0; index < 40; index++) {
    for (let bucket = 0; bucket < 8; bucket++) await count(`${name} ${index} ${bucket} ${"x".repeat(400)}`);
    const thread = await openThread({ domain: "docs", fp: "later" }, undefined);
    await saveQuestion(thread, { id: "q", text: "x".repeat(2_000), attachments: [] });
  }
  return "answered";
};

let store = await openSqlite({ folder });
replaceStore(store);
const before = await store.fault();
const saved: string[] = [];
let refused: unknown;
while (refused === undefined)
  await save().then(
    (id) => saved.push(id),
    (thrown) => {
      refused = isFull(thrown);
    },
  );
fillUp();
const full = await store.fault();
const deletions = [];
for (const id of saved.splice(0, 3)) deletions.push(await deleteThread("docs", id).then(() => "deleted", isFull));
const savedAgain = await save().then(() => "saved", isFull);
const answered = await answerMany("first").catch(isFull);
const kept = (await Promise.all(saved.map((id) => readThread("docs", id)))).every(
  ({ items }) => items[0]?.content.length === 90_000,
);
// A start on a full disk, and a deletion after it.
await closeStore();
fillUp();
store = await openSqlite({ folder });
replaceStore(store);
const afterStart = await deleteThread("docs", saved[0] as string).then(() => "deleted", isFull);
rmSync(filler);
const roomAgain = await save().then(() => "saved", isFull);
const answeredAgain = await answerMany("second").catch(isFull);
const figures = { before, refused, full, deletions, savedAgain, answered, kept, afterStart, roomAgain, answeredAgain };
process.stdout.write(JSON.stringify(figures));
