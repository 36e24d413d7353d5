import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { openTestSqlite } from "@/internal/testing/db.ts";
import { makeFolder } from "@/internal/testing/folder.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { createCredential, hashSecret, toToken } from "@/lib/auth/credential.ts";
import { forgetKeys } from "@/lib/auth/keys.ts";
import { closeStore, replaceStore } from "@/lib/db/db.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { makeKey, writePages } from "../../internal/testing/v1-service.ts";
import * as siteTokenRoute from "../api/site-token/route.ts";
import * as message from "./assistant/[domain]/message/route.ts";
import * as healthRoute from "./health/route.ts";
import * as search from "./search/[domain]/route.ts";

const password = "canary-password";
const environmentKey = createCredential("assistant");
const undo: (() => unknown)[] = [];
const log: string[] = [];
let undoEach: () => void;

// A Postgres address at which nobody listens.
beforeAll(async () => {
  const folder = makeFolder();
  const content = await writePages(folder);
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "http://docs.test", content }],
    limits: { requestsPerOrganisationPerHour: 3 },
  };
  const variables = {
    DATABASE_URL: `postgres://docent:${password}@127.0.0.1:1/docent`,
    DOCENT_KEYS: `dk_${environmentKey.id}:${hashSecret(environmentKey.secret)}:docs`,
    SITE_SECRET: "a secret of this test with 32 characters",
  };
  undo.push(
    replaceSettings(config, variables),
    replaceLogSink((line) => log.push(line)),
    closeStore,
  );
});
afterAll(async () => {
  vi.useRealTimers();
  for (const step of undo.reverse()) await step();
});
beforeEach(() => {
  forgetKeys();
  clearFullBuckets();
});

const find = (token: string, peer = "192.0.2.1") =>
  callRoute(search, { path: "/v1/search/docs", params: { domain: "docs" }, token, body: { query: "install" }, peer });
const ask = (token: string) => {
  const body = { fp: "f", messages: [{ id: "1", role: "user", content: "How do I install it?", parts: [] }] };
  return callRoute(message, { path: "/v1/assistant/docs/message", params: { domain: "docs" }, token, body });
};
const getSiteToken = (headers: Record<string, string>) =>
  callRoute(siteTokenRoute, { path: "/api/site-token", body: { domain: "docs", fp: "f" }, headers });
const readHealth = async () =>
  (await callRoute(healthRoute, { method: "GET", path: "/v1/health" })).json() as Promise<{ problems?: string[] }>;

test("without its store the service keeps the site's own search going", async () => {
  const response = await getSiteToken({ origin: "http://docs.test", "sec-fetch-site": "same-origin" });
  expect(response.status).toBe(200);
  const { token } = (await response.json()) as { token: string };
  const found = await find(token);
  expect([found.status, found.headers.get("ratelimit-policy")]).toEqual([200, '"search";q=600;w=60']);
});

test("keys of the environment can still search, under limits that the process counts", async () => {
  const token = toToken(environmentKey);
  const statuses = [];
  for (let call = 0; call < 5; call++) statuses.push((await find(token, "192.0.2.7")).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test("messages, and keys that only the store knows, are refused with 503 and a time to wait", async () => {
  for (const response of [await ask(toToken(environmentKey)), await find(toToken(createCredential("assistant")))]) {
    expect(response.headers.get("retry-after")).toBe("5");
    const problem = await readProblem(response);
    expect([problem.status, problem.code]).toEqual([503, "unavailable"]);
    expect(problem.detail).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);
  }
  expect(log.join()).toContain("the store cannot be reached");
  expect(log.join()).not.toContain(password);
});

test("pages of other sites may read that the store cannot be reached, and are answered their preflights", async () => {
  const headers = { origin: "https://app.example.com", "access-control-request-method": "POST" };
  const address = { path: "/v1/search/docs", params: { domain: "docs" }, headers };
  const preflight = await callRoute(search, { ...address, method: "OPTIONS" });
  const refused = await callRoute(search, { ...address, token: toToken(createCredential("assistant")), body: { query: "x" } });
  expect([preflight.status, refused.status]).toEqual([204, 503]);
  for (const response of [preflight, refused])
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
});

test("a caller without a token is still asked for one", async () => {
  const response = await callRoute(search, { path: "/v1/search/docs", params: { domain: "docs" }, body: { query: "x" } });
  expect(response.status).toBe(401);
});

test("health says that it is degraded, and nothing of the store's address", async () => {
  const health = await readHealth();
  expect(health).toMatchObject({ status: "degraded", store: "postgres", fault: "unreachable" });
  expect(JSON.stringify(health)).not.toContain(password);
});

test("a stored key that was just used is honoured for five seconds more, then refused with 503", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 1) });
  const { store, remove } = await openTestSqlite();
  const restore = replaceStore(store);
  const token = await makeKey({ kind: "assistant" });
  expect((await find(token, "192.0.2.8")).status).toBe(200);
  restore();
  vi.advanceTimersByTime(4_999);
  expect((await find(token, "192.0.2.8")).status).toBe(200);
  vi.advanceTimersByTime(1);
  expect((await find(token, "192.0.2.8")).status).toBe(503);
  vi.useRealTimers();
  await store.close();
  await remove();
});

test.each([
  ["a page elsewhere", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a page elsewhere in a browser without Sec-Fetch-Site", { origin: "https://evil.example" }],
  ["a page of a neighbouring host", { origin: "http://docs.test", "sec-fetch-site": "same-site" }],
  ["a frame without origin", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["a program that names no origin", {}],
  ["a page whose proxy passes another host and port on", { origin: "http://docs.example", host: "127.0.0.1:3000" }],
])("gives %s no site token", async (_, headers) => {
  const response = await getSiteToken(headers);
  expect([response.status, (await readProblem(response)).code]).toEqual([403, "forbidden"]);
});

describe("on a host that nobody configured", () => {
  const origin = "https://docs.example:8443";
  const secure = { origin, "sec-fetch-site": "same-origin" };
  beforeEach(() => {
    undoEach = resetProcessState("problems");
    log.splice(0);
  });
  afterEach(() => undoEach());

  test.each([
    ["as it is", { origin, host: "docs.example:8443" }],
    ["behind a proxy that passes its own host on", { ...secure, host: "127.0.0.1:3000" }],
    ["behind a proxy that passes the name without its port on", { origin, host: "docs.example" }],
  ])("%s, a page gets a site token", async (_, headers) => expect((await getSiteToken(headers)).status).toBe(200));

  test("the first site token says once in the log which variable to set, and neither log nor health repeats the address that the reader chose", async () => {
    for (const headers of [secure, secure, { ...secure, origin: "https://other.example" }]) await getSiteToken(headers);
    const lines = log.map((line) => JSON.parse(line) as { level: string; set?: string }).filter(({ level }) => level === "warn");
    expect(lines).toMatchObject([{ siteUrl: "http://docs.test", event: expect.stringContaining("set SITE_URL") }]);
    expect(log.join()).not.toContain("docs.example");
    const { problems } = await readHealth();
    expect(JSON.stringify(problems)).not.toContain("docs.example");
    expect(problems).toContainEqual(expect.stringMatching(/^SITE_URL: .*http:\/\/docs\.test/));
  });

  test.each(["http://docs.test", "http://localhost:3000", "http://[::1]:3000", "http://127.0.0.1:8080"])(
    "a page at %s is nothing to say",
    async (own) => {
      expect((await getSiteToken({ ...secure, origin: own })).status).toBe(200);
      expect(log.join()).not.toContain("SITE_URL");
    },
  );
});

test("a proxy that passes another host on over http is reported once in the log, with what to change", async () => {
  const restore = resetProcessState("problems");
  log.splice(0);
  const [problem] = await Promise.all(
    [1, 2].map(async () => readProblem(await getSiteToken({ origin: "http://new.example", host: "127.0.0.1:3000" }))),
  );
  restore();
  const warnings = log.filter((line) => line.includes('"warn"'));
  expect(warnings).toEqual([expect.stringMatching(/set SITE_URL(?!.*new\.example)/)]);
  expect([problem?.status, problem?.detail]).toEqual([403, expect.stringContaining("set SITE_URL")]);
});

test.each([
  [{ domain: "docs" }, 400],
  [{ domain: "docs", fp: "" }, 400],
  [{ domain: "docs", fp: "x".repeat(257) }, 400],
  [{ domain: "nowhere", fp: "f" }, 404],
  ["x".repeat(5_000), 413],
])("refuses the site token request %j", async (body, status) => {
  const response = await callRoute(siteTokenRoute, { path: "/api/site-token", body, headers: { origin: "http://docs.test" } });
  expect(response.status).toBe(status);
});
