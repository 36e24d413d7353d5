import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callRoute } from "@/internal/testing/http.ts";
import { saveQuestion } from "@/lib/assistant/threads/save-message.ts";
import { deleteOldThreads, openThread, readThread } from "@/lib/assistant/threads/threads.ts";
import { type Credential, toToken } from "@/lib/auth/credential.ts";
import { createKey, revokeKey } from "@/lib/auth/keys.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { getDatabase } from "@/lib/db/db.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";
import * as search from "./search/[domain]/route.ts";

const noon = Date.UTC(2027, 5, 15, 12);
const dayMs = 86_400_000;
serviceForTests({ config: { limits: { requestsPerOrganisationPerHour: 2 } } });
let key: Credential;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  const bounds = { name: "", addresses: [], origins: [], expiresAt: null, organisation: "acme", project: "docs" };
  key = await createKey({ ...bounds, kind: "assistant" });
});
afterEach(() => void vi.useRealTimers());

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
