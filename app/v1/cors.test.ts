import { describe, expect, test } from "vitest";
import { callRoute, readProblem, type TestRequest } from "@/internal/testing/http.ts";
import { runWaitingJobs } from "@/lib/updates/updates.ts";
import { type EndpointRow, endpoints } from "../../internal/testing/v1-endpoints.ts";
import { countOf, fillAddress, listed, makeKey, serviceForTests } from "../../internal/testing/v1-service.ts";
import * as catchAll from "./[[...path]]/route.ts";

const { token } = serviceForTests();

describe.each(endpoints)("a page of another site that calls $name", (row: EndpointRow) => {
  const { route, method, scope, address, namesProject, body } = row;
  const rightKind = scope === "admin" ? "account" : "assistant";
  const own = { project: rightKind === "account" ? null : "docs", kind: rightKind } as const;
  const call = (request: Partial<TestRequest> & { project?: string } = {}) =>
    callRoute(route, { method, ...address(request.project ?? "docs"), ...(body && { body }), ...request });
  const ask = (origin: string | undefined) =>
    call({ token: token[rightKind], headers: origin ? { origin } : {}, body: body ?? undefined });
  const preflight = (origin: string) =>
    callRoute(route, { ...address("docs"), method: "OPTIONS", headers: { origin, "access-control-request-method": method } });

  test.each([listed, "https://nobody.example", "null"])("answers a preflight of %s, and charges nothing", async (origin) => {
    const response = await preflight(origin);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-allow-headers")?.split(", ")).toEqual([
      ...["Authorization", "Content-Type", "User-Agent", "X-Request-Id", "Last-Event-ID"],
      ...["traceparent", "tracestate", "baggage", "sentry-trace"],
    ]);
    expect(response.headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
    expect(response.headers.get("vary")).toContain("Origin");
    expect(response.headers.get("access-control-allow-credentials")).toBe("true");
    expect(await countOf("address:192.0.2.1")).toBe(0);
  });

  test.each(["https://evil.example", "null", `${listed}.evil.example`, "http://app.example.com", "https://app.example.com:8443"])(
    "refuses %s before any work, and says so where its program can read it",
    async (origin) => {
      const work = { project: "nowhere", body: "no JSON", headers: { origin, "content-type": "text/plain" } };
      const response = await call({ token: token[rightKind], ...(body ? work : { headers: { origin } }) });
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      const problem = await readProblem(response);
      expect([problem.status, problem.code]).toEqual([403, "forbidden"]);
      expect(problem.detail).toContain("create the key with --origin");
    },
  );

  test("lets a listed origin read the answer and its headers", async () => {
    const response = await ask(listed);
    expect(response.status).not.toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBe(listed);
    expect(response.headers.get("access-control-expose-headers")).toBe(
      "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After",
    );
    expect(response.headers.get("access-control-allow-credentials")).toBe("true");
    const withoutOrigin = (await ask(undefined)).headers;
    expect([withoutOrigin.get("access-control-allow-origin"), withoutOrigin.get("access-control-allow-credentials")]).toEqual([
      null,
      null,
    ]);
    const withoutOrigins = await call({ token: await makeKey({ ...own, origins: [] }), headers: { origin: listed } });
    expect(withoutOrigins.status).toBe(403);
  });

  test("lets every origin read every refusal", async () => {
    const origin = listed;
    await fillAddress("192.0.2.79");
    // While an update waits, a trigger answers with it and is not counted.
    await runWaitingJobs();
    const right = { token: token[rightKind], headers: { origin } };
    const answers = [
      [401, await call({ headers: { origin } })],
      [401, await call({ token: "nobody", headers: { origin } })],
      [403, await call({ token: await makeKey({ ...own, organisation: "rival" }), headers: { origin } })],
      [429, await call({ ...right, peer: "192.0.2.79" })],
      [405, await callRoute(route, { ...address("docs"), method: "PATCH", headers: { origin } })],
      ...(namesProject ? [[404, await call({ ...right, project: "nowhere" })]] : []),
      ...(body
        ? [
            [415, await call({ ...right, headers: { origin, "content-type": "text/plain" } })],
            [413, await call({ ...right, headers: { origin, "content-length": "5000000" } })],
            [400, await call({ ...right, body: "{" })],
          ]
        : []),
    ] as [number, Response][];
    expect(answers.map(([, { status }]) => status)).toEqual(answers.map(([status]) => status));
    for (const [, { headers }] of answers) expect(headers.get("access-control-allow-origin")).toBe(origin);
  });
});

test("lets every origin read the 404 of an address that does not exist", async () => {
  const headers = { origin: "https://nobody.example" };
  const preflight = { ...headers, "access-control-request-method": "POST" };
  const [asked, refused, options] = await Promise.all([
    callRoute(catchAll, { method: "OPTIONS", path: "/v1/nothing", headers: preflight }),
    callRoute(catchAll, { path: "/v1/nothing", headers }),
    callRoute(catchAll, { method: "OPTIONS", path: "/v1/nothing" }),
  ]);
  expect([asked.status, refused.status, options.status]).toEqual([204, 404, 404]);
  for (const response of [asked, refused])
    expect(response.headers.get("access-control-allow-origin")).toBe("https://nobody.example");
});
