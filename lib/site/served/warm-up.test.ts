import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { warmUp } from "./warm-up.ts";

test("a page of the documentation is asked for once, after the first page and after nothing else", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  server.listen(0);
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, accept = "text/html,*/*") => (await fetch(origin + path, { headers: { accept } })).text();
  try {
    warmUp();
    await ask("/v1/health", "application/json");
    await ask("/");
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(3);
    expect(asked).toEqual(["/v1/health", "/", expect.stringMatching(/^\/docs/)]);
    await ask("/");
    await ask("/");
    expect(asked).toHaveLength(5);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
