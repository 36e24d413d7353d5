import { beforeEach, expect, test } from "vitest";
import { callRoute } from "@/internal/testing/http.ts";
import { forgetKeys, revokeKey } from "@/lib/auth/keys.ts";
import { createSession } from "@/lib/auth/session.ts";
import { getCounters, getDatabase } from "@/lib/db/db.ts";
import { findSignedIn, SESSION_COOKIE } from "@/lib/http/owner-endpoint.ts";
import { makeKey, serviceForTests } from "../../../../internal/testing/v1-service.ts";
import * as route from "./route.ts";

const { token, log } = serviceForTests();
const own = { origin: "https://docs.test", "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  callRoute(route, {
    path: "/api/insights/session",
    body: new URLSearchParams(fields).toString(),
    headers: { ...own, ...headers },
  });
const cookieOf = (response: Response) =>
  new RegExp(`^${SESSION_COOKIE}=([^;]*)`).exec(response.headers.get("set-cookie") ?? "")?.[1];
const isSignedIn = async (secret: string | undefined) =>
  (await findSignedIn(new Headers({ "x-docent-peer": "192.0.2.1" }), secret)) !== undefined;
const signIn = async () => cookieOf(await post({ token: token.account })) as string;

beforeEach(async () => void (await (await getDatabase()).deleteFrom("sessions").execute()));

test("an account token becomes a cookie that scripts and other sites cannot use, and leads to the page", async () => {
  const response = await post({ token: token.account });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/insights"]);
  expect(response.headers.get("set-cookie")).toMatch(
    /^docent_insights=\w{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Expires=/,
  );
  expect(await isSignedIn(cookieOf(response))).toBe(true);
});

test("neither the token nor the session's secret is stored or logged", async () => {
  const secret = await signIn();
  const stored = JSON.stringify(await (await getDatabase()).selectFrom("sessions").selectAll().execute());
  for (const text of [stored, log.join()]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(token.account.slice(16));
  }
});

test.each([
  ["an unknown token", async () => `da_000000000000_${"x".repeat(43)}`],
  ["an assistant key", async () => token.assistant],
  ["nothing", async () => ""],
  ["another organisation's token", () => makeKey({ kind: "account", project: null, organisation: "rival" })],
  ["a token for other addresses", () => makeKey({ kind: "account", project: null, addresses: ["198.51.100.0/24"] })],
  ["an expired token", () => makeKey({ kind: "account", project: null, expiresAt: Date.now() - 1 })],
])("%s signs nobody in", async (_, make) => {
  const response = await post({ token: await make() });
  expect([response.headers.get("location"), response.headers.get("set-cookie")]).toEqual(["/insights?failed=token", null]);
});

test("a session cannot be forged or fixed", async () => {
  for (const secret of [undefined, "", "x", "x".repeat(43), "' or 1=1 --"]) expect(await isSignedIn(secret)).toBe(false);
  const chosen = "A".repeat(43);
  const secret = cookieOf(await post({ token: token.account }, { cookie: `${SESSION_COOKIE}=${chosen}` }));
  expect(secret).not.toBe(chosen);
  expect(await isSignedIn(chosen)).toBe(false);
});

test.each([
  ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a page of a neighbouring site", { "sec-fetch-site": "same-site" }],
  ["no page at all", { origin: "", "sec-fetch-site": "none" }],
])("%s can sign nobody in or out", async (_, headers) => {
  const secret = await signIn();
  expect((await post({ token: token.account }, headers as Record<string, string>)).status).toBe(403);
  expect(
    (await post({ action: "sign-out" }, { ...headers, cookie: `${SESSION_COOKIE}=${secret}` } as Record<string, string>)).status,
  ).toBe(403);
  expect(await isSignedIn(secret)).toBe(true);
});

test("signing out ends the session, not only its cookie", async () => {
  const secret = await signIn();
  const response = await post({ action: "sign-out" }, { cookie: `${SESSION_COOKIE}=${secret}` });
  expect(response.headers.get("set-cookie")).toMatch(/^docent_insights=; .*Expires=Thu, 01 Jan 1970/);
  expect(await isSignedIn(secret)).toBe(false);
});

test("a revoked token ends its sessions, and so does their time", async () => {
  const account = await makeKey({ kind: "account", project: null });
  const secret = cookieOf(await post({ token: account }));
  expect(await isSignedIn(secret)).toBe(true);
  await revokeKey(account.slice(3, 15));
  forgetKeys();
  expect(await isSignedIn(secret)).toBe(false);
  const old = await createSession(token.account, { allows: () => true, now: Date.now() - 13 * 3_600_000 });
  expect(await isSignedIn(old?.secret)).toBe(false);
});

test("ten attempts a minute are all that an address has", async () => {
  const minute = Math.floor(Date.now() / 60_000);
  const row = (ahead: number) => ({ bucket: "sign-in:192.0.2.1", ends_at: (minute + ahead) * 60_000, count: 10, quota: 10 });
  await (await getCounters())
    .insertInto("counters")
    .values([row(1), row(2)])
    .execute();
  const response = await post({ token: token.account });
  expect([response.headers.get("location"), response.headers.get("set-cookie")]).toEqual(["/insights?failed=limit", null]);
});

test("JSON, and a large form, are refused", async () => {
  expect((await post({ token: "x" }, { "content-type": "application/json" })).status).toBe(415);
  expect((await post({ token: "x".repeat(5_000) })).status).toBe(413);
});
