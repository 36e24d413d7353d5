import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { getSecret } from "../db/secret.ts";
import { serverState } from "../http/server-state.ts";
import { resetProcessState } from "../process-state.ts";
import { checkPassword } from "./password.ts";
import { browserMark, findReader, nextPath, READER_COOKIE, signIn, signOut } from "./reader.ts";

const PASSWORD = "a long shared password";
const NOW = Date.UTC(2027, 0, 1);
const HOUR = 3_600_000;
const config = (access: object) => ({
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.acme.com" }],
  access: { groups: { beta: ["okta-beta"], staff: [] }, signIn: { password: { groups: ["beta"] } }, ...access },
});

const undo: (() => void)[] = [];
const settings = (access: object = {}, variables: Readonly<Record<string, string>> = {}) =>
  undo.push(replaceSettings(config(access) as never, { READERS_PASSWORD: PASSWORD, SITE_SECRET: "s".repeat(40), ...variables }));
beforeEach(() => settings());
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each();
});

const withCookie = (cookie: string) => new Headers({ cookie: cookie.split(";")[0] ?? "" });

describe("a reader who signs in", () => {
  test("has the groups of the password for the hours of the configuration, by a cookie that no script reads", async () => {
    const cookie = await signIn({ groups: checkPassword(PASSWORD) ?? [] }, "password", NOW);
    expect(cookie).toMatch(
      /^docent_reader=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=Fri, 01 Jan 2027 12:00:00 GMT$/,
    );
    expect(await findReader(withCookie(cookie), NOW + 12 * HOUR - 1_000)).toMatchObject({ groups: ["beta"] });
    expect(await findReader(withCookie(cookie), NOW + 12 * HOUR)).toBeUndefined();
    expect(signOut()).toMatch(/^docent_reader=; .*Expires=Thu, 01 Jan 1970/);
  });

  test("is signed out by another password, another secret, and where the site has no password any more", async () => {
    const cookie = withCookie(await signIn({ groups: ["beta"] }, "password", NOW));
    settings({}, { READERS_PASSWORD: "another long password" });
    expect(await findReader(cookie, NOW)).toBeUndefined();
    settings({}, { SITE_SECRET: "t".repeat(40) });
    expect(await findReader(cookie, NOW)).toBeUndefined();
    settings({ signIn: { proxy: { from: ["10.0.0.1"] } } });
    expect(await findReader(cookie, NOW)).toBeUndefined();
  });

  test("loses a group that the configuration no longer has", async () => {
    const cookie = withCookie(await signIn({ groups: ["beta"] }, "password", NOW));
    settings({ groups: { staff: [] }, signIn: { password: {} } });
    expect(await findReader(cookie, NOW)).toMatchObject({ groups: [] });
  });

  test.each([
    [
      "unsigned",
      async () => new UnsecuredJWT({ groups: ["staff"], by: "x" }).setAudience("docent-reader").setExpirationTime("1h").encode(),
    ],
    ["signed with another secret", () => forge(new TextEncoder().encode("x".repeat(32)))],
    ["for another audience", () => forge(getSecret("docent-reader"), "docent-site")],
    ["signed as a site token", () => forge(getSecret("docent-site"))],
    ["without an end", () => forge(getSecret("docent-reader"), "docent-reader", false)],
    ["nothing at all", async () => "nothing"],
  ])("is not one whose cookie is %s", async (_, make) => {
    expect(await findReader(new Headers({ cookie: `${READER_COOKIE}=${await make()}` }))).toBeUndefined();
  });
});

async function forge(secret: Uint8Array, audience = "docent-reader", ends = true): Promise<string> {
  const token = new SignJWT({ groups: ["staff"], by: "password:x" }).setProtectedHeader({ alg: "HS256" }).setAudience(audience);
  return (ends ? token.setExpirationTime("1h") : token).sign(secret);
}

test.each([
  ["", undefined],
  ["a long shared passwor", undefined],
  [PASSWORD, ["beta"]],
])("the password %j opens %j", (given, groups) => {
  expect(checkPassword(given)).toEqual(groups);
});

test("a password of other letters that look alike is another one, and one of other bytes for the same letters is the same", () => {
  settings({}, { READERS_PASSWORD: "pässword of docs" });
  expect(checkPassword("pa\u0308ssword of docs")).toEqual(["beta"]);
  expect(checkPassword("password of docs")).toBeUndefined();
});

describe("headers of a proxy", () => {
  const names = { "x-forwarded-user": "ada@acme.com", "x-forwarded-groups": "okta-beta, other,staff" };
  beforeEach(() => {
    settings({ signIn: { proxy: { from: ["10.0.0.0/8"] } } });
    undo.push(resetProcessState("server"));
    serverState.get().recordsPeers = true;
  });

  test("name a reader with the groups of the configuration, also by other names", async () => {
    const reader = await findReader(new Headers({ ...names, "x-docent-peer": "10.1.2.3" }));
    expect(reader).toEqual({ name: "ada@acme.com", groups: ["beta", "staff"] });
    expect(browserMark(reader)).not.toBe(browserMark({ name: "bob@acme.com", groups: ["beta", "staff"] }));
    expect(browserMark(reader)).not.toContain("ada");
  });

  test.each([
    ["another peer", { ...names, "x-docent-peer": "192.0.2.1" }],
    ["a peer that is unknown", { ...names, "x-docent-peer": "unknown" }],
    [
      "a client that names the proxy as the one before it",
      { ...names, "x-docent-peer": "192.0.2.1", "x-forwarded-for": "10.1.2.3" },
    ],
    ["the proxy, which names nobody", { "x-forwarded-groups": "staff", "x-docent-peer": "10.1.2.3" }],
  ])("of %s name no reader", async (_, headers) => {
    expect(await findReader(new Headers(headers))).toBeUndefined();
  });

  test("count for nothing in a process that does not know its peers", async () => {
    serverState.get().recordsPeers = false;
    expect(await findReader(new Headers({ ...names, "x-docent-peer": "10.1.2.3" }))).toBeUndefined();
  });
});

test.each<[string | null, string]>([
  ["/docs/a?b=1#c", "/docs/a?b=1#c"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["", "/"],
  [null, "/"],
  [`/${"x".repeat(3_000)}`, "/"],
])("after signing in, %j goes on to %j", (asked, path) => expect(nextPath(asked)).toBe(path));
