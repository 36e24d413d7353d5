import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openThread, saveQuestion } from "@/lib/assistant/threads.ts";
import { toToken } from "@/lib/auth/credential.ts";
import { createKey, forgetKeys } from "@/lib/auth/keys.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { closeStore, getStore, openSqlite, replaceStore, type Store } from "@/lib/db/client.ts";
import { lockSqlite } from "@/lib/db/testing.ts";
import { callRoute, readProblem } from "@/lib/http/testing.ts";
import { forgetFull } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import * as message from "./assistant/[domain]/message/route.ts";
import * as threadRoute from "./assistant/[domain]/threads/[threadId]/route.ts";
import * as healthRoute from "./health/route.ts";

let folder: string;
let store: Store;
let keys: { assistant: string; account: string };
let lines: string[];
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "---\ntitle: Install\n---\n\nInstall it with npm.\n");
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", content }],
  };
  const data = path.join(folder, "data");
  await mkdir(data);
  lines = [];
  undo.push(
    () => rm(folder, { recursive: true }),
    replaceSettings(config, { DOCENT_DATA_DIR: data, SITE_SECRET: "a secret of this test with 32 characters" }),
    replaceLogSink((line) => lines.push(line)),
  );
  store = await openSqlite({ folder: data, deadlineMs: 50 });
  undo.push(() => store.close(), replaceStore(store));
  const bounds = { name: "", addresses: [], origins: [], expiresAt: null, organisation: "acme" };
  keys = {
    assistant: toToken(await createKey({ ...bounds, kind: "assistant", project: "docs" })),
    account: toToken(await createKey({ ...bounds, kind: "account", project: null })),
  };
  forgetKeys();
  forgetFull();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const ask = (content = "How do I install it?") => {
  const body = { fp: "f", messages: [{ id: "1", role: "user", content, parts: [] }] };
  return callRoute(message, { path: "/v1/assistant/docs/message", params: { domain: "docs" }, token: keys.assistant, body });
};
const readHealth = async () =>
  (await callRoute({ GET: healthRoute.GET }, { method: "GET", path: "/v1/health" })).json() as Promise<Record<string, unknown>>;
const deleteThread = (threadId: string) =>
  callRoute(threadRoute, {
    method: "DELETE",
    path: `/v1/assistant/docs/threads/${threadId}`,
    params: { domain: "docs", threadId },
    token: keys.account,
  });
async function expectUnavailable(response: Response): Promise<void> {
  const { status, code } = await readProblem(response);
  expect([status, code, response.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
}

test("a store that another process has locked refuses messages with 503 at its deadline, and takes them afterwards", async () => {
  const unlock = lockSqlite(path.join(folder, "data"));
  await expectUnavailable(await ask());
  expect(await readHealth()).toMatchObject({ status: "ok", store: "sqlite" });
  unlock();
  const response = await ask();
  expect(response.status).toBe(200);
  await response.text();
});

test("a full disk refuses messages, shows in health, and lets threads be deleted", async () => {
  const owner = { domain: "docs", fp: "f" };
  const threads = [await openThread(owner, undefined), await openThread(owner, undefined)] as const;
  for (const thread of threads) await saveQuestion(thread, { id: "q", text: "Hello", attachments: [] });
  await sql`pragma max_page_count = 1`.execute(store.database);
  await expectUnavailable(await ask("How do I install it? ".repeat(1_000)));
  expect(await readHealth()).toMatchObject({ status: "degraded", fault: "disk_full", store: "sqlite" });
  expect((await deleteThread(threads[0].threadId)).status).toBe(204);
  // Where not even the request can be counted in the store, it is counted in the process.
  await sql`pragma query_only = 1`.execute(store.counters);
  expect((await deleteThread(threads[1].threadId)).status).toBe(204);
  expect((await deleteThread(threads[1].threadId)).status).toBe(404);
});

test("a store that cannot be written refuses messages and says so in health, without a path", async () => {
  for (const database of [store.database, store.counters]) await sql`pragma query_only = 1`.execute(database);
  await expectUnavailable(await ask());
  expect(await readHealth()).toMatchObject({ status: "degraded", fault: "read_only", store: "sqlite" });
});

test("a corrupted store refuses messages and says so in health, and is used again when it was put right", async () => {
  undo.push(replaceStore(store), closeStore);
  await closeStore();
  const file = path.join(folder, "data", "docent.db");
  await writeFile(file, "not a database ".repeat(1_000));
  await expectUnavailable(await ask());
  expect(await readHealth()).toMatchObject({ status: "degraded", fault: "corrupt" });
  expect(JSON.stringify(await readHealth())).not.toContain(folder);
  await rm(file);
  expect((await getStore()).kind).toBe("sqlite");
  expect(await readHealth()).toMatchObject({ status: "ok" });
});
