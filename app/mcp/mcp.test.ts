import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callRoute, type TestRequest } from "@/internal/testing/http.ts";
import { getConfig, getEnvironment, getMainProject } from "@/lib/config/config.ts";
import { getCounters } from "@/lib/db/db.ts";
import { findDiscoveryDocument } from "@/lib/mcp/discovery.ts";
import { exchange } from "@/lib/mcp/mcp.ts";
import { createServer } from "@/lib/mcp/server.ts";
import { generatedSkill } from "@/lib/mcp/skills.ts";
import { replaceProcessState } from "@/lib/process-state.ts";
import { latestSite } from "@/lib/site/served/current.ts";
import { countOf, fillAddress, listed, makeKey, serviceForTests } from "../../internal/testing/v1-service.ts";
import * as discovery from "../api/mcp/[document]/route.ts";
import * as route from "./route.ts";

const { token } = serviceForTests();

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const searchFor = (args: object) => message("tools/call", { name: "search", arguments: args });
const call = (request: Partial<TestRequest> = {}) =>
  callRoute(route, { path: "/mcp", body: searchFor({ query: "install" }), ...request });
const errorOf = async (response: Response) => {
  const { jsonrpc, error } = (await response.json()) as {
    jsonrpc: string;
    error: { code: number; message: string; data: { code: string } };
  };
  expect(jsonrpc).toBe("2.0");
  return error;
};

test("a client that takes JSON gets JSON, and one that takes event streams alone gets one", async () => {
  for (const accept of ["application/json", "application/json, text/event-stream", "*/*"]) {
    const response = await call({ headers: { accept } });
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { results: [{ title: "Install" }] } } });
  }
  const streamed = await call({ headers: { accept: "text/event-stream" } });
  expect(streamed.headers.get("content-type")).toBe("text/event-stream");
  expect(await streamed.text()).toContain('data: {"result":');
});

test.each(["2025-03-26", "2025-06-18", "2025-11-25"])("speaks the protocol of %s", async (protocolVersion) => {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const response = await call({ body: message("initialize", params) });
  expect(await response.json()).toMatchObject({ result: { protocolVersion, serverInfo: { name: "docs" } } });
  expect(response.headers.has("mcp-session-id")).toBe(false);
});

test("needs no key, and counts a call for its address in a separate window", async () => {
  const response = await call({ peer: "192.0.2.60" });
  expect([response.status, response.headers.get("ratelimit-policy")]).toEqual([
    200,
    '"address";q=1000;w=86400, "mcp";q=120;w=60',
  ]);
  expect([await countOf("mcp:192.0.2.60"), await countOf("address:192.0.2.60"), await countOf("organisation:acme")]).toEqual([
    1, 1, 0,
  ]);
});

test("a report counts like the feedback of a reader, too", async () => {
  // Both reports are in one minute.
  vi.useFakeTimers({ toFake: ["Date"] });
  const peer = "192.0.2.62";
  const report = { name: "report_problem", arguments: { path: "/docs", problem: "It fails." } };
  expect((await call({ body: message("tools/call", report), peer })).status).toBe(200);
  expect([await countOf(`mcp:${peer}`), await countOf(`feedback:${peer}`)]).toEqual([1, 1]);
  const { limits } = getConfig();
  const restore = replaceProcessState("settings", {
    config: { ...getConfig(), limits: { ...limits, pageFeedbackPerAddressPerMinute: 1 } },
    environment: getEnvironment(),
  });
  const answer = (await (await call({ body: message("tools/call", report), peer })).json()) as { result: object };
  expect(answer.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Used up: feedback") }] });
  restore();
  vi.useRealTimers();
});

test("with a key counts for its organisation", async () => {
  const response = await call({ token: token.assistant, peer: "192.0.2.61" });
  expect(response.status).toBe(200);
  expect([await countOf("mcp:192.0.2.61"), await countOf("organisation:acme")]).toEqual([0, 1]);
});

test("answers 429 in the protocol's form once an address has used up its minute", async () => {
  const minute = Math.floor(Date.now() / 60_000);
  const row = (count: number) => ({ bucket: "mcp:192.0.2.62", ends_at: (minute + count) * 60_000, count: 120, quota: 120 });
  await (await getCounters())
    .insertInto("counters")
    .values([row(1), row(2)])
    .execute();
  const refused = await call({ peer: "192.0.2.62" });
  expect([refused.status, (await errorOf(refused)).data.code]).toEqual([429, "limit_exceeded"]);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await call({ peer: "192.0.2.63" })).status).toBe(200);
});

describe("refuses, in the protocol's form,", () => {
  test.each<[string, Partial<TestRequest>, number, string]>([
    ["an unknown token", { token: "nobody" }, 401, "invalid_token"],
    ["another form of authorisation", { headers: { authorization: "Basic abc" } }, 401, "invalid_token"],
    ["a page of another site without a key", { headers: { origin: "https://evil.example" } }, 403, "forbidden"],
    ["another media type", { headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    ["a body above 64 KiB", { body: JSON.stringify({ more: "x".repeat(64 * 1024) }) }, 413, "too_large"],
    ["a body nested without end", { body: "[".repeat(60_000) }, 400, "invalid_request"],
    ["a batch", { body: [message("ping")] }, 400, "invalid_request"],
    ["null", { body: null }, 400, "invalid_request"],
    ["a subscription", { body: message("subscriptions/listen") }, 400, "invalid_request"],
  ])("%s", async (_, request, status, code) => {
    const response = await call({ ...request, peer: "192.0.2.70" });
    expect([response.status, (await errorOf(response)).data.code]).toEqual([status, code]);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect([await countOf("address:192.0.2.70"), await countOf("mcp:192.0.2.70")]).toEqual([1, 0]);
  });

  test.each([
    ["of the wrong kind", { kind: "account", project: null } as const],
    ["of another project", { project: "other" }],
    ["of another organisation", { organisation: "rival" }],
    ["that may not be used from this address", { addresses: ["198.51.100.0/24"] }],
  ])("a key %s", async (_, changes) => {
    const response = await call({ token: await makeKey(changes) });
    expect([response.status, (await errorOf(response)).data.code]).toEqual([403, "forbidden"]);
  });

  test("an address that has used up its day, before anything else", async () => {
    await fillAddress("192.0.2.71");
    expect((await call({ peer: "192.0.2.71", token: "nobody" })).status).toBe(429);
  });
});

test.each([
  ["is cut off", '{"jsonrpc"'],
  ["is empty", ""],
  ["is not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
])("a body that %s cannot be parsed, in the protocol's words", async (_, body) => {
  const response = await call({ body, peer: "192.0.2.72" });
  expect([response.status, (await errorOf(response)).code]).toEqual([400, -32_700]);
  expect([await countOf("address:192.0.2.72"), await countOf("mcp:192.0.2.72")]).toEqual([1, 0]);
});

const clientInfo = { name: "t", version: "1" };
test.each([
  ["initialize without its version", "initialize", { capabilities: {}, clientInfo }, "params.protocolVersion: is required"],
  ["initialize without a client", "initialize", { protocolVersion: "2025-06-18", capabilities: {} }, "params.clientInfo: is req"],
  ["initialize without anything", "initialize", undefined, "params: is required"],
  ["initialize with a number", "initialize", { protocolVersion: 1, capabilities: {}, clientInfo }, "params.protocolVersion: "],
  ["a call of no tool", "tools/call", {}, "params.name: is required"],
  ["a call with arguments as text", "tools/call", { name: "search", arguments: "x" }, "params.arguments: "],
  ["a resource without its URI", "resources/read", {}, "params.uri: is required"],
  ["a cursor of another type", "resources/list", { cursor: 1 }, "params.cursor: "],
])("%s is answered under its id with the parameter that is wrong", async (_, method, params, words) => {
  const response = await call({ body: { jsonrpc: "2.0", id: "first", method, ...(params && { params }) } });
  const { id, error } = (await response.json()) as { id: string; error: { code: number; message: string } };
  expect([response.status, id, error.code]).toEqual([200, "first", -32_602]);
  expect(error.message.slice(0, words.length)).toBe(words);
});

test("a method that every object has is none of the server's", async () => {
  const response = await call({ body: message("constructor") });
  expect([response.status, (await errorOf(response)).code]).toEqual([200, -32_601]);
});

test("with SITE_URL a name that leads to this server is another site, whatever Host says, and loopback is not", async () => {
  const rebound = { origin: "http://rebound.example", host: "rebound.example", "sec-fetch-site": "same-origin" };
  expect((await call({ headers: rebound })).status).toBe(200);
  const { siteUrl } = getEnvironment();
  Object.assign(getEnvironment(), { siteUrl: "https://docs.test" });
  const ask = async (origin: string) => (await call({ headers: { ...rebound, origin } })).status;
  const statuses = await Promise.all(["http://rebound.example", "https://docs.test", "http://localhost:3000"].map(ask));
  Object.assign(getEnvironment(), { siteUrl });
  expect(statuses).toEqual([403, 200, 200]);
});

test("a page of another site may call with a key that lists its origin", async () => {
  const response = await call({ token: token.assistant, headers: { origin: listed } });
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, listed]);
});

test("other methods are refused, so that clients know that there is no session", async () => {
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await callRoute(route, { method, path: "/mcp" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  }
});

describe("a tool that is called wrongly says what it needs:", () => {
  test.each([
    ["no query", { name: "search", arguments: {} }, "query"],
    ["an endless query", { name: "search", arguments: { query: "x".repeat(1_001) } }, "query"],
    ["a limit of 51", { name: "search", arguments: { query: "x", limit: 51 } }, "limit"],
    ["a language that the site does not have", { name: "search", arguments: { query: "x", language: "xx" } }, "language"],
    ["no page", { name: "read_page", arguments: {} }, "path"],
    ["a page of another site", { name: "read_page", arguments: { url: "https://evil.example/docs" } }, "There is no page"],
    ["a path outside", { name: "read_page", arguments: { path: "/../../etc/passwd" } }, "There is no page"],
    ["a path that is near a page's", { name: "read_page", arguments: { path: "/docs/instal" } }, "Did you mean /docs?"],
    ["a tool that does not exist", { name: "delete", arguments: {} }, "delete"],
  ])("%s", async (_, params, words) => {
    const response = await call({ body: message("tools/call", params) });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/"isError":true|"error":/);
    expect(text).toContain(words);
    expect(text).not.toMatch(/ at .*\.ts:/);
  });
});

test("errors inside a tool are masked", async () => {
  const site = {
    ...(await latestSite("docs")),
    get passages(): never {
      throw new Error("select secret");
    },
  };
  const request = new Request("https://docs.test/mcp", { method: "POST" });
  const body = searchFor({ query: "install" });
  const response = await exchange(request, body, () => createServer(site, { onFault: () => "The service failed." }));
  expect(await response.json()).toMatchObject({ result: { isError: true, content: [{ text: "The service failed." }] } });
});

test("a preflight allows the protocol's headers", async () => {
  const headers = { origin: listed, "access-control-request-method": "POST" };
  const response = await callRoute(route, { method: "OPTIONS", path: "/mcp", headers });
  expect(response.headers.get("access-control-allow-headers")).toContain("Mcp-Protocol-Version");
});

describe('with mcp.access "key"', () => {
  const read = (document: string) => callRoute(discovery, { method: "GET", path: `/api/mcp/${document}`, params: { document } });
  let restore = () => {};
  beforeEach(() => {
    const mcp = { ...getConfig().mcp, access: "key" as const };
    restore = replaceProcessState("settings", { config: { ...getConfig(), mcp }, environment: getEnvironment() });
  });
  afterEach(() => restore());

  test("a call without a key is refused, also one of the site's own page, and charged to its address", async () => {
    for (const headers of [undefined, { origin: "https://docs.test", "sec-fetch-site": "same-origin" }]) {
      const refused = await call({ ...(headers && { headers }), peer: "192.0.2.64" });
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect((await errorOf(refused)).data.code).toBe("unauthenticated");
    }
    expect([await countOf("mcp:192.0.2.64"), await countOf("address:192.0.2.64")]).toEqual([0, 2]);
    expect((await call({ token: token.assistant })).status).toBe(200);
    expect((await call({ token: token.account })).status).toBe(403);
  });

  test("the documents about the server say so", async () => {
    const header = { name: "Authorization", isRequired: true, isSecret: true };
    expect(await (await read("server-card")).json()).toMatchObject({ remotes: [{ headers: [header] }] });
    expect(String(generatedSkill(getMainProject()).body)).toContain("It needs a key in `Authorization: Bearer`");
  });
});

describe("GET", () => {
  const get = (accept: string) => callRoute(route, { method: "GET", path: "/mcp", headers: { accept } });

  test("leads a browser to the page on how to connect, and gives a client no stream", async () => {
    const page = await get("text/html,application/xhtml+xml,*/*;q=0.8");
    expect([page.status, page.headers.get("location"), page.headers.get("vary")]).toEqual([
      303,
      "/mcp/connect",
      "Accept, Origin",
    ]);
    const stream = await get("text/event-stream");
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });
});

describe("discovery", () => {
  const read = (document: string) => callRoute(discovery, { method: "GET", path: `/api/mcp/${document}`, params: { document } });

  test("leads from a catalog to the card of the server, for pages of any site", async () => {
    const catalog = await read("catalog");
    expect([catalog.headers.get("content-type"), catalog.headers.get("access-control-allow-origin")]).toEqual([
      "application/ai-catalog+json",
      "*",
    ]);
    const { entries } = (await catalog.json()) as { entries: { type: string; url: string }[] };
    expect(entries).toMatchObject([{ type: "application/mcp-server-card+json", url: "https://docs.test/mcp/server-card" }]);
    expect(findDiscoveryDocument("/mcp/server-card")).toBe("server-card");
    const card = await read("server-card");
    expect(card.headers.get("content-type")).toBe("application/mcp-server-card+json");
    expect(await card.json()).toMatchObject({ remotes: [{ url: "https://docs.test/mcp" }] });
    expect((await read("passwd")).status).toBe(404);
  });

  test("is gone with the server where the configuration has switched it off", async () => {
    const restore = replaceProcessState("settings", {
      config: { ...getConfig(), mcp: { enabled: false } },
      environment: getEnvironment(),
    });
    expect([(await read("catalog")).status, (await call()).status]).toEqual([404, 404]);
    restore();
  });
});
