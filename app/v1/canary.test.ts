import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { modelBreaker } from "@/lib/assistant/model.ts";
import { type Reply, startProvider } from "@/lib/assistant/testing-provider.ts";
import { createCredential, hashSecret, toToken } from "@/lib/auth/credential.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { replaceStore } from "@/lib/db/db.ts";
import { openTestSqlite } from "@/lib/db/testing.ts";
import { callRoute } from "@/lib/http/testing.ts";
import { replaceLogSink, toLogFields, log as writeLog } from "@/lib/log.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import * as messageV2 from "../v2/assistant/[domain]/message/route.ts";
import * as message from "./assistant/[domain]/message/route.ts";
import * as thread from "./assistant/[domain]/threads/[threadId]/route.ts";
import * as search from "./search/[domain]/route.ts";

const body = "canary of a provider's body";
const providerKey = "canary-of-the-provider-key";
const assistant = createCredential("assistant");
const account = createCredential("account");

const refuses =
  (status: number, type: string, text: string): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(text);
  };
const streams =
  (...events: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`data: ${event}\n\n`);
    response.end();
  };
const words = JSON.stringify({ id: "c1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "Run npm. " } }] });
const failure = JSON.stringify({ error: { message: `${body} ${providerKey}`, type: "x", param: null, code: `${body}` } });

const failures: readonly (readonly [string, Reply])[] = [
  ["refuses the key and repeats it", refuses(401, "application/json", failure)],
  ["fails in its own words", refuses(500, "text/plain", `${body} ${providerKey}`)],
  ["answers something that is not a stream", refuses(200, "text/html", `<p>${body} ${providerKey}</p>`)],
  ["streams something that is not JSON", streams(`${body} ${providerKey}`)],
  ["streams an unknown form", streams(JSON.stringify({ choices: body, key: providerKey }))],
  ["fails in its stream before the first word", streams(failure)],
  ["fails in its stream after the first words", streams(words, failure)],
  ["streams no JSON after the first words", streams(words, `${body} ${providerKey}`)],
];

let folder = "";
const log: string[] = [];
const undo: (() => unknown)[] = [];
const undoEach: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  await mkdir(path.join(folder, "content"));
  await writeFile(path.join(folder, "content", "index.mdx"), "---\ntitle: Install\n---\n\nInstall it with npm.\n");
  const opened = await openTestSqlite();
  undo.push(
    () => rm(folder, { recursive: true }),
    opened.remove,
    opened.store.close,
    replaceStore(opened.store),
    replaceLogSink((line) => log.push(line)),
  );
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});
beforeEach(() => {
  log.length = 0;
});
afterEach(async () => {
  for (const step of undoEach.splice(0).reverse()) await step();
});

/** Makes a scripted provider the one that the settings name. */
async function useProvider(reply: Reply) {
  const provider = await startProvider(reply);
  const project = {
    id: "docs",
    domain: "docs",
    name: "Docs",
    siteUrl: "https://docs.test",
    content: path.join(folder, "content"),
  };
  const variables = {
    DOCENT_DATA_DIR: folder,
    DOCENT_KEYS: [
      `dk_${assistant.id}:${hashSecret(assistant.secret)}:docs`,
      `da_${account.id}:${hashSecret(account.secret)}`,
    ].join(),
    OPENAI_API_KEY: providerKey,
    OPENAI_BASE_URL: provider.baseUrl,
    ASSISTANT_MODEL: "scripted",
    EMBEDDING_MODEL: "scripted-embedding",
  };
  // A failed provider is left alone for a while; each test wants to reach its provider.
  modelBreaker.succeeded();
  resetProcessState("embedding-provider", "engines");
  undoEach.push(provider.close, replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, variables));
  return provider;
}

const call = (route: typeof message, version: string, request: object) =>
  callRoute(route, {
    path: `/${version}/assistant/docs/message`,
    params: { domain: "docs" },
    token: toToken(assistant),
    body: request,
  });

test.each(failures)("a provider that %s is quoted in no answer, thread and log line", async (_, reply) => {
  const provider = await useProvider(reply);
  const question = {
    id: "1",
    role: "user",
    content: "How do I install it?",
    parts: [{ type: "text", text: "How do I install it?" }],
  };
  const seen: string[] = [];
  for (const [route, version] of [
    [message, "v1"],
    [messageV2, "v2"],
  ] as const) {
    const response = await call(route, version, { fp: "f", messages: [question] });
    seen.push(JSON.stringify([...response.headers]), await response.text());
    const threadId = response.headers.get("x-thread-id") as string;
    const address = { path: `/v1/assistant/docs/threads/${threadId}`, params: { domain: "docs", threadId } };
    seen.push(await (await callRoute(thread, { ...address, method: "GET", token: toToken(account) })).text());
  }
  const found = await callRoute(search, {
    path: "/v1/search/docs",
    params: { domain: "docs" },
    token: toToken(assistant),
    body: { query: "install" },
  });
  expect(found.status).toBe(200);
  seen.push(await found.text());
  expect(provider.requests.length).toBeGreaterThanOrEqual(2);
  expect(log.join()).toMatch(/the language model failed|an answer failed/);
  for (const text of [...seen, ...log]) {
    expect(text).not.toContain("canary");
    expect(text).not.toContain(assistant.secret);
    expect(text).not.toContain(account.secret);
  }
});

test("a failure of a provider is logged by its name, status and code", async () => {
  await useProvider(refuses(404, "application/json", JSON.stringify({ error: { message: body, code: "model_not_found" } })));
  await (
    await call(message, "v1", { fp: "f", messages: [{ id: "1", role: "user", content: "How do I install it?", parts: [] }] })
  ).text();
  expect(log.join("\n")).toContain('"error":"AI_APICallError 404 model_not_found"');
});

test("the sink sees what these tests look for", () => {
  writeLog("error", "a test", toLogFields(new Error(body)));
  expect(log.join()).toContain("canary");
});
