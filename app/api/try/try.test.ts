import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { eachStore } from "@/internal/testing/db.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import * as route from "./route.ts";

const answer = { status: 200, statusText: "OK", headers: [["content-type", "text/html"]], body: btoa("<script>"), cut: false };
const relayCall = vi.hoisted(() => vi.fn());
vi.mock("@/lib/openapi/relay/relay-call.ts", () => ({ relayCall }));
vi.mock("@/lib/site/served/current.ts", () => ({
  latestSite: async () => ({ openapi: { servers: [] }, descriptions: { "b.json": {} } }),
}));

const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
const settings = (more: object = {}) =>
  replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], ...more }, {});
const lines: string[] = [];
const undo = [settings(), replaceLogSink((line) => lines.push(JSON.stringify(line)))];
afterAll(() => {
  for (const step of undo) step();
});

const body = {
  url: "https://api.example.com/a",
  method: "POST",
  headers: [["Authorization", "Bearer reader-secret"]],
  body: btoa("body-secret"),
};
const page = { "sec-fetch-site": "same-origin", origin: "https://docs.test" };
const send = async (request: { body?: unknown; headers?: Record<string, string>; token?: string; peer?: string } = {}) => {
  const { token } = await createSiteToken({ domain: "docs", fp: "reader" });
  return callRoute(route, { path: "/api/try", token, body, headers: page, ...request });
};

eachStore(() => {
  beforeEach(() => {
    clearFullBuckets();
    lines.splice(0);
    relayCall.mockReset().mockImplementation(async () => new Blob([JSON.stringify(answer)]).stream());
  });

  test("an answer comes as data that is not a page, with nothing of the request in the log", async () => {
    const response = await send({ peer: "192.0.2.10" });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await response.json()).toEqual(answer);
    expect(relayCall.mock.calls[0]).toMatchObject([body, { descriptions: [{ servers: [] }, {}] }]);
    relayCall.mockRejectedValue(new Error("broken"));
    expect((await send({ peer: "192.0.2.10" })).status).toBe(500);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toMatch(/secret|Ym9keS1zZWNyZXQ/);
  });

  test.each<[string, Parameters<typeof send>[0], number]>([
    ["without a token", { token: "none" }, 401],
    ["from another site", { headers: { "sec-fetch-site": "cross-site", origin: "https://evil.test" } }, 403],
    ["from a program, which names no origin", { headers: {} }, 403],
    ["to an address that is not https", { body: { ...body, url: "http://api.example.com/" } }, 400],
    ["with a method that opens a tunnel", { body: { ...body, method: "CONNECT" } }, 400],
    ["with a header that holds another", { body: { ...body, headers: [["A", "b\r\nC: d"]] } }, 400],
    ["with too many headers", { body: { ...body, headers: Array.from({ length: 101 }, () => ["a", "b"]) } }, 400],
    ["that is too large", { body: { ...body, body: "a".repeat(1_600_000) } }, 413],
  ])("a request %s is refused", async (_, request, status) => {
    expect((await send({ peer: "192.0.2.20", ...request })).status).toBe(status);
    expect(relayCall).not.toHaveBeenCalled();
  });

  test("thirty a minute come from one address", async () => {
    // The minute does not end in the middle.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) statuses.push((await send({ peer: "198.51.100.7" })).status);
      expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
      expect((await send({ peer: "198.51.100.8" })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  test("the setting turns it off", async () => {
    const restore = settings({ playground: { proxy: false } });
    expect(await readProblem(await send({ peer: "192.0.2.30" }))).toMatchObject({ status: 404 });
    restore();
  });
});
