import { existsSync } from "node:fs";
import { expect, test } from "playwright/test";
import { createKeys } from "../../internal/testing/auth-keys.ts";
import { type Artifact, copyArtifact, type RunningArtifact } from "./artifact.ts";
import { type CachingProxy, startCachingProxy } from "./caching-proxy.ts";

test.describe("behind a content delivery network (needs a build with DOCENT_STANDALONE=1, as npm test makes)", () => {
  test.skip(!existsSync(".next/standalone"));
  test.describe.configure({ mode: "serial", timeout: 120_000 });

  const { keys, variables } = createKeys("harbor");
  let artifact: Artifact;
  let server: RunningArtifact;
  let proxy: CachingProxy;
  test.beforeAll(async () => {
    artifact = await copyArtifact();
    server = await artifact.start(variables);
    proxy = await startCachingProxy(server.url);
  });
  test.afterAll(async () => {
    await proxy?.close();
    await server?.stop();
    await artifact?.remove();
  });

  /** Asks twice for the same, and tells where the second answer came from. */
  async function askTwice(path: string, request: RequestInit = {}) {
    await (await fetch(proxy.url + path, request)).text();
    const second = await fetch(proxy.url + path, request);
    return { status: second.status, from: second.headers.get("x-cache"), text: await second.text() };
  }

  test("keeps pages, what a click loads, cards and files, and asks again for Markdown, lists and what is not there", async () => {
    const html = await (await fetch(`${proxy.url}/docs/quickstart`)).text();
    const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
    const kept: Record<string, string | null> = {};
    for (const path of [
      "/docs/quickstart",
      script,
      "/api/card/docs/quickstart",
      "/docs/quickstart.md",
      "/llms.txt",
      "/docs/nowhere",
    ])
      kept[path] = (await askTwice(path)).from;
    expect(kept).toEqual({
      "/docs/quickstart": "hit",
      [script]: "hit",
      "/api/card/docs/quickstart": "hit",
      "/docs/quickstart.md": "revalidated",
      "/llms.txt": "revalidated",
      "/docs/nowhere": "miss",
    });
    expect((await askTwice("/docs/quickstart?_rsc=", { headers: { rsc: "1" } })).from).toBe("hit");
  });

  test("gives a browser and an agent each its own form of a page, from the same address", async () => {
    const asBrowser = { headers: { accept: "text/html" } };
    const asAgent = { headers: { accept: "text/markdown" } };
    expect((await askTwice("/docs/keys", asBrowser)).text).toMatch(/^<!DOCTYPE html>/);
    expect((await askTwice("/docs/keys", asAgent)).text).toMatch(/^# /m);
    expect((await askTwice("/docs/keys", asBrowser)).text).toMatch(/^<!DOCTYPE html>/);
  });

  test("asks for a page again after half a minute, so that an update is shown everywhere within a minute", async () => {
    await fetch(`${proxy.url}/docs/limits`);
    proxy.pass(31);
    const again = await fetch(`${proxy.url}/docs/limits`);
    expect(again.headers.get("x-cache")).not.toBe("hit");
  });

  test("keeps no token, search, message, thread, key's answer or health", async () => {
    const headers = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });
    const post = (body: object, key = keys.assistant) => ({ method: "POST", headers: headers(key), body: JSON.stringify(body) });
    const asked = { fp: "x", messages: [{ id: "1", role: "user", content: "How do I create a key?", parts: [] }] };
    const own = { origin: proxy.url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const token = {
      method: "POST",
      headers: { ...own, origin: server.url },
      body: JSON.stringify({ domain: "harbor", fp: "x" }),
    };
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const requests: readonly (readonly [path: string, request: RequestInit])[] = [
      ["/v1/search/harbor", post({ query: "key" })],
      ["/v1/assistant/harbor/message", post(asked)],
      ["/v1/assistant/harbor/threads?fp=x", { headers: headers(keys.account) }],
      ["/v1/insights/harbor/overview", { headers: headers(keys.account) }],
      ["/v1/health", {}],
      ["/api/site-token", token],
      ["/mcp", { ...post(rpc), headers: { "content-type": "application/json", accept: "application/json" } }],
    ];
    for (const [path, request] of requests) {
      expect([path, await askTwice(path, request)]).toEqual([path, { status: 200, from: "miss", text: expect.any(String) }]);
      const control = (await fetch(proxy.url + path, request)).headers.get("cache-control");
      expect([path, control]).toEqual([path, expect.stringMatching(/no-store|^no-cache, no-transform$/)]);
    }
  });
});
