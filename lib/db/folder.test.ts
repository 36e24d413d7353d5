import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
  folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  data = path.join(folder, "data");
  lines = [];
  restoreLog = replaceLogSink((line) => lines.push(line));
});
afterEach(async () => {
  process.umask(umask);
  restoreLog();
  await rm(folder, { recursive: true });
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

test("a folder that was open is closed, its files too, and the log says so", async () => {
  await (await open()).close();
  await writeFile(path.join(data, "site-secret"), "s".repeat(64));
  await chmod(data, 0o755);
  for (const name of ["docent.db", "site-secret"]) await chmod(path.join(data, name), 0o644);
  await (await open()).close();
  expect(await modeOf(data)).toBe(0o700);
  expect(await modesOf(["docent.db", "site-secret"])).toEqual([0o600, 0o600]);
  expect(lines).toHaveLength(3);
  expect(lines.join()).toContain("stored data was open to other users");
});

test("a folder of other programs keeps its mode, and a warning asks for another one", async () => {
  await mkdir(data, { mode: 0o755 });
  await writeFile(path.join(data, "theirs.txt"), "");
  await (await open()).close();
  expect([await modeOf(data), ...(await modesOf(["theirs.txt", "docent.db"]))]).toEqual([0o755, 0o666, 0o600]);
  expect(lines.join()).toContain("holds files of other programs");
});

test("a folder for all users, such as the temp folder, keeps its mode", async () => {
  await mkdir(data);
  await chmod(data, 0o1777);
  await (await open()).close();
  expect(await modeOf(data)).toBe(0o1777);
  expect(lines.join()).toContain("shared by all users");
});
