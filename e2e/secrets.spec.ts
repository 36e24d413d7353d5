import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { canaries, canaryEnvironment, canaryTokens, upstreamBody } from "./canaries.ts";
import { findFreePort, startServer, stopServer, update } from "./server.ts";

const pages = ["/", "/docs", "/docs/errors", "/es/docs", "/docs/nowhere", "/llms.txt", "/sitemap.xml"];

test.describe("the build, when it was made with canaries in its environment as npm test does,", () => {
  test.skip(!process.env.BUILT_WITH_CANARIES);

  for (const folder of [".next/static", ".next/server", ".next/standalone", ".snapshot"])
    test(`took no secret of its environment into ${folder}`, async () => {
      const files = await listFiles(folder);
      const finds: string[] = [];
      let documented = 0;
      for (const file of files) {
        const text = await readText(file);
        if (text.includes("documentation")) documented += 1;
        finds.push(...findCanaries(text).map((canary) => `${file}: ${canary}`));
      }
      expect(finds).toEqual([]);
      // The search does find what is there.
      expect(documented).toBeGreaterThan(0);
    });
});

test("the browser's files name no variable that holds a secret", async () => {
  const finds: string[] = [];
  for (const file of await listFiles(".next/static")) {
    const text = await readText(file);
    // The docs mention these names too, so what counts is a place that reads them.
    for (const name of Object.keys(canaryEnvironment))
      if (new RegExp(`env(?:\\.|\\["?)${name}\\b`).test(text)) finds.push(`${file}: ${name}`);
  }
  expect(finds).toEqual([]);
});

const { DATABASE_URL, ...withoutDatabase } = canaryEnvironment;

test("a server with a provider that repeats its key tells no secret in pages, answers and logs", async () => {
  const provider = await startRepeatingProvider();
  const server = await start({
    ...withoutDatabase,
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ASSISTANT_MODEL: "scripted",
    EMBEDDING_MODEL: "scripted-embedding",
    DEPLOY_HOOK_URL: `${provider.url}/canary-deploy-hook`,
  });
  try {
    const texts = await askForEverything(server.url);
    const state = JSON.stringify(await update(server, canaryTokens.account));
    expect(state).toContain("The deploy hook refused: 401");
    expectNoCanary([...texts, state]);
    expect(provider.calls()).toBeGreaterThan(2);
  } finally {
    await server.stop();
    await provider.stop();
  }
  expect(server.log()).toContain("the language model failed");
  expectNoCanary([server.log()]);
});

test("a server that cannot reach its database tells no secret in pages, answers and logs", async () => {
  const server = await start({ ...withoutDatabase, DATABASE_URL });
  try {
    expectNoCanary(await askForEverything(server.url));
  } finally {
    await server.stop();
  }
  expect(server.log()).toContain("the store cannot be reached");
  expectNoCanary([server.log()]);
});

test("a build holds nothing that signs: servers of one build without SITE_SECRET refuse each other's tokens", async () => {
  const own = { SITE_SECRET: "", DATABASE_URL: "", VERCEL: "" };
  const [first, second] = await Promise.all([start(own), start(own)]);
  try {
    const token = await getSiteToken(first.url);
    expect(await searchWith(token, first.url)).toBe(200);
    expect(await searchWith(token, second.url)).toBe(401);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});

async function getSiteToken(url: string): Promise<string> {
  const headers = { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const body = JSON.stringify({ domain: "harbor", fp: "f" });
  return (await (await fetch(`${url}/api/site-token`, { method: "POST", headers, body })).json()).token;
}

async function searchWith(token: string, url: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ query: "create a key" });
  return (await fetch(`${url}/v1/search/harbor`, { method: "POST", headers, body })).status;
}

/** Headers and bodies of pages, of the same as React's payload, and of every endpoint, admitted and refused. */
async function askForEverything(url: string): Promise<string[]> {
  const texts: string[] = [];
  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${address}`, init);
    texts.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`);
    return response;
  };
  for (const page of pages) {
    await ask(page);
    await ask(page, { headers: { RSC: "1" } });
  }
  await ask("/v1/health");
  await ask("/v1/openapi.json");
  await ask("/v1/nowhere");
  const body = { fp: "f", messages: [{ id: "1", role: "user", content: "How do I create a key?", parts: [] }] };
  const site = { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  await ask("/api/site-token", { method: "POST", headers: site, body: JSON.stringify({ domain: "harbor", fp: "f" }) });
  for (const token of [canaryTokens.assistant, canaryTokens.account, `${canaryTokens.assistant.slice(0, -1)}x`]) {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const post = (address: string, value: object) => ask(address, { method: "POST", headers, body: JSON.stringify(value) });
    await post("/v1/assistant/harbor/message", body);
    await post("/v1/assistant/harbor/message", { fp: 7 });
    await post("/v1/search/harbor", { query: "create a key" });
    await ask("/v1/assistant/harbor/threads?fp=f", { headers });
    await ask(`/v1/project/update-status/${token}`, { headers });
  }
  // What the caller itself put into the address comes back in `instance`.
  return texts.map((text) => text.replace(/"instance":"[^"]*"/g, ""));
}

/** Refuses everything, with the key, the path and a canary in the body. */
async function startRepeatingProvider() {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.writeHead(401, { "content-type": "application/json" });
    const words = request.url?.startsWith("/v1/") ? `${upstreamBody}: ${request.headers.authorization}` : `no ${request.url}`;
    response.end(JSON.stringify({ error: { message: words, type: "x", param: null, code: null } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The built site with the given variables, and all that it writes. */
async function start(variables: Readonly<Record<string, string>>) {
  const data = await mkdtemp(path.join(tmpdir(), "docent-e2e-secrets-"));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(port, { ...process.env, SITE_URL: url, DOCENT_DATA_DIR: data, ...variables });
  return {
    ...server,
    stop: async () => {
      await stopServer(server);
      await rm(data, { recursive: true, force: true });
    },
  };
}

function findCanaries(text: string): string[] {
  return canaries.filter((canary) => text.includes(canary));
}

function expectNoCanary(texts: readonly string[]): void {
  expect(texts.filter((text) => findCanaries(text).length > 0)).toEqual([]);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
}
