import { beforeEach, expect, test } from "vitest";
import type { Reply } from "@/internal/testing/assistant-provider.ts";
import { callRoute } from "@/internal/testing/http.ts";
import { readToken } from "@/lib/auth/credential.ts";
import { toLogFields, log as writeLog } from "@/lib/log.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";
import * as messageV2 from "../v2/assistant/[domain]/message/route.ts";
import * as message from "./assistant/[domain]/message/route.ts";
import * as thread from "./assistant/[domain]/threads/[threadId]/route.ts";
import * as search from "./search/[domain]/route.ts";

const body = "canary of a provider's body";
const providerKey = "canary-of-the-provider-key";

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

const { token, log, useModel } = serviceForTests({
  variables: { OPENAI_API_KEY: providerKey, EMBEDDING_MODEL: "scripted-embedding" },
});
const secrets = () => Object.values(token).map((each) => readToken(each)?.secret);
beforeEach(() => {
  log.length = 0;
  resetProcessState("embedding-provider", "engines");
});

const call = (route: typeof message, version: string, request: object) =>
  callRoute(route, {
    path: `/${version}/assistant/docs/message`,
    params: { domain: "docs" },
    token: token.assistant,
    body: request,
  });

test.each(failures)("a provider that %s is quoted in no answer, thread and log line", async (_, reply) => {
  const provider = await useModel(reply);
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
    seen.push(await (await callRoute(thread, { ...address, method: "GET", token: token.account })).text());
  }
  const found = await callRoute(search, {
    path: "/v1/search/docs",
    params: { domain: "docs" },
    token: token.assistant,
    body: { query: "install" },
  });
  expect(found.status).toBe(200);
  seen.push(await found.text());
  expect(provider.requests.length).toBeGreaterThanOrEqual(2);
  expect(log.join()).toMatch(/the language model failed|an answer failed/);
  for (const text of [...seen, ...log]) {
    expect(text).not.toContain("canary");
    for (const secret of secrets()) expect(text).not.toContain(secret);
  }
});

test("a failure of a provider is logged by its name, status and code", async () => {
  await useModel(refuses(404, "application/json", JSON.stringify({ error: { message: body, code: "model_not_found" } })));
  await (
    await call(message, "v1", { fp: "f", messages: [{ id: "1", role: "user", content: "How do I install it?", parts: [] }] })
  ).text();
  expect(log.join("\n")).toContain('"error":"AI_APICallError 404 model_not_found"');
});

test("the sink sees what these tests look for", () => {
  writeLog("error", "a test", toLogFields(new Error(body)));
  expect(log.join()).toContain("canary");
});
