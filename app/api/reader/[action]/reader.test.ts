import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Faults, startOpenIdProvider, type TestProvider } from "@/internal/testing/access-provider.ts";
import { replaceSettings } from "@/internal/testing/config.ts";
import { callRoute } from "@/internal/testing/http.ts";
import { serviceForTests } from "@/internal/testing/v1-service.ts";
import { finishAtProvider, startAtProvider } from "@/lib/access/oidc.ts";
import { findReader } from "@/lib/access/reader.ts";
import type { Access } from "@/lib/config/config.ts";
import * as route from "./route.ts";

const { log } = serviceForTests();
let provider: TestProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider();
});
afterAll(() => provider.close());

const undo: (() => void)[] = [];
const settings = (oidc: Partial<Access["signIn"]["oidc"]> = {}, variables: object = {}, config: object = {}) =>
  undo.push(
    replaceSettings(
      {
        organisation: { id: "acme", name: "Acme" },
        projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test" }],
        access: { groups: { beta: ["okta-beta"], staff: [] }, signIn: { oidc } },
        ...config,
      } as never,
      {
        ...{ SITE_SECRET: "s".repeat(40), OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId },
        ...{ OIDC_CLIENT_SECRET: provider.clientSecret, ...variables },
      },
    ),
  );
let attempts = 0;
beforeEach(() => {
  log.length = 0;
  provider.asked.length = 0;
  provider.faults = {};
  attempts += 1;
  // Another client is asked for anew.
  Object.assign(provider, { clientId: `docs-${attempts}` });
  settings();
});
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each();
});

interface Attempt {
  /** Address of the provider. */
  readonly address: string;
  /** Name and value of the cookie of the attempt. */
  readonly cookie: string;
}

const cookieIn = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0] ?? "")
    .find((each) => each.startsWith(`${name}=`));

async function start(next = "/docs/closed"): Promise<Attempt> {
  const query = new URLSearchParams({ next });
  const response = await callRoute(route, { method: "GET", path: `/api/reader/start?${query}`, params: { action: "start" } });
  expect(response.status).toBe(303);
  return { address: response.headers.get("location") ?? "", cookie: cookieIn(response, "docent_sign_in") ?? "" };
}

/** Does what the browser does at the provider; returns the query with which it comes back. */
async function visit({ address }: Attempt): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe("https://docs.test/api/reader/callback");
  return back.searchParams;
}

async function comeBack(query: URLSearchParams, cookie: string) {
  const path = `/api/reader/callback?${query}`;
  const response = await callRoute(route, { method: "GET", path, params: { action: "callback" }, headers: { cookie } });
  expect(response.status).toBe(303);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(cookieIn(response, "docent_sign_in")).toBe("docent_sign_in=");
  const session = cookieIn(response, "docent_reader");
  return {
    to: response.headers.get("location"),
    session,
    reader: session && (await findReader(new Headers({ cookie: session }))),
  };
}

async function signIn(next?: string) {
  const attempt = await start(next);
  return comeBack(await visit(attempt), attempt.cookie);
}

const FAILED = { to: "/sign-in?failed=provider&next=%2Fdocs%2Fclosed", session: undefined, reader: undefined };
const REFUSED = { ...FAILED, to: "/sign-in?failed=refused&next=%2Fdocs%2Fclosed" };
/** The reason in the log of the last attempt that failed. */
const reason = () => JSON.parse(log.findLast((line) => line.includes('"reason"')) ?? "{}").reason;

test("a reader signs in at the provider and is in the groups that it names, by the names of the configuration", async () => {
  const { address, cookie } = await start();
  const asked = new URL(address);
  expect(asked.origin + asked.pathname).toBe(`${provider.issuer}/authorise`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: "https://docs.test/api/reader/callback",
    response_type: "code",
    code_challenge_method: "S256",
    scope: "openid groups",
  });
  const query = await visit({ address, cookie });
  expect(await comeBack(query, cookie)).toMatchObject({ to: "/docs/closed", reader: { name: "ada", groups: ["beta"] } });
  expect(log.join()).toContain("a reader signed in");
  for (const secret of [query.get("code"), '"ada"', provider.clientSecret]) expect(log.join()).not.toContain(secret);
});

test("the cookie of an attempt is for this site alone, out of reach of scripts, for ten minutes", async () => {
  const response = await callRoute(route, { method: "GET", path: "/api/reader/start", params: { action: "start" } });
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^docent_sign_in=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/);
  const minutes = (Date.parse(/Expires=(.*)$/.exec(cookie)?.[1] ?? "") - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(10);
});

test("a site below a path sends its own address, whatever host the request names", async () => {
  const projects = [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "https://acme.test" }];
  settings({}, {}, { basePath: "/handbook", projects });
  const response = await callRoute(route, {
    method: "GET",
    path: "/api/reader/start?next=/docs",
    params: { action: "start" },
    headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
  });
  const address = new URL(response.headers.get("location") ?? "");
  expect(address.searchParams.get("redirect_uri")).toBe("https://acme.test/handbook/api/reader/callback");
  const back = new URL((await fetch(address, { redirect: "manual" })).headers.get("location") ?? "");
  const { to, reader } = await comeBack(back.searchParams, cookieIn(response, "docent_sign_in") ?? "");
  expect([to, reader]).toMatchObject(["/handbook/docs", { groups: ["beta"] }]);
});

test.each(["//evil.example", "https://evil.example", "/\\evil.example"])(
  "goes on to the first page instead of %j",
  async (next) => {
    expect((await signIn(next)).to).toBe("/");
  },
);

test.each<[string, Faults, Record<string, unknown>]>([
  ["without the claim", { claims: { groups: undefined } }, { groups: [] }],
  ["in the user info alone", { claims: { groups: undefined }, userInfo: { groups: ["staff"] } }, { groups: ["staff"] }],
  ["as one text", { claims: { groups: "staff" } }, { groups: ["staff"] }],
  ["of another shape", { claims: { groups: { staff: true } } }, { groups: [] }],
  ["with things that are no names", { claims: { groups: [1, null, ["staff"], "okta-beta"] } }, { groups: ["beta"] }],
  ["that the configuration does not have", { claims: { groups: ["admin", "constructor"] } }, { groups: [] }],
])("groups %s", async (_, faults, reader) => {
  provider.faults = faults;
  expect((await signIn()).reader).toMatchObject(reader);
  if (faults.claims?.groups === undefined && !faults.userInfo) expect(log.join()).toContain("the provider names no groups");
});

test("the claim and the scope are those of the configuration", async () => {
  settings({ claim: "https://acme.test/roles", scope: "openid profile" });
  provider.faults = { claims: { "https://acme.test/roles": ["staff"] } };
  expect((await signIn()).reader).toMatchObject({ groups: ["staff"] });
  expect(provider.scope).toBe("openid profile");
});

const wait = Math.floor(Date.now() / 1_000);
test.each<[string, Faults, string]>([
  ["another nonce", { claims: { nonce: "another" } }, "claim nonce"],
  ["no nonce", { claims: { nonce: undefined } }, "OAUTH_INVALID_RESPONSE"],
  ["another audience", { claims: { aud: "another" } }, "claim aud"],
  ["this audience among others that are not known", { claims: { aud: ["docs", "another"] } }, "claim aud"],
  ["another issuer", { claims: { iss: "https://evil.example" } }, "claim iss"],
  ["an end that is past", { claims: { iat: wait - 900, exp: wait - 600 } }, "claim exp"],
  ["no end", { claims: { exp: undefined } }, "OAUTH_INVALID_RESPONSE"],
  ["no reader", { claims: { sub: undefined } }, "OAUTH_INVALID_RESPONSE"],
  ["no signature", { signature: "none" }, "OAUTH"],
  [
    "no signature, of a provider that lists none",
    { signature: "none", discovery: { id_token_signing_alg_values_supported: ["RS256", "none"] } },
    "OAUTH",
  ],
  ["the signature of another key", { signature: "other key" }, "OAUTH_INVALID_RESPONSE"],
  ["a signature by the client's secret", { signature: "secret" }, "OAUTH_INVALID_RESPONSE"],
])("an ID token with %s signs nobody in", async (_, faults, words) => {
  provider.faults = faults;
  expect(await signIn()).toEqual(FAILED);
  expect(reason()).toContain(words);
});

test("comes back with another state, without the cookie, or with one that is forged or too old: nobody is signed in", async () => {
  const attempt = await start();
  const query = await visit(attempt);
  const other = await start("/docs/other");
  expect(await comeBack(query, other.cookie)).toEqual({ ...REFUSED, to: "/sign-in?failed=refused&next=%2Fdocs%2Fother" });
  const atFirst = { ...REFUSED, to: "/sign-in?failed=refused&next=%2F" };
  expect(await comeBack(query, "")).toEqual(atFirst);
  expect(await comeBack(query, `${attempt.cookie.slice(0, -3)}abc`)).toEqual(atFirst);
  settings({}, { SITE_SECRET: "t".repeat(40) });
  expect(await comeBack(query, attempt.cookie)).toEqual(atFirst);
  expect(provider.asked).not.toContain("/token");
});

test("an attempt ends after ten minutes", async () => {
  const { address, cookie } = await startAtProvider("/docs", 0);
  const state = new URL(address).searchParams.get("state") ?? "";
  const headers = new Headers({ cookie: cookie.split(";")[0] ?? "" });
  const comesBackAt = (now: number) => finishAtProvider(new URLSearchParams({ state, code: "unknown" }), headers, now);
  await expect(comesBackAt(599_000)).rejects.toThrow("invalid_grant");
  await expect(comesBackAt(600_000)).rejects.toThrow("more than ten minutes ago");
});

test("an answer counts once", async () => {
  const attempt = await start();
  const query = await visit(attempt);
  expect((await comeBack(query, attempt.cookie)).reader).toBeDefined();
  expect(await comeBack(query, attempt.cookie)).toEqual(REFUSED);
  expect(reason()).toBe("invalid_grant");
});

test.each([
  ["access_denied", REFUSED],
  ["invalid_scope", FAILED],
])("the page says so when the provider answers %s", async (error, expected) => {
  provider.faults = { error };
  expect(await signIn()).toEqual(expected);
  expect(reason()).toBe(error);
});

test("an error that the provider did not write is not logged as its word", async () => {
  const { cookie, address } = await start();
  const state = new URL(address).searchParams.get("state") ?? "";
  expect(await comeBack(new URLSearchParams({ state, error: "see https://evil.example" }), cookie)).toEqual(FAILED);
  expect(log.join()).not.toContain("evil.example");
});

const breaksOff = (response: ServerResponse) => response.destroy();
const isEndless = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"a":"');
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
  };
  response.on("drain", more);
  more();
};
test.each<[string, Faults, string]>([
  ["does not answer", { answers: { "/token": breaksOff } }, "UND_ERR_SOCKET"],
  ["has no end", { answers: { "/token": isEndless } }, "more than 512 kB"],
  ["is an error", { answers: { "/token": (response) => response.writeHead(503).end() } }, "OAUTH"],
  ["is no JSON", { answers: { "/token": (response) => response.end("<p>eyJsecret</p>") } }, "OAUTH"],
  ["has no keys", { answers: { "/keys": (response) => response.writeHead(500).end() } }, "OAUTH"],
])("a provider whose answer %s signs nobody in, and the log says why", async (_, faults, words) => {
  const attempt = await start();
  const query = await visit(attempt);
  provider.faults = faults;
  expect(await comeBack(query, attempt.cookie)).toEqual(FAILED);
  expect(reason()).toContain(words);
  expect(log.join()).not.toContain("eyJsecret");
});

test.each<[string, (response: ServerResponse) => void]>([
  ["sends nothing", () => {}],
  ["begins and does not end", (response) => void response.writeHead(200, { "content-type": "application/json" }).write("{")],
])("a provider that %s is given up on after eight seconds", async (_, begin) => {
  const attempt = await start();
  const query = await visit(attempt);
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => late.signal);
  const answer = (response: ServerResponse) => {
    begin(response);
    late.abort(new DOMException("It took too long.", "TimeoutError"));
  };
  provider.faults = { answers: { "/token": answer } };
  expect(await comeBack(query, attempt.cookie)).toEqual(FAILED);
  expect(timeout.mock.calls).toEqual([[8_000]]);
  timeout.mockRestore();
  expect(reason()).toContain("OAUTH_TIMEOUT");
});

const DESCRIPTION = "/.well-known/openid-configuration";
test.each<[string, Faults, string]>([
  ["names another issuer", { discovery: { issuer: "https://evil.example" } }, "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"],
  ["is not there", { answers: { [DESCRIPTION]: (response) => response.writeHead(404).end() } }, "OAUTH"],
  [
    "leads elsewhere",
    { answers: { [DESCRIPTION]: (r) => r.writeHead(302, { location: "https://evil.example" }).end() } },
    "OAUTH",
  ],
  ["has no end", { answers: { [DESCRIPTION]: isEndless } }, "more than 512 kB"],
])("nobody is sent to a provider whose description %s; the next attempt asks again", async (_, faults, words) => {
  provider.faults = faults;
  const asked = { method: "GET", path: "/api/reader/start?next=/docs/closed", params: { action: "start" } };
  const response = await callRoute(route, asked);
  expect(response.headers.get("location")).toBe("/sign-in?failed=provider&next=%2Fdocs%2Fclosed");
  expect(reason()).toContain(words);
  provider.faults = {};
  expect((await signIn()).reader).toBeDefined();
});

test("no address without https is asked that a provider of this machine names elsewhere", async () => {
  provider.faults = { discovery: { token_endpoint: "http://192.0.2.1/token" } };
  expect(await signIn()).toEqual(FAILED);
  expect(reason()).toBe("the provider names an address without https");
});

test("a provider is asked for its description once for many readers", async () => {
  await Promise.all(Array.from({ length: 20 }, () => start()));
  await start();
  expect(provider.asked.filter((path) => path === DESCRIPTION)).toHaveLength(1);
});

test("a session ends with its provider, and where readers sign in otherwise", async () => {
  const headers = new Headers({ cookie: (await signIn()).session ?? "" });
  expect(await findReader(headers)).toBeDefined();
  settings({}, { OIDC_CLIENT_ID: "another" });
  expect(await findReader(headers)).toBeUndefined();
  const byPassword = { groups: { beta: [] }, signIn: { password: {} } };
  settings({}, { READERS_PASSWORD: "a long shared password" }, { access: byPassword });
  expect(await findReader(headers)).toBeUndefined();
});

test.each(["start", "callback"])("a site without a provider has nothing at %s", async (action) => {
  settings({}, { READERS_PASSWORD: "a long shared password" }, { access: { signIn: { password: {} } } });
  const response = await callRoute(route, { method: "GET", path: `/api/reader/${action}`, params: { action } });
  expect(response.status).toBe(404);
});
