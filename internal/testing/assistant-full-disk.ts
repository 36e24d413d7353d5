/*
 * A process that fills the small disk named by its argument, makes room again, and prints what happened. Tests run it where
 * they may mount such a disk.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkConfig } from "../../lib/config/config.ts";
import { readEnvironment } from "../../lib/config/environment.ts";
import { closeStore, openSqlite, replaceStore } from "../../lib/db/db.ts";
import { isDiskFull } from "../../lib/db/failure.ts";
import { replaceProcessState } from "../../lib/process-state.ts";

const [disk = ""] = process.argv.slice(2);
const config = checkConfig(
  { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }] },
  "the test's configuration",
);
replaceProcessState("settings", { config, environment: readEnvironment({ SITE_SECRET: "s".repeat(32) }) });
const { deleteThread, openThread, readThread } = await import("../../lib/assistant/threads/threads.ts");
const { saveQuestion } = await import("../../lib/assistant/threads/save-message.ts");

const folder = path.join(disk, "data");
mkdirSync(folder);

/** Space that is freed again later. */
const ballast = path.join(disk, "ballast");
writeFileSync(ballast, "x".repeat(4_000_000));
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
const refusedAgain = await save().then(() => "saved", isFull);
const readKept = async () => {
  const threads = await Promise.all(saved.map((id) => readThread("docs", id)));
  return threads.every(({ items }) => items[0]?.content.length === 90_000);
};
const kept = await readKept();
for (const file of [ballast, filler]) rmSync(file);
const roomAgain = await save().then(() => "saved", isFull);
const deleted = await deleteThread("docs", saved.pop() as string).then(() => "deleted", isFull);
await closeStore();
store = await openSqlite({ folder });
replaceStore(store);
const keptAfterStart = await readKept();
const figures = { before, refused, full, refusedAgain, kept, roomAgain, deleted, keptAfterStart };
process.stdout.write(JSON.stringify(figures));
