import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { storedBounds } from "../../../lib/assistant/threads/stored-message.ts";
import { type Attack, ask, countStatuses, type Outcome, post, question, type Reply } from "./attack.ts";
import type { Target } from "./target.ts";

const message = "/v1/assistant/docent/message";
const asAccount = ({ keys }: Target) => ({ authorization: `Bearer ${keys.account}` });
const isTold = ({ status, headers }: Reply) => status !== 503 || headers.has("retry-after");

/** The store that a question and its answer may take, in KiB. */
const mostKib = (2 * (storedBounds.textBytes + storedBounds.detailBytes)) / 1_024;

/** Finding 7: one thread of messages that take much room for few characters. */
async function fillThread(target: Target): Promise<Outcome> {
  const messages = 40;
  const attachment = {
    name: "\u0001".repeat(1_000),
    contentType: "\u0001".repeat(1_000),
    url: `https://a.example/${"x".repeat(1_900)}`,
  };
  const replies: Reply[] = [];
  let threadId: string | undefined;
  const before = await sizeOfData(target);
  for (let count = 0; count < messages; count++) {
    const body = question("\u0001".repeat(31_990) + count, { threadId });
    Object.assign(body.messages[0] as object, { id: String(count), experimental_attachments: Array(20).fill(attachment) });
    const reply = await post(target, message, target.keys.assistant, body);
    threadId ??= reply.headers.get("x-thread-id") ?? undefined;
    replies.push(reply);
  }
  const kib = Math.round(((await sizeOfData(target)) - before) / 1_024 / messages);
  return {
    statuses: countStatuses(replies),
    seen: `${kib} KiB a message`,
    bad: kib > mostKib ? [`more than ${Math.round(mostKib)} KiB a message`] : [],
  };
}

/** Bytes of the files in the data folder, without the log that SQLite writes ahead. */
async function sizeOfData({ folder }: Target): Promise<number> {
  const names = (await readdir(path.join(folder, "data"))).filter((name) => name.endsWith(".db") || name.endsWith("-wal"));
  return names.reduce((sum, name) => sum + statSync(path.join(folder, "data", name)).size, 0);
}

const holdLocks = `
const { DatabaseSync } = require("node:sqlite");
const open = process.argv.slice(1).map((file) => new DatabaseSync(file, { timeout: 5000 }));
for (const database of open) database.exec("begin immediate");
console.log("held");
setTimeout(() => process.exit(), 20000);`;

/** Finding 10: another process keeps the write locks while requests come. */
async function holdLock(target: Target): Promise<Outcome> {
  const files = ["docent.db", "counters.db"].map((name) => path.join(target.folder, "data", name));
  const holder = spawn(process.execPath, ["-e", holdLocks, ...files], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    await once(holder.stdout, "data");
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => post(target, message, target.keys.assistant, question("hello"))),
      post(target, "/v1/search/docent", target.keys.assistant, { query: "keys" }),
      ask(target, "/v1/health"),
    ]);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    const after = await post(target, message, target.keys.assistant, question("hello"));
    const bad = [
      ...(replies.some(({ status }) => typeof status === "string") ? ["a request got no answer"] : []),
      ...(replies.every(isTold) ? [] : ["503 without Retry-After"]),
      ...(after.status === 200 ? [] : [`afterwards ${after.status}`]),
    ];
    return { statuses: countStatuses(replies), seen: `afterwards ${after.status}`, bad };
  } finally {
    holder.kill("SIGKILL");
  }
}

/** Finding 7: a disk without room. The disk is a small one in memory, which only root may mount. */
async function fillDisk(target: Target): Promise<Outcome> {
  await post(target, message, target.keys.assistant, question("hello", { fp: "full" }));
  fill(path.join(target.folder, "data/filler"));
  const replies = [
    await post(target, message, target.keys.assistant, question("hello", { fp: "full" })),
    await ask(target, "/v1/health"),
    await ask(target, "/v1/assistant/docent/threads?fp=full", { method: "DELETE", headers: asAccount(target) }),
    await ask(target, "/docs"),
  ];
  const [, health, deletion, page] = replies as [Reply, Reply, Reply, Reply];
  const bad = [
    ...(/"status":"ok"/.test(health.text) ? ["health says ok"] : []),
    ...(deletion.status === 204 ? [] : [`DELETE answers ${deletion.status}`]),
    ...(page.status === 200 ? [] : [`a page answers ${page.status}`]),
    ...(replies.every(isTold) ? [] : ["503 without Retry-After"]),
  ];
  await rm(path.join(target.folder, "data/filler"));
  const after = await post(target, message, target.keys.assistant, question("hello", { fp: "full" }));
  if (after.status !== 200) bad.push(`with room again ${after.status}`);
  return { statuses: countStatuses(replies), seen: `health ${health.text.slice(0, 24)}, DELETE ${deletion.status}`, bad };
}

/** The same disk, once threads are deleted and some room is made: messages must come again without a restart. */
async function makeRoom(target: Target): Promise<Outcome> {
  const filler = path.join(target.folder, "data/filler");
  const ask40 = async (text: string) => {
    const replies: Reply[] = [];
    for (let count = 0; count < 40; count++)
      replies.push(await post(target, message, target.keys.assistant, question(`${text} ${count}`, { fp: "room" })));
    return replies;
  };
  await ask40("x".repeat(20_000));
  fill(filler);
  const refused = await post(target, message, target.keys.assistant, question("hello", { fp: "room" }));
  truncateSync(filler, statSync(filler).size - 3 * 1_024 * 1_024);
  const deletion = await ask(target, "/v1/assistant/docent/threads?fp=room", { method: "DELETE", headers: asAccount(target) });
  const after = await ask40("How do I create a key?");
  await rm(filler);
  const served = after.filter(({ status }) => status === 200).length;
  return {
    statuses: countStatuses([refused, deletion, ...after]),
    seen: `${served} of 40 afterwards`,
    bad: [
      ...(refused.status === 503 ? [] : [`with a full disk ${refused.status}`]),
      ...(deletion.status === 204 ? [] : [`DELETE answers ${deletion.status}`]),
      ...(served === after.length ? [] : [`${after.length - served} messages refused with room again`]),
    ],
  };
}

/** Writes until the disk has no room left; the disk has 16 MiB. */
function fill(file: string): void {
  const handle = openSync(file, "w");
  for (const size of [65_536, 4_096, 512]) {
    try {
      for (let written = 0; written < 16 * 1_024 * 1_024; written += size) writeSync(handle, Buffer.alloc(size));
    } catch {
      // Full for pieces of this size.
    }
  }
  // An open file would keep its room after it was removed.
  closeSync(handle);
}

const disks = new Set<string>();
process.prependListener("exit", unmountDisks);

/** Mounts a disk of 16 MiB at the data folder; returns false when that is not permitted. */
export async function mountSmallDisk(folder: string): Promise<boolean> {
  const data = path.join(folder, "data");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", data]).status === 0;
  if (mounted) disks.add(data);
  return mounted;
}

/** Unmounts the small disks. */
export function unmountDisks(): void {
  for (const data of disks) spawnSync("umount", ["-l", data]);
  disks.clear();
}

export const storageAttacks: readonly Attack[] = [
  { name: "7 40 messages of control characters in one thread", run: fillThread },
  { name: "10 another process holds the write locks", allows: [503], run: holdLock },
];
export const diskAttacks: readonly Attack[] = [
  { name: "7 a full disk", allows: [503], run: fillDisk },
  { name: "entry point 7: after a full disk, with space again", allows: [503], run: makeRoom },
];
