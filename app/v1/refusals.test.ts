import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { callRoute, readProblem, type TestRequest } from "@/internal/testing/http.ts";
import { revokeKey } from "@/lib/auth/keys.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { type EndpointRow, endpoints } from "../../internal/testing/v1-endpoints.ts";
import { countOf, fillAddress, listed, makeKey, nextMidnight, serviceForTests } from "../../internal/testing/v1-service.ts";

const canary = "canaryCanaryCanaryCanaryCanaryCanaryCanaryC";
const { token, log } = serviceForTests();

describe.each(endpoints)("$name", (row: EndpointRow) => {
  const { route, method, scope, address, namesProject, body, badBodies = [] } = row;
  const rightKind = scope === "admin" ? "account" : "assistant";
  const wrongKind = scope === "admin" ? "assistant" : "account";
  const call = (request: Partial<TestRequest> & { project?: string } = {}) =>
    callRoute(route, { method, ...address(request.project ?? "docs"), ...(body && { body }), ...request });
  const own = { project: rightKind === "account" ? null : "docs", kind: rightKind } as const;

  test("asks a caller without a token for one", async () => {
    const response = await call();
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await readProblem(response)).toMatchObject({
      type: "https://docs.test/errors/unauthenticated",
      status: 401,
      code: "unauthenticated",
      instance: address("docs").path,
    });
  });

  test("refuses unknown, revoked, expired and malformed tokens with one and the same answer", async () => {
    const revoked = await makeKey(own);
    await revokeKey(revoked.slice(3, 15));
    const expired = await makeKey({ ...own, expiresAt: Date.now() - 1 });
    const wrongSecret = `${token[rightKind].slice(0, 16)}${canary}`;
    const { token: siteToken } = await createSiteToken({ domain: "docs", fp: "f" }, Date.now() - 11 * 60_000);
    const tokens = [`dk_000000000000_${canary}`, revoked, expired, wrongSecret, "nobody", "a.b.c", siteToken];
    const answers = await Promise.all(tokens.map((value) => call({ token: value })));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 401));
    expect(new Set(answers.map(({ headers }) => headers.get("www-authenticate")))).toEqual(
      new Set(['Bearer error="invalid_token"']),
    );
    expect(new Set(bodies).size).toBe(1);
    expect((await call({ headers: { authorization: "Basic abc" } })).status).toBe(401);
    expect([...bodies, ...log].join()).not.toContain(canary);
  });

  test.each([
    ["of the wrong kind", { kind: wrongKind, project: wrongKind === "account" ? null : "docs" } as const],
    ["of another organisation", { ...own, organisation: "rival" }],
    ["that may not be used from this address", { ...own, addresses: ["198.51.100.0/24", "2001:db8::/32"] }],
  ])("refuses a key %s", async (_, changes) => {
    const response = await call({ token: await makeKey(changes) });
    expect([response.status, (await readProblem(response)).code]).toEqual([403, "forbidden"]);
  });

  if (scope === "admin")
    test("refuses a site token", async () => {
      const { token: siteToken } = await createSiteToken({ domain: "docs", fp: "f" });
      expect((await call({ token: siteToken })).status).toBe(403);
    });

  if (scope === "assistant")
    test("refuses keys and site tokens of another project", async () => {
      const { token: siteToken } = await createSiteToken({ domain: "docs", fp: "f" });
      expect((await call({ token: await makeKey({ project: "other" }) })).status).toBe(403);
      expect((await call({ token: siteToken, project: "other" })).status).toBe(403);
    });

  if (scope === "assistant")
    test("refuses a site token that comes from a page elsewhere", async () => {
      const { token: siteToken } = await createSiteToken({ domain: "docs", fp: "f" });
      const response = await call({ token: siteToken, headers: { origin: listed } });
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, listed]);
    });

  if (namesProject)
    test("knows no other project", async () => {
      const response = await call({ token: token[rightKind], project: "nowhere" });
      expect([response.status, (await readProblem(response)).code]).toEqual([404, "not_found"]);
    });

  if (body)
    test("asks for JSON", async () => {
      const response = await call({ token: token[rightKind], headers: { "content-type": "text/plain" } });
      expect([response.status, (await readProblem(response)).code]).toEqual([415, "unsupported_media_type"]);
    });

  if (body)
    test("refuses a body above its bound, announced or not", async () => {
      const bytes = row.name.endsWith("/message") ? 4 * 1024 * 1024 : 64 * 1024;
      const large = new TextEncoder().encode(JSON.stringify({ ...body, more: "x".repeat(bytes) }));
      for (const announced of [[], [["content-length", String(large.byteLength)]]]) {
        const response = await call({ token: token[rightKind], body: large, headers: Object.fromEntries(announced) });
        expect([response.status, (await readProblem(response)).code]).toEqual([413, "too_large"]);
      }
    });

  if (body)
    test.each([
      ["cut off", '{"query": "x'],
      ["empty", ""],
      ["not UTF-8", Uint8Array.of(0x22, 0xff, 0x22)],
      ["compressed", gzipSync(JSON.stringify(body))],
      ["nested without end", "[".repeat(60_000)],
    ])("refuses a body that is %s", async (_, broken) => {
      const response = await call({ token: token[rightKind], body: broken });
      const problem = await readProblem(response);
      expect([problem.status, problem.code, problem.errors?.length]).toEqual([400, "invalid_request", 1]);
    });

  test.each(badBodies)("refuses %s and names the field", async (_, bad, field) => {
    const problem = await readProblem(await call({ token: token[rightKind], body: bad as object }));
    expect([problem.status, problem.code]).toEqual([400, "invalid_request"]);
    expect(problem.errors?.map((error) => error.path)).toContain(field);
    for (const { message } of problem.errors ?? []) expect(message).not.toMatch(/^Invalid|expected|undefined/);
  });

  test("charges a refused request to its address alone, and counts it in the headers", async () => {
    const response = await call({ token: "nobody", peer: "192.0.2.77" });
    expect(await countOf("address:192.0.2.77")).toBe(1);
    expect(await countOf("organisation:acme")).toBe(0);
    expect(response.headers.get("ratelimit-policy")).toBe('"address";q=1000;w=86400');
    expect(response.headers.get("ratelimit")).toMatch(/^"address";r=999;t=\d+$/);
  });

  test("answers 429 before 401 when the address has used up its window, and charges nothing", async () => {
    await fillAddress("192.0.2.78");
    const secondsLeft = () => Math.ceil((nextMidnight() - Date.now()) / 1_000);
    for (const value of [undefined, "nobody", token[rightKind]]) {
      const most = secondsLeft();
      const response = await call({ ...(value && { token: value }), peer: "192.0.2.78" });
      const least = secondsLeft();
      expect([response.status, (await readProblem(response)).code]).toEqual([429, "limit_exceeded"]);
      // The second may have passed in between.
      expect([least, most]).toContain(Number(response.headers.get("retry-after")));
      expect(response.headers.get("ratelimit")).toContain('"address";r=0;t=');
    }
    expect(await countOf("address:192.0.2.78")).toBe(1_000);
    expect(await countOf("organisation:acme")).toBe(0);
  });

  test("refuses methods that it does not have, and names those that it has", async () => {
    const others = Object.keys(route).filter((name) => /^[A-Z]+$/.test(name) && name !== "OPTIONS" && name !== method);
    for (const other of others) {
      const response = await callRoute(route, { ...address("docs"), method: other, token: "nobody" });
      if (response.status !== 405) continue; // Another endpoint at the same address.
      expect(response.headers.get("allow")).toContain(method);
      if (other !== "HEAD") expect((await readProblem(response)).code).toBe("method_not_allowed");
    }
    expect(others.length).toBeGreaterThanOrEqual(5);
  });
});

describe("a failure of the service", () => {
  const failIn = async (phase: "open" | "handle") => {
    const { endpoint } = await import("@/lib/http/http.ts");
    const fail = async () => {
      throw new Error(`select secret from /srv/db with Bearer ${canary}`);
    };
    const ok = async () => new Response();
    const POST =
      phase === "open"
        ? endpoint({ scope: "assistant", counts: "search", open: fail }, ok)
        : endpoint({ scope: "assistant", counts: "search" }, fail);
    const request = { path: "/v1/x", params: { domain: "docs" }, token: token.assistant, headers: { origin: listed } };
    return callRoute({ POST }, { ...request, peer: "192.0.2.82" });
  };

  test("before a request was accepted charges the address alone, and afterwards all that it is counted as", async () => {
    const before = await failIn("open");
    expect([before.status, await countOf("address:192.0.2.82"), await countOf("organisation:acme")]).toEqual([500, 1, 0]);
    expect(before.headers.get("ratelimit")).toMatch(/^"address";r=999;/);
    const afterwards = await failIn("handle");
    expect([afterwards.status, await countOf("address:192.0.2.82"), await countOf("organisation:acme")]).toEqual([500, 2, 1]);
  });

  test("is 429 once the address has used up its window by failures, and is still logged", async () => {
    await fillAddress("192.0.2.82", 999);
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await failIn("open")).status);
    expect(statuses).toEqual([500, 429, 429]);
  });

  test("can be read by a page elsewhere", async () => {
    expect((await failIn("handle")).headers.get("access-control-allow-origin")).toBe(listed);
  });
});

test("refuses a query parameter that is given twice, and names it", async () => {
  const row = endpoints.find(({ name }) => name === "GET /v1/assistant/{domain}/threads") as EndpointRow;
  const { path: base, params } = row.address("docs");
  const read = (query: string) => callRoute(row.route, { method: "GET", path: `${base}?${query}`, params, token: token.account });
  expect((await read("fp=a")).status).toBe(200);
  for (const query of ["fp=a&fp=b", "fp=a&fp=a", "fp=a&f%70=b"]) {
    const problem = await readProblem(await read(query));
    expect([problem.status, problem.errors]).toEqual([400, [{ path: "fp", message: "is given more than once; send it once" }]]);
  }
});

test("hides a failure of the service and logs it under the request id", async () => {
  const { endpoint } = await import("@/lib/http/http.ts");
  const failing = endpoint({ scope: "assistant", counts: "search" }, async () => {
    throw new Error(`select secret from /srv/db with Bearer ${canary}`);
  });
  const response = await callRoute({ POST: failing }, { path: "/v1/x", params: { domain: "docs" }, token: token.assistant });
  const problem = await readProblem(response);
  expect([problem.status, problem.code]).toEqual([500, "internal"]);
  expect(JSON.stringify(problem)).not.toMatch(/select|srv|canary/);
  const lines = log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === response.headers.get("x-request-id"));
  expect(lines.map(({ event }) => event)).toEqual(["a request failed", "request"]);
  expect(log.join()).not.toContain(canary);
});

test("logs what was asked only where the configuration wants it", async () => {
  const row = endpoints[0] as EndpointRow;
  await callRoute(row.route, { ...row.address("docs"), body: { query: "zebra crossing" }, token: token.assistant });
  expect(log.join()).not.toContain("zebra crossing");
});

test.each([
  ["host", "evil.example"],
  ["x-forwarded-host", "evil.example"],
  ["forwarded", "host=evil.example"],
])("gives addresses of the site's own host, whatever the header %s says", async (name, value) => {
  const headers = { [name]: value };
  const row = endpoints[0] as EndpointRow;
  const response = await callRoute(row.route, { ...row.address("docs"), body: row.body, token: token.assistant, headers });
  const results = (await response.json()) as { metadata: { url: string } }[];
  expect(results.map(({ metadata }) => new URL(metadata.url).host)).toEqual(["docs.test"]);
  const problem = await readProblem(await callRoute(row.route, { ...row.address("docs"), headers }));
  expect(new URL(problem.type).host).toBe("docs.test");
});
