import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saveQuestion } from "@/lib/assistant/save-message.ts";
import { deleteOldThreads, openThread, readThread } from "@/lib/assistant/threads.ts";
import { type Credential, toToken } from "@/lib/auth/credential.ts";
import { createKey, forgetKeys, revokeKey } from "@/lib/auth/keys.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { getDatabase, replaceStore } from "@/lib/db/db.ts";
import { openTestSqlite } from "@/lib/db/testing.ts";
import { callRoute } from "@/lib/http/testing.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import * as search from "./search/[domain]/route.ts";

const noon = Date.UTC(2027, 5, 15, 12);
const dayMs = 86_400_000;
const undo: (() => unknown)[] = [];
let key: Credential;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  const { folder, store, remove } = await openTestSqlite();
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "---\ntitle: Install\n---\n\nInstall it with npm.\n");
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", content }],
    limits: { requestsPerOrganisationPerHour: 2 },
  };
  undo.push(
    remove,
    store.close,
    replaceStore(store),
    replaceSettings(config, { SITE_SECRET: "a secret of this test with 32 characters" }),
    replaceLogSink(() => {}),
    vi.useRealTimers,
  );
  const bounds = { name: "", addresses: [], origins: [], expiresAt: null, organisation: "acme", project: "docs" };
  key = await createKey({ ...bounds, kind: "assistant" });
  forgetKeys();
  clearFullBuckets();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const find = async (token: string) =>
  (await callRoute(search, { path: "/v1/search/docs", params: { domain: "docs" }, token, body: { query: "install" } })).status;

describe.each([
  ["forwards", noon + dayMs],
  ["back", noon - dayMs],
])("when the clock jumps a day %s", (_, then) => {
  test("a key keeps working, and a full limit is that of its hour alone", async () => {
    const token = toToken(key);
    expect([await find(token), await find(token), await find(token)]).toEqual([200, 200, 429]);
    vi.setSystemTime(then);
    expect([await find(token), await find(token), await find(token)]).toEqual([200, 200, 429]);
  });

  test("a key that another process revokes is refused within five seconds", async () => {
    const token = toToken(key);
    expect(await find(token)).toBe(200);
    vi.setSystemTime(then);
    await (await getDatabase()).updateTable("keys").set({ revoked_at: then }).where("id", "=", key.id).execute();
    vi.setSystemTime(then + 5_000);
    expect(await find(token)).toBe(401);
  });

  test("a revoked key stays revoked", async () => {
    await revokeKey(key.id);
    vi.setSystemTime(then);
    expect(await find(toToken(key))).toBe(401);
  });

  test("a site token ends, and the next one works", async () => {
    const grant = { domain: "docs", fp: "f" };
    const { token } = await createSiteToken(grant);
    expect(await find(token)).toBe(200);
    vi.setSystemTime(then);
    expect(await find(token)).toBe(401);
    expect(await find((await createSiteToken(grant)).token)).toBe(200);
  });

  test("a thread is kept and continues in order", async () => {
    const owner = { domain: "docs", fp: "f" };
    const thread = await openThread(owner, undefined);
    await saveQuestion(thread, { id: "before", text: "Hello?", attachments: [] });
    vi.setSystemTime(then);
    await deleteOldThreads();
    await saveQuestion(await openThread(owner, thread.threadId), { id: "after", text: "Again?", attachments: [] });
    expect((await readThread("docs", thread.threadId)).items.map(({ id }) => id)).toEqual(["before", "after"]);
  });
});
