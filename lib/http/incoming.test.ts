import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientMethod, prepareRequests } from "./incoming.ts";

let server: Server;
beforeAll(async () => {
  prepareRequests();
  server = createServer(({ method, url, headers }, response) => response.end(JSON.stringify({ method, url, headers })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends a request and returns what the server sees of it. */
function ask(options: { method?: string; path?: string; headers?: Record<string, string> }) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ method: string; url: string; headers: Record<string, string> }>((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", ...options }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    sent.on("error", reject).end();
  });
}

test("overwrites what a client sends under the private names", async () => {
  const { headers } = await ask({ headers: { "x-docent-peer": "198.51.100.1", "x-docent-method": "GET" } });
  expect(headers["x-docent-peer"]).toBe("127.0.0.1");
  expect(headers["x-docent-method"]).toBeUndefined();
});

test.each(["PROPFIND", "TRACE", "MKCOL"])(
  "turns %s, which no route can take, into one that all refuse, and keeps its name",
  async (method) => {
    const seen = await ask({ method });
    expect(seen.method).toBe("PATCH");
    expect(clientMethod(new Request("http://docs.test", { method: seen.method, headers: seen.headers }))).toBe(method);
  },
);

test.each(["GET", "POST", "PATCH", "DELETE", "OPTIONS"])("leaves %s alone", async (method) => {
  const seen = await ask({ method });
  expect([seen.method, seen.headers["x-docent-method"]]).toEqual([method, undefined]);
});

test.each([
  ["/v1/search/%E0%A4%A?q=1%", "/v1/search/%25E0%25A4%25A?q=1%"],
  ["/v1/%ff", "/v1/%25ff"],
  ["/docs/caf%C3%A9", "/docs/caf%C3%A9"],
  ["/docs", "/docs"],
  ["http://evil.example/docs?q=1", "/docs?q=1"],
  ["http://evil.example", "/"],
  ["*", "/*"],
])("a path %s is read as %s", async (path, expected) => expect((await ask({ path })).url).toBe(expected));

test("OPTIONS * asks whether the server is well", async () => {
  const { method, url } = await ask({ method: "OPTIONS", path: "*" });
  expect([method, url]).toEqual(["OPTIONS", "/v1/health"]);
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
function talk(bytes: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", reject).on("close", () => resolve(said));
  });
}
