import { afterEach, expect, test, vi } from "vitest";
import type { PlaygroundResponse } from "./playground-response.ts";
import { callEitherWay, canRelay } from "./relayed-call.ts";

const site = { domain: "docs", basePath: "/base" };
const url = "https://api.example.com/a";
const isOwn = (asked: string) => asked.startsWith("/base/");
afterEach(() => vi.unstubAllGlobals());

/** A browser, in which calls to the API are refused unless its methods are among the allowed ones. */
function stubBrowser({ allowed = [] as string[], answer = {} as object, status = 200 } = {}) {
  const sent: string[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string | Request, init?: RequestInit) => {
    const asked = typeof input === "string" ? input : input.url;
    const method = typeof input === "string" ? (init?.method ?? "GET") : input.method;
    sent.push(`${method} ${asked}`);
    if (asked.endsWith("/api/site-token")) return Response.json({ token: "t", expiresAt: Date.now() + 600_000 });
    if (isOwn(asked)) {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response(JSON.stringify(answer), { status });
    }
    if (!allowed.includes(method)) throw new TypeError("Failed to fetch");
    return new Response("direct");
  });
  return { sent: () => sent.filter((line) => !line.endsWith("/api/site-token")), bodies };
}

const given = {
  status: 201,
  statusText: "Created",
  headers: [
    ["x-b", "1"],
    ["content-type", "application/json"],
  ],
  body: btoa('{"id":1}'),
  cut: false,
};

async function send(init: RequestInit, through: typeof site | undefined = site): Promise<PlaygroundResponse | undefined> {
  let shown: PlaygroundResponse | undefined;
  await callEitherWay(through, new Request(url, init), (response) => {
    shown = response;
  });
  return shown;
}

test("calls that the browser may send, it sends itself", async () => {
  const browser = stubBrowser({ allowed: ["GET", "HEAD", "POST"] });
  expect(await send({})).toMatchObject({ text: "direct" });
  expect(await send({ method: "POST", body: "a" })).toMatchObject({ text: "direct" });
  expect(browser.sent()).toEqual([`GET ${url}`, `HEAD ${url}`, `POST ${url}`]);
});

test("other calls go through the site, with method, headers and body, and are shown like any answer", async () => {
  const browser = stubBrowser({ answer: given });
  const init = { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer x" }, body: "{}" };
  expect(await send(init)).toMatchObject({
    code: 201,
    status: "201 Created",
    text: '{"id":1}',
    bytes: 8,
    done: true,
    cut: false,
  });
  const headers = [
    ["authorization", "Bearer x"],
    ["content-type", "application/json"],
  ];
  expect(browser.bodies).toEqual([{ url, method: "POST", headers, body: btoa("{}") }]);
});

test("a call that changes something is sent once: directly or through the site", async () => {
  for (const allowed of [["HEAD"], ["HEAD", "DELETE"], []]) {
    const browser = stubBrowser({ allowed, answer: given });
    await send({ method: "DELETE" }).catch(() => {});
    const isSent = (line: string) => line.startsWith("DELETE") || line.endsWith("/api/try");
    expect(browser.sent().filter(isSent)).toHaveLength(1);
  }
});

test("without the site, and where the site has no answer, there is none", async () => {
  stubBrowser();
  await expect(callEitherWay(undefined, new Request(url), () => {})).rejects.toThrow();
  stubBrowser({ status: 403 });
  await expect(send({})).rejects.toThrow("403");
  stubBrowser({ answer: { failed: "timeout" } });
  await expect(send({})).rejects.toThrow("timeout");
  const browser = stubBrowser();
  await expect(send({ method: "POST", body: new Uint8Array(1024 * 1024 + 1) })).rejects.toThrow("too large");
  expect(browser.sent()).toEqual([`HEAD ${url}`]);
});

test.each([
  ["https://api.example.com/a", true],
  ["http://api.example.com/a", false],
  ["https://localhost:8080/a", false],
  ["https://127.0.0.1/a", false],
  ["https://docs.test/a", false],
  ["/a", false],
])("%s goes through the site where it must: %j", (target, isRelayed) => {
  expect(canRelay(target, "https://docs.test/docs/api")).toBe(isRelayed);
});
