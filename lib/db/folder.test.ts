import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import { replaceLogSink } from "../log.ts";
import { openStore } from "./db.ts";

let folder: string;
let data: string;
let lines: string[];
let restoreLog: () => void;
let umask: number;

beforeEach(async () => {
  // What a service manager may set, so that files would be open to all.
  umask = process.umask(0);
  folder = makeFolder();
  data = path.join(folder, "data");
  lines = [];
  restoreLog = replaceLogSink((line) => lines.push(line));
});
afterEach(async () => {
  process.umask(umask);
  restoreLog();
});

const open = () => openStore({ databaseUrl: undefined, dataDir: data, dataDirGiven: true });
const modeOf = async (file: string) => (await stat(file)).mode & 0o7777;
const modesOf = async (names: readonly string[]) => Promise.all(names.map((name) => modeOf(path.join(data, name))));

test("a new data folder and all that is in it are closed to other users, whatever the umask", async () => {
  const store = await open();
  await store.database.selectFrom("keys").selectAll().execute();
  const names = await readdir(data);
  expect(names).toEqual(
    expect.arrayContaining(["counters.db", "counters.db-wal", "docent.db", "docent.db-shm", "docent.db-wal"]),
  );
  expect(await modeOf(data)).toBe(0o700);
  expect(new Set(await modesOf(names))).toEqual(new Set([0o600]));
  expect(lines).toEqual([]);
  await store.close();
});

test("files that were open to others are closed when they are opened, in whatever folder", async () => {
  await mkdir(data, { mode: 0o755 });
  await writeFile(path.join(data, "theirs.txt"), "");
  await (await open()).close();
  await chmod(path.join(data, "docent.db"), 0o644);
  await (await open()).close();
  expect(await modesOf(["docent.db", "counters.db"])).toEqual([0o600, 0o600]);
  expect([await modeOf(data), ...(await modesOf(["theirs.txt"]))]).toEqual([0o755, 0o666]);
});
