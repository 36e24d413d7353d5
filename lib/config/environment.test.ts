import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { replaceLogSink } from "../log.ts";
import { describeMissingAddress, isOfThisMachine, mentionUnusedKey, readSettings } from "./config.ts";
import { readEnvironment } from "./environment.ts";

const siteUrlOf = (variables: Record<string, string>) => readSettings(variables).config.projects[0]?.siteUrl;

describe("without SITE_URL, on Vercel,", () => {
  const vercel = { VERCEL: "1", VERCEL_PROJECT_PRODUCTION_URL: "docs.example.com", VERCEL_URL: "docs-git-x.vercel.app" };

  test("production has the address of the project", () => {
    expect(siteUrlOf({ ...vercel, VERCEL_ENV: "production" })).toBe("https://docs.example.com");
  });

  test("a preview has its own address", () => {
    expect(siteUrlOf({ ...vercel, VERCEL_ENV: "preview" })).toBe("https://docs-git-x.vercel.app");
  });
});

test("SITE_URL wins over what Vercel says", () => {
  const variables = { VERCEL: "1", VERCEL_ENV: "preview", VERCEL_URL: "x.vercel.app", SITE_URL: "https://docs.example.org/" };
  expect(siteUrlOf(variables)).toBe("https://docs.example.org");
});

test("Vercel's variables count on Vercel alone", () => {
  expect(siteUrlOf({ VERCEL_ENV: "preview", VERCEL_URL: "x.vercel.app" })).toBe("http://localhost:3000");
});

test.each([
  ["http://localhost:3000", true],
  ["http://docs.localhost", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["https://localhost.example.com", false],
  ["https://docs.example.com", false],
])("%s leads to this machine alone: %s", (url, expected) => expect(isOfThisMachine(url)).toBe(expected));

test("a process holds up to ten connections to Postgres, a function of Vercel three, and DATABASE_POOL_SIZE changes that", () => {
  const sizeOf = (variables: Record<string, string>) => readSettings(variables).environment.databasePoolSize;
  expect([sizeOf({}), sizeOf({ VERCEL: "1" }), sizeOf({ VERCEL: "1", DATABASE_POOL_SIZE: "1" })]).toEqual([10, 3, 1]);
  expect(() => sizeOf({ DATABASE_POOL_SIZE: "0" })).toThrow("DATABASE_POOL_SIZE must be a whole number from 1 to 100");
});

test("chat and embeddings may have different providers, and a key goes only to the one that it is for", () => {
  const embedding = (variables: Record<string, string>) => {
    const chat = { OPENAI_API_KEY: "chat-key", OPENAI_BASE_URL: "https://chat.test/v1" };
    const { apiKey, baseUrl } = readSettings({ ...chat, EMBEDDING_MODEL: "e", ...variables }).environment.embeddingModel ?? {};
    return [apiKey, baseUrl];
  };
  expect(embedding({})).toEqual(["chat-key", "https://chat.test/v1"]);
  expect(embedding({ EMBEDDING_API_KEY: "own" })).toEqual(["own", "https://chat.test/v1"]);
  expect(embedding({ EMBEDDING_BASE_URL: "https://own.test/v1" })).toEqual([undefined, "https://own.test/v1"]);
});

test.each([
  [{ ASSISTANT_MODEL: "m" }, "ASSISTANT_MODEL needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server"],
  [{ EMBEDDING_MODEL: "m" }, "EMBEDDING_MODEL needs EMBEDDING_API_KEY or OPENAI_API_KEY"],
  [{ ASSISTANT_MODEL: "m", EMBEDDING_API_KEY: "k" }, "ASSISTANT_MODEL needs OPENAI_API_KEY"],
  [{ OPENAI_BASE_URL: "https://x.openai.azure.com/openai/deployments/d" }, "OPENAI_BASE_URL is an address of Azure's older API"],
  [{ EMBEDDING_BASE_URL: "https://x.test/v1?api-version=2024-10-21" }, "EMBEDDING_BASE_URL is an address of Azure's older API"],
])("the start stops with %j, with a message", (variables, words) => {
  expect(() => readSettings(variables as Record<string, string>)).toThrow(words);
});

test("a key without a model is mentioned at the start, with what it needs", () => {
  const config = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };
  const given: Record<string, string>[] = [{ OPENAI_API_KEY: "sk-x" }, { OPENAI_API_KEY: "sk-x", ASSISTANT_MODEL: "m" }, {}];
  const log: string[] = [];
  const undo = replaceLogSink((line) => log.push(line));
  for (const variables of given) {
    const restore = replaceSettings(config, variables);
    mentionUnusedKey();
    restore();
  }
  undo();
  expect(log).toHaveLength(1);
  expect(log[0]).toContain("set ASSISTANT_MODEL");
});

test("on Vercel the store is where an integration says, unless DATABASE_URL names one", () => {
  const integration = { POSTGRES_URL: "postgres://u:p@db.example:6543/postgres" };
  const own = "postgres://u:p@own.example/docent";
  expect(readEnvironment({ VERCEL: "1", ...integration }).databaseUrl).toBe(integration.POSTGRES_URL);
  expect(readEnvironment({ VERCEL: "1", ...integration, DATABASE_URL: own }).databaseUrl).toBe(own);
  expect(readEnvironment({ VERCEL: "1", POSTGRES_URL: "mysql://db.example" }).databaseUrl).toBeUndefined();
  expect(readEnvironment(integration).databaseUrl).toBeUndefined();
});

test("the default address has the port that the server listens on; a given one stays", () => {
  const mainOf = (variables: Record<string, string>) => readSettings(variables).config.projects[0];
  expect(mainOf({})).toMatchObject({ siteUrl: "http://localhost:3000", isAddressKnown: false });
  expect(mainOf({ PORT: "5400" })).toMatchObject({ siteUrl: "http://localhost:5400", isAddressKnown: false });
  expect(mainOf({ PORT: "0" })).toMatchObject({ siteUrl: "http://localhost:3000" });
  expect(mainOf({ PORT: "5400", SITE_URL: "https://docs.acme.com" })).toMatchObject({
    siteUrl: "https://docs.acme.com",
    isAddressKnown: true,
  });
  expect(mainOf({ SITE_URL: "http://localhost:3000" })).toMatchObject({ isAddressKnown: true });
  const vercel = { VERCEL: "1", VERCEL_ENV: "preview", VERCEL_URL: "x.vercel.app", PORT: "3000" };
  expect(mainOf(vercel)).toMatchObject({ siteUrl: "https://x.vercel.app", isAddressKnown: true });
});

test("a site without an address says which variable sets it, and one with an address says nothing", () => {
  const says = (variables: Record<string, string>) => describeMissingAddress(readSettings(variables).config.projects[0]);
  expect(says({ PORT: "5400" })).toMatch(/^SITE_URL is not set: .* answers cite http:\/\/localhost:5400$/);
  expect(says({ SITE_URL: "https://docs.acme.com" })).toBeUndefined();
});

describe("readers who sign in at a provider", () => {
  const provider = { OIDC_ISSUER: "https://login.test/realms/docs", OIDC_CLIENT_ID: "docs", OIDC_CLIENT_SECRET: "a secret" };
  const started = { NODE_ENV: "production", SITE_SECRET: "s".repeat(40), SITE_URL: "https://docs.test", ...provider };
  const startWith = (variables: Record<string, string>) => () => {
    const file = path.join(folder, "config.json");
    const projects = [{ id: "docs", domain: "docs", name: "Docs", content: "content" }];
    const access = { groups: { beta: [] }, signIn: { oidc: {} } };
    writeFileSync(file, JSON.stringify({ organisation: { id: "acme", name: "Acme" }, projects, access }));
    return readSettings({ ...started, DOCENT_CONFIG: file, ...variables });
  };
  const folder = mkdtempSync(path.join(tmpdir(), "docent-settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("start with the issuer, the client and the public address", () => {
    expect(startWith({})().environment.oidc).toEqual({
      issuer: provider.OIDC_ISSUER,
      clientId: "docs",
      clientSecret: "a secret",
    });
  });

  test.each([
    [{ OIDC_ISSUER: "" }, "OIDC_ISSUER is missing, by which access.signIn.oidc signs readers in"],
    [{ OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" }, /OIDC_CLIENT_ID is missing.*\n.*OIDC_CLIENT_SECRET is missing/],
    [{ SITE_URL: "" }, "SITE_URL is missing: the provider sends readers back to the address that it names"],
    [{ OIDC_ISSUER: "http://login.test" }, "OIDC_ISSUER must begin with https://"],
    [{ OIDC_ISSUER: "login.test" }, "OIDC_ISSUER must be an address such as https://login.example.com"],
    [{ OIDC_ISSUER: "https://login.test/.well-known/openid-configuration" }, "OIDC_ISSUER must be the issuer alone"],
  ])("do not start with %j", (variables, words) => expect(startWith(variables)).toThrow(words));

  test("may have a provider on this machine without https", () => {
    expect(startWith({ OIDC_ISSUER: "http://127.0.0.1:8080/realms/docs" })).not.toThrow();
  });
});
