import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { lockSqlite } from "@/internal/testing/db.ts";
import { findPostgres, startPostgres } from "@/internal/testing/db-server.ts";
import { makeFolder } from "@/internal/testing/folder.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { saveQuestion } from "@/lib/assistant/threads/save-message.ts";
import { openThread, readThread } from "@/lib/assistant/threads/threads.ts";
import { forgetKeys } from "@/lib/auth/keys.ts";
import { closeStore, getStore, openPostgres, openSqlite, replaceStore, type Store } from "@/lib/db/db.ts";
import { flushInsights, recordSearch } from "@/lib/insights/insights.ts";
import { lastDays } from "@/lib/insights/period.ts";
import { readTotals } from "@/lib/insights/sums.ts";
import { readSearches } from "@/lib/insights/texts.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { makeKey, writePages } from "../../internal/testing/v1-service.ts";
import * as message from "./assistant/[domain]/message/route.ts";
import * as threadRoute from "./assistant/[domain]/threads/[threadId]/route.ts";
import * as healthRoute from "./health/route.ts";

let folder: string;
let store: Store;
let keys: { assistant: string; account: string };
let lines: string[];
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = makeFolder();
  const content = await writePages(folder);
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", content }],
  };
  const data = path.join(folder, "data");
  await mkdir(data);
  lines = [];
  undo.push(
    replaceSettings(config, { DOCENT_DATA_DIR: data, SITE_SECRET: "a secret of this test with 32 characters" }),
    replaceLogSink((line) => lines.push(line)),
  );
  store = await openSqlite({ folder: data, deadlineMs: 50 });
  undo.push(() => store.close(), replaceStore(store));
  keys = { assistant: await makeKey({ kind: "assistant" }), account: await makeKey({ kind: "account", project: null }) };
  forgetKeys();
  clearFullBuckets();
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

test("a store that another process has locked refuses messages with 503 at its deadline, and accepts them afterwards", async () => {
  const unlock = lockSqlite(path.join(folder, "data"));
  await expectUnavailable(await ask());
  // The site may still be read.
  await expect.poll(readHealth, { timeout: 10_000 }).toMatchObject({ status: "ok", store: "sqlite" });
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

test("a read-only store refuses messages and is reported in health, without a path", async () => {
  for (const database of [store.database, store.counters]) await sql`pragma query_only = 1`.execute(database);
  await expectUnavailable(await ask());
  expect(await readHealth()).toMatchObject({ status: "degraded", fault: "read_only", store: "sqlite" });
});

test("a corrupted store refuses messages and is reported in health, and is used again once it is repaired", async () => {
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

/** Statuses of a thread's messages. */
async function statusesOf(response: Response): Promise<string[]> {
  const { items } = await readThread("docs", response.headers.get("x-thread-id") as string);
  return items.map(({ role, status }) => `${role} ${status}`);
}

test("an answer that a store could not take at its end is in its thread once the store can, and its reader waits for neither", async () => {
  const response = await ask();
  const unlock = lockSqlite(path.join(folder, "data"));
  expect(await response.text()).toContain('"finishReason":"stop"');
  unlock();
  await expect.poll(() => statusesOf(response), { timeout: 20_000 }).toEqual(["user complete", "assistant complete"]);
  expect(lines.join()).not.toContain("could not be stored");
});

const programs = findPostgres();
test.runIf(programs)(
  "an answer that ends while Postgres restarts is in its thread afterwards",
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres(programs as string);
    const postgres = await openPostgres({ url: server.url });
    undo.push(
      server.remove,
      () => server.kill(),
      () => postgres.close(),
      replaceStore(postgres),
    );
    keys.assistant = await makeKey({ kind: "assistant" });
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask()));
    await server.kill();
    for (const response of responses) expect(await response.text()).toContain('"finishReason":"stop"');
    await server.start();
    for (const response of responses)
      await expect.poll(() => statusesOf(response), { timeout: 60_000 }).toEqual(["user complete", "assistant complete"]);
  },
);

describe("old threads", () => {
  const keepOld = async () => {
    replaceStore(store);
    const old = { id: "th_old", domain: "docs", fp: "f", created_at: 1, updated_at: 1 };
    await store.database.insertInto("threads").values(old).execute();
  };
  const countOld = async () =>
    (await store.database.selectFrom("threads").select("id").where("id", "=", "th_old").execute()).length;

  test("are deleted after an answer", async () => {
    await keepOld();
    const response = await ask();
    expect(await countOld()).toBe(1);
    await response.text();
    await expect.poll(countOld).toBe(0);
  });

  test("that cannot be deleted keep nobody from an answer", async () => {
    await keepOld();
    await sql`create trigger keeps before delete on threads begin select raise(abort, 'kept'); end`.execute(store.database);
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"finishReason":"stop"')]);
    await expect.poll(() => lines.join()).toContain("old threads could not be deleted");
    expect(await statusesOf(response)).toEqual(["user complete", "assistant complete"]);
  });
});

test("ended windows of limits that cannot be deleted keep nobody from an answer", async () => {
  replaceStore(store);
  await store.counters.insertInto("counters").values({ bucket: "address:old", ends_at: 1, count: 1, quota: 1 }).execute();
  await sql`create trigger keeps before delete on counters begin select raise(abort, 'kept'); end`.execute(store.counters);
  const response = await ask();
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"finishReason":"stop"')]);
  await expect.poll(() => lines.join()).toContain("ended windows could not be deleted");
});

test("searches while the store is locked are counted once it is free", async () => {
  const visit = { project: "docs", agent: "reader", address: "192.0.2.9", language: "en" } as const;
  const search = () => recordSearch(visit, { query: "install", results: 1 });
  const totals = async () => (await readTotals({ project: "docs" }, lastDays(1, Date.now()))).totals;
  const unlock = lockSqlite(path.join(folder, "data"));
  search();
  await flushInsights();
  search();
  await flushInsights();
  unlock();
  expect((await totals()).search).toBe(0);
  search();
  await flushInsights();
  expect((await totals()).search).toBe(3);
  expect(await readSearches({ project: "docs" }, lastDays(1, Date.now()))).toMatchObject([{ text: "install", searches: 3 }]);
});
