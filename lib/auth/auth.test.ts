import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { eachStore } from "../../internal/testing/db.ts";
import { getMainProject } from "../config/config.ts";
import { replaceStore } from "../db/db.ts";
import { getSecret } from "../db/secret.ts";
import { allowsAddress, authorise, authoriseProject, type Caller, identify, isRange } from "./auth.ts";
import { createCredential, hashSecret, readToken, toToken } from "./credential.ts";
import { createKey, forgetKeys, listKeys, type NewKey, revokeKey } from "./keys.ts";
import { createSession, createSiteToken, findSession, readSiteToken } from "./session.ts";

const secret = "a secret of this test with 32 characters";
const environmentKey = createCredential("assistant");
const project = { id: "docs", domain: "docs", name: "Docs" };
let restore = () => {};

beforeAll(() => {
  restore = replaceSettings(
    { organisation: { id: "acme", name: "Acme" }, projects: [project] },
    { SITE_SECRET: secret, DOCENT_KEYS: ` dk_${environmentKey.id}:${hashSecret(environmentKey.secret)}:docs ,` },
  );
});
afterAll(() => restore());

const newKey: NewKey = {
  kind: "assistant",
  name: "CI",
  organisation: "acme",
  project: "docs",
  addresses: ["10.0.0.0/8"],
  origins: ["https://a.example"],
  expiresAt: null,
};
const refused = { code: "invalid_token" };

describe("a credential", () => {
  test("is read as it was written, with an id of 12 and a secret of 43 letters and digits", () => {
    const credential = createCredential("account");
    expect(toToken(credential)).toMatch(/^da_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/);
    expect(readToken(toToken(credential))).toEqual(credential);
  });

  test.each(["", "dk_", "dk_short_short", `xk_${"a".repeat(12)}_${"b".repeat(43)}`, `dk_${"a".repeat(12)}_${"b".repeat(44)}`])(
    "is not read from %j",
    (text) => expect(readToken(text)).toBeUndefined(),
  );

  test("uses every letter about as often", () => {
    const text = Array.from({ length: 400 }, () => createCredential("assistant").secret).join("");
    const counts = [...Map.groupBy(text, (letter) => letter).values()].map(({ length }) => length);
    expect(counts).toHaveLength(62);
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.8);
  });
});

eachStore((store) => {
  beforeEach(async () => {
    forgetKeys();
    await store().database.deleteFrom("keys").execute();
  });

  test("knows the caller of a stored key, and stores no secret", async () => {
    const credential = await createKey(newKey);
    expect(await identify(toToken(credential))).toEqual({
      kind: "assistant",
      keyId: credential.id,
      organisation: "acme",
      project: "docs",
      origins: ["https://a.example"],
      addresses: ["10.0.0.0/8"],
      groups: [],
    });
    const stored = JSON.stringify(await store().database.selectFrom("keys").selectAll().execute());
    expect(stored).not.toContain(credential.secret);
    expect(stored).toContain(hashSecret(credential.secret));
  });

  test("refuses the right id with another secret, and the right secret under another kind", async () => {
    const credential = await createKey(newKey);
    await expect(identify(toToken({ ...credential, secret: createCredential("assistant").secret }))).rejects.toMatchObject(
      refused,
    );
    await expect(identify(toToken({ ...credential, kind: "account" }))).rejects.toMatchObject(refused);
  });

  test("refuses a key from the moment it expires", async () => {
    const token = toToken(await createKey({ ...newKey, expiresAt: 10_000 }));
    expect(await identify(token, 9_999)).toMatchObject({ kind: "assistant" });
    await expect(identify(token, 10_000)).rejects.toMatchObject(refused);
  });

  test("refuses a revoked key immediately, and within five seconds when another process revoked it", async () => {
    const here = await createKey(newKey);
    expect(await identify(toToken(here), 1_000)).toBeDefined();
    expect(await revokeKey(here.id, 1_500)).toBe(true);
    await expect(identify(toToken(here), 1_501)).rejects.toMatchObject(refused);

    const elsewhere = await createKey(newKey);
    expect(await identify(toToken(elsewhere), 100_000)).toBeDefined();
    await store().database.updateTable("keys").set({ revoked_at: 100_001 }).where("id", "=", elsewhere.id).execute();
    expect(await identify(toToken(elsewhere), 104_999)).toBeDefined();
    await expect(identify(toToken(elsewhere), 105_000)).rejects.toMatchObject(refused);
  });

  test("keeps the time of the first revocation, and knows no other id", async () => {
    const { id } = await createKey(newKey);
    await revokeKey(id, 5);
    await revokeKey(id, 9);
    expect((await listKeys()).map(({ revokedAt }) => revokedAt)).toEqual([5]);
    expect(await revokeKey("nobody")).toBe(false);
  });

  test("notes the last use at most once a minute", async () => {
    const credential = await createKey(newKey, 0);
    const lastUse = async () => (await listKeys())[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await identify(toToken(credential), 100_000);
    expect(await lastUse()).toBe(100_000);
    await identify(toToken(credential), 159_999);
    expect(await lastUse()).toBe(100_000);
    await identify(toToken(credential), 160_000);
    expect(await lastUse()).toBe(160_000);
  });

  test("does not ask the store twice for one unknown id within five seconds", async () => {
    const guess = createCredential("assistant");
    await expect(identify(toToken(guess), 1)).rejects.toMatchObject(refused);
    await createKey(newKey);
    await store()
      .database.updateTable("keys")
      .set({ id: guess.id, hash: hashSecret(guess.secret) })
      .execute();
    await expect(identify(toToken(guess), 5_000)).rejects.toMatchObject(refused);
    expect(await identify(toToken(guess), 5_001)).toMatchObject({ keyId: guess.id });
  });

  test("a store that failed once is asked again, and the key is known", async () => {
    const credential = await createKey(newKey);
    const selectFrom = () => {
      throw new Error("It cannot be reached.");
    };
    const back = replaceStore({ ...store(), database: { selectFrom } as never });
    await expect(identify(toToken(credential), 1)).rejects.toThrow("It cannot be reached.");
    back();
    expect(await identify(toToken(credential), 2)).toMatchObject({ keyId: credential.id });
  });

  test("a session ends with its twelve hours or with its key, and is bound to where its key may be used", async () => {
    const hour = 3_600_000;
    const account: NewKey = { ...newKey, kind: "account", project: null };
    const options = (now: number) => ({ allows: () => true, now });
    const long = await createSession(toToken(await createKey(account)), options(0));
    const short = await createSession(toToken(await createKey({ ...account, expiresAt: hour })), options(0));
    expect([long?.expiresAt, short?.expiresAt]).toEqual([12 * hour, hour]);
    const secret = long?.secret ?? "";
    expect(await findSession(secret, options(12 * hour - 1))).toMatchObject({ kind: "account" });
    expect(await findSession(secret, options(12 * hour))).toBeUndefined();
    expect(
      await findSession(secret, { allows: ({ addresses }) => allowsAddress(addresses, "192.0.2.1"), now: 1 }),
    ).toBeUndefined();
    expect(await createSession(toToken(await createKey(newKey)), options(0))).toBeUndefined();
  });

  test("takes a key of the environment, bound to its project, without reading the store", async () => {
    expect(await identify(toToken(environmentKey))).toMatchObject({
      keyId: environmentKey.id,
      project: "docs",
      organisation: "acme",
    });
    await expect(identify(toToken({ ...environmentKey, secret: createCredential("assistant").secret }))).rejects.toMatchObject(
      refused,
    );
  });
});

describe("a site token", () => {
  const grant = { domain: "docs", fp: "reader" };

  test("grants its domain and fp for ten minutes", async () => {
    const { token, expiresAt } = await createSiteToken(grant, 1_000_000);
    expect(expiresAt.getTime()).toBe(1_600_000);
    expect(await readSiteToken(token, 1_599_000)).toEqual(grant);
    expect(await readSiteToken(token, 1_601_000)).toBeUndefined();
    expect(await identify(token, 1_599_000)).toEqual({ kind: "site", keyId: "site", organisation: "acme", ...grant });
  });

  test("that was made before the clock was put back is refused: it would be valid for longer than ten minutes", async () => {
    const { token } = await createSiteToken(grant, 1_000_000);
    expect(await readSiteToken(token, 940_000)).toEqual(grant);
    expect(await readSiteToken(token, 939_999)).toBeUndefined();
  });

  test.each([
    ["for another audience", { aud: "docent-thread" }, {}],
    ["for no audience", { aud: undefined }, {}],
    ["without an end", { exp: undefined }, {}],
    ["valid only later", { nbf: 4e9 }, {}],
    ["with another algorithm", {}, { alg: "HS512" }],
    ["with a header that it does not know and must", {}, { crit: ["docent"], docent: true }],
  ])("is refused when it is made with the right secret %s", async (_, claims, header) => {
    const payload = Buffer.from(JSON.stringify({ ...grant, aud: "docent-site", exp: 4e9, ...claims })).toString("base64url");
    const protectedHeader = { alg: "HS256", ...header };
    const unsigned = `${Buffer.from(JSON.stringify(protectedHeader)).toString("base64url")}.${payload}`;
    const hash = protectedHeader.alg === "HS512" ? "sha512" : "sha256";
    const token = `${unsigned}.${createHmac(hash, getSecret("docent-site")).update(unsigned).digest("base64url")}`;
    expect(await readSiteToken(token)).toBeUndefined();
  });

  test("that is made by hand in the right way is taken, so that the refusals above mean something", async () => {
    const made = new SignJWT({ ...grant }).setProtectedHeader({ alg: "HS256" }).setAudience("docent-site");
    expect(await readSiteToken(await made.setExpirationTime("5m").sign(getSecret("docent-site")))).toEqual(grant);
  });

  test.each(["none", "None", "NONE", "nOnE"])("is refused unsigned as alg %s", async (alg) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload = encode({ ...grant, aud: "docent-site", exp: 4e9 });
    for (const signature of ["", "AA"])
      expect(await readSiteToken(`${encode({ alg, typ: "JWT" })}.${payload}.${signature}`)).toBeUndefined();
  });

  test("is refused when it is changed or signed with another secret", async () => {
    const { token } = await createSiteToken(grant);
    const [header, , signature] = token.split(".");
    const payload = Buffer.from(JSON.stringify({ ...grant, domain: "other", aud: "docent-site", exp: 4e9 })).toString(
      "base64url",
    );
    const foreign = new SignJWT(grant).setProtectedHeader({ alg: "HS256" }).setAudience("docent-site").setExpirationTime("5m");
    const candidates = [`${header}.${payload}.${signature}`, await foreign.sign(new TextEncoder().encode(secret)), `${token}x`];
    for (const candidate of candidates) expect(await readSiteToken(candidate)).toBeUndefined();
  });
});

describe("a caller may use an endpoint", () => {
  const key = { keyId: "k1", organisation: "acme", project: "docs", origins: [], addresses: ["203.0.113.0/24"], groups: [] };
  const assistant: Caller = { ...key, kind: "assistant" };
  const account: Caller = { ...key, kind: "account", project: null };
  const page: Caller = { kind: "site", keyId: "site", organisation: "acme", domain: "docs", fp: "reader" };

  test.each([
    ["an assistant key", "assistant", assistant, "203.0.113.9", true],
    ["an assistant key from another address", "assistant", assistant, "192.0.2.1", false],
    ["an assistant key of another organisation", "assistant", { ...assistant, organisation: "rival" }, "203.0.113.9", false],
    ["an account token", "assistant", account, "203.0.113.9", false],
    ["a page of the site from any address", "assistant", page, "192.0.2.1", true],
    ["an account token", "admin", account, "203.0.113.9", true],
    ["an account token from another address", "admin", account, "192.0.2.1", false],
    ["an account token of another organisation", "admin", { ...account, organisation: "rival" }, "203.0.113.9", false],
    ["an assistant key", "admin", assistant, "203.0.113.9", false],
    ["a page of the site", "admin", page, "203.0.113.9", false],
  ] as const)("%s one for %s: %j", (_, scope, caller, address, isAllowed) => {
    const attempt = expect(() => authorise(caller, { scope, address }));
    if (isAllowed) attempt.not.toThrow();
    else attempt.toThrow(expect.objectContaining({ code: "forbidden" }));
  });

  test.each([
    ["a key", assistant, "docs", true],
    ["a key", assistant, "other", false],
    ["an account token", account, "other", true],
    ["a page", page, "docs", true],
    ["a page", page, "other", false],
  ] as const)("%s of a project, %j on %s: %j", (_, caller, name, isAllowed) => {
    const attempt = expect(() => authoriseProject(caller, { ...getMainProject(), id: name, domain: name }));
    if (isAllowed) attempt.not.toThrow();
    else attempt.toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describe("an address allowlist", () => {
  test.each([
    [[], "203.0.113.9", true],
    [["203.0.113.9"], "203.0.113.9", true],
    [["203.0.113.9"], "203.0.113.10", false],
    [["203.0.113.0/24"], "::ffff:203.0.113.7", true],
    [["2001:db8::/32"], "2001:db8:1::1", true],
    [["2001:db8::/32"], "2001:db9::1", false],
    [["203.0.113.0/24", "::1"], "::1", true],
    [["203.0.113.0/24"], "unknown", false],
  ])("%j allows %s: %s", (ranges, address, allowed) => expect(allowsAddress(ranges, address)).toBe(allowed));

  test.each(["0.0.0.0/0", "::/0", "10.1", "10.0.0.0/33", "example.com", "", "10.0.0.0/-1"])("cannot hold %j", (text) =>
    expect(isRange(text)).toBe(false),
  );
});

test("a bad DOCENT_KEYS stops the start and says how to make an entry", () => {
  expect(() => replaceSettings({ organisation: { id: "a", name: "A" }, projects: [project] }, { DOCENT_KEYS: "dk_123" })).toThrow(
    /DOCENT_KEYS must list keys as dk_<id>.*npm run keys -- create --environment prints/s,
  );
});
