import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { replaceProcessState } from "../process-state.ts";
import { listenToServer } from "./node-server.ts";

let server: Server;
let seen: string[];
beforeAll(async () => {
  listenToServer();
  // As Next does: a listener of upgrades that keeps the socket, and a route handler that looks at what was answered already.
  server = createServer(({ method, url, headers }, response) => {
    if (response.writableEnded) return;
    seen.push(`${method} ${url}`);
    response.end(JSON.stringify({ method, url, headers }));
  });
  server.on("upgrade", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
let restore = () => {};
afterEach(() => restore());

/** Sends a request and returns the answer with what the server saw of it. */
async function ask(options: { method?: string; path?: string; headers?: Record<string, string> }) {
  seen = [];
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", ...options }).end();
  const [response] = await once(sent, "response");
  const text: string = (await response.toArray()).join("");
  return { status: response.statusCode as number, headers: response.headers, given: text ? JSON.parse(text) : undefined };
}

test("the address of the peer replaces what a client sends under its name", async () => {
  const { given } = await ask({ headers: { "x-docent-peer": "198.51.100.1" } });
  expect(given.headers["x-docent-peer"]).toBe("127.0.0.1");
});

const letters = (count: number) => "a".repeat(count);
const parameters = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`).join("&");
test.each([
  [414, `/docs?q=${letters(8_192)}`],
  [414, `/docs?${parameters(201)}`],
  [414, `/${letters(9_000)}`],
  [200, `/docs?q=${letters(8_000)}`],
  [200, `/docs?${parameters(200)}`],
  [400, "/v1/search/%E0%A4%A?q=1"],
  [400, "/docs/%"],
  [400, "/_next/static/%ff"],
  [400, "http://evil.example/docs"],
  [400, "*"],
  [200, "/docs/caf%C3%A9?q=100%"],
  [200, "//docs"],
])("answers %i to the target %s, and only what it lets through reaches the router", async (status, path) => {
  expect((await ask({ path })).status).toBe(status);
  expect(seen).toEqual(status === 200 ? [`GET ${path}`] : []);
});

// The public files of the test site, which are the same in every fork.
beforeAll(() => void vi.spyOn(process, "cwd").mockReturnValue(path.resolve("e2e/site")));

test.each([
  ["TRACE", "/docs", 405],
  ["POST", "/logo.svg", 405],
  ["DELETE", "/docs/../logo.svg", 405],
  ["POST", "/_next/static/chunks/a.js", 405],
  ["POST", "/../package.json", 200],
  ["POST", "/%00logo.svg", 200],
  ["POST", "/logo.svgs", 200],
  ["POST", "/v1/search/docs", 200],
  ["PROPFIND", "/docs", 200],
  ["HEAD", "/logo.svg", 200],
])("%s %s is answered with %i", async (method, path, status) => {
  const answer = await ask({ method, path });
  expect([answer.status, answer.headers.allow]).toEqual([status, status === 405 ? "GET, HEAD" : undefined]);
});

test("more than 200 cookies are left out, and one long cookie stays", async () => {
  const cookie = (count: number) => Array.from({ length: count }, (_, at) => `c${at}=1`).join("; ");
  expect((await ask({ headers: { cookie: cookie(201) } })).given.headers.cookie).toBeUndefined();
  for (const kept of [cookie(200), `session=${letters(7_000)}`])
    expect((await ask({ headers: { cookie: kept } })).given.headers.cookie).toBe(kept);
});

test("an upgrade is answered as the request that it is, and its socket ends", async () => {
  const head = "GET /docs HTTP/1.1\r\nHost: docs.test\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n";
  expect(await talk(head)).toMatch(/^HTTP\/1\.1 200 /);
});

test("every request is counted once its answer has ended", async () => {
  const counted: unknown[] = [];
  restore = replaceProcessState("metrics", { current: { request: (each: unknown) => counted.push(each) } });
  await ask({ path: "/docs?q=1" });
  await ask({ path: "/docs/%" });
  await expect
    .poll(() => counted)
    .toMatchObject([
      { method: "GET", target: "/docs?q=1", status: "200", seconds: expect.any(Number) },
      { method: "GET", target: "/docs/%", status: "400" },
    ]);
});

const smuggled = "GET /smuggled HTTP/1.1\r\nHost: docs.test\r\n\r\n";
test.each([
  ["a length and chunks", `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ["two lengths", `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
  ["a coding that is not known", `Transfer-Encoding: xchunked\r\n\r\n${smuggled}`],
  ["a header without an end", `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ["a broken chunk", `Transfer-Encoding: chunked\r\n\r\n-1\r\n${smuggled}`],
])("answers no request that is hidden behind %s", async (_, rest) => {
  const answer = await talk(`POST /first HTTP/1.1\r\nHost: docs.test\r\n${rest}`);
  expect(answer).toMatch(/^HTTP\/1\.1 \d/);
  expect(answer).not.toContain("/smuggled");
});

test("answers a second request that is there to see", async () => {
  const first = `POST /first HTTP/1.1\r\nHost: docs.test\r\nContent-Length: 0\r\n\r\n`;
  expect(await talk(first + smuggled.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))).toContain("/smuggled");
});

/** All that the server says to these bytes until it closes the connection. */
async function talk(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(bytes));
  return (await socket.toArray()).join("");
}
