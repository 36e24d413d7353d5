import { subscribe } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import * as provider from "../../../internal/testing/assistant-provider.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { createBreaker } from "../../breaker.ts";
import type { Site } from "../../content/site/site.ts";
import { replaceLogSink } from "../../log.ts";
import { answer } from "../answer.ts";
import type { Ask } from "../wire/conversation.ts";
import type { AnswerEvent } from "../wire/data-stream.ts";
import { FAILURE_MESSAGE } from "./events.ts";
import { type chooseModel, createFallbackModel, withOpeningSearch } from "./model.ts";
import { createProviderModel } from "./provider-model.ts";
import { createQuotesModel } from "./quotes-model.ts";

let site: Site;
let running: provider.ScriptedProvider | undefined;
let log: string[] = [];
let undo: () => void;
/** Silence that a model is allowed; short in the tests of silent models, since they wait for it. */
let silenceMs: number;
const SHORT_MS = 400;

beforeAll(async () => {
  site = await siteOf({
    keys: [
      "API keys",
      "## Create a key\n\nRun `npm run keys` to create an API key.\n\n## Revoke a key\n\nA revoked key stops working within five seconds.",
    ],
    deploy: ["Deploy", "## To Vercel\n\nPush the repository to deploy it to Vercel."],
  });
});

beforeEach(() => {
  silenceMs = 20_000;
  log = [];
  undo = replaceLogSink((line) => log.push(line));
});

afterEach(async () => {
  vi.useRealTimers();
  undo();
  await running?.close();
  running = undefined;
});

async function start(...replies: provider.Reply[]) {
  running = await provider.startProvider(...replies);
  const breaker = createBreaker({ failures: 2, windowMs: 60_000, openMs: 60_000 });
  const { baseUrl } = running;
  const choose: typeof chooseModel = async (input) =>
    createFallbackModel({
      primary: createProviderModel({ model: "scripted", apiKey: undefined, baseUrl }),
      fallback: createQuotesModel(input),
      breaker,
      maxCalls: 8,
      firstChunkMs: silenceMs,
      chunkMs: silenceMs,
      onFallback: () => {},
    });
  const opening: typeof chooseModel = async (input) => withOpeningSearch(await choose(input), input);
  const ask = async (text: string, signal = new AbortController().signal) => {
    const { events } = await answer({ site, ask: askFixture(text), threadId: "th_1", signal, choose });
    return read(await collect(events));
  };
  return { ask, requests: running.requests, choose, opening };
}

function read(events: AnswerEvent[]) {
  const of = <T extends AnswerEvent["type"]>(type: T) =>
    events.filter((event): event is Extract<AnswerEvent, { type: T }> => event.type === type);
  return {
    events,
    text: of("text")
      .map(({ delta }) => delta)
      .join(""),
    engine: of("engine").map(({ engine }) => engine),
    errors: of("error").map(({ message }) => message),
    sources: of("source"),
    results: of("tool-result"),
    toolErrors: of("tool-error"),
    last: events.at(-1),
    isBalanced: of("start-step").length === of("finish-step").length,
  };
}

const finish = (finishReason: string) => expect.objectContaining({ type: "finish", finishReason, threadId: "th_1" });

test("a model searches, reads and answers; its citations become sources, and what it was not given is not a link", async () => {
  const { ask, requests } = await start(
    provider.calls("search", { query: "create key" }),
    provider.calls("read_page", { path: "/docs/keys" }),
    provider.says(
      "Run it [",
      "1]. See [this](https://evil",
      ".test/?q=secret), ![x](https://evil.test/a.png) and [keys](https://docs.test/docs/keys).",
    ),
  );
  const given = await ask("How do I create a key?");
  expect(given.text).toBe(
    "Run it [1](https://docs.test/docs/keys#create-a-key). See this, x and [keys](https://docs.test/docs/keys).",
  );
  expect(given.engine).toEqual(["model"]);
  const url = "https://docs.test/docs/keys#create-a-key";
  expect(given.sources).toEqual([{ type: "source", id: "1", url, title: "API keys › Create a key" }]);
  expect(given.last).toEqual(finish("stop"));
  expect(requests).toHaveLength(3);
  expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("<passage cite=");
});

test.each([
  ["refuses because of its own limits", provider.refuses(429)],
  ["fails", provider.refuses(500)],
  ["stays silent", provider.neverResponds, SHORT_MS],
  ["talks garbage", provider.sendsGarbage],
  ["breaks off before its first word", provider.breaksAfter()],
  ["says nothing", provider.says()],
])(
  "quotes replace a model that %s, without a trace of the failure, and it is asked once",
  async (_, reply, allowedMs = silenceMs) => {
    silenceMs = allowedMs;
    const { ask, requests } = await start(reply);
    const given = await ask("How do I create an API key?");
    expect(given.text).toContain("[1](https://docs.test/docs/keys#create-a-key)\n\nRun `npm run keys` to create an API key.");
    expect(given.engine).toEqual(["fallback"]);
    expect(given.errors).toEqual([]);
    expect(given.last).toEqual(finish("stop"));
    expect(requests).toHaveLength(1);
  },
);

test("quotes replace the answer when the model fails after its search", async () => {
  const { ask, requests } = await start(provider.calls("search", { query: "key" }), provider.refuses(500));
  const given = await ask("How do I create an API key?");
  expect(given.engine).toEqual(["fallback"]);
  expect(given.text).toContain("create an API key");
  expect(given.last).toEqual(finish("stop"));
  expect(requests).toHaveLength(2);
});

test.each([
  ["breaks off", provider.breaksAfter("Half an ", "answer ")],
  ["falls silent", provider.fallsSilentAfter("Half an ", "answer "), SHORT_MS],
  ["never says that it has finished", provider.endsWithoutReason("Half an ", "answer ")],
])(
  "a model that %s in the middle ends in one masked error; no other engine continues its text",
  async (_, reply, allowedMs = silenceMs) => {
    silenceMs = allowedMs;
    const { ask } = await start(provider.calls("search", { query: "key" }), reply);
    const given = await ask("How do I create an API key?");
    expect(given.text).toBe("Half an answer ");
    expect(given.errors).toEqual([FAILURE_MESSAGE]);
    expect(given.isBalanced).toBe(true);
    expect(given.last).toEqual(finish("error"));
    expect(log.map((line) => JSON.parse(line).event)).toEqual(["an answer failed"]);
  },
);

test("all that a model wrote before its connection broke reaches a reader who is slow", async () => {
  const { choose } = await start(provider.breaksAfter("Half ", "an ", "answer, ", "and more."));
  const broken = new Promise((resolve) => subscribe("undici:request:error", resolve));
  const signal = new AbortController().signal;
  const { events } = await answer({ site, ask: askFixture("How?"), threadId: "th_1", signal, choose });
  const read: AnswerEvent[] = [];
  for await (const event of events) {
    read.push(event);
    if (event.type === "engine") await broken;
  }
  expect(read.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("")).toBe("Half an answer, and more.");
  expect(read.slice(-3).map(({ type }) => type)).toEqual(["error", "finish-step", "finish"]);
  expect(log.join()).toContain("The connection to the model broke.");
});

test("a model that failed too often is left alone for a while", async () => {
  const { ask, requests } = await start(provider.refuses(500));
  for (let turn = 0; turn < 4; turn += 1) expect((await ask("How do I create an API key?")).engine).toEqual(["fallback"]);
  expect(requests).toHaveLength(2);
});

test("a model that only searches is asked to write from its fourth step on, and is replaced by quotes after eight", async () => {
  const { opening, requests } = await start(provider.calls("search", { query: "key" }));
  const signal = new AbortController().signal;
  const { events } = await answer({
    site,
    ask: askFixture("How do I create an API key?"),
    threadId: "th_1",
    signal,
    choose: opening,
  });
  const given = read(await collect(events));
  const nudged = requests.map(({ messages }) => JSON.stringify(messages).includes("Write the answer now"));
  expect(nudged).toEqual([false, false, false, true, true, true, true, true]);
  expect([given.errors, given.engine]).toEqual([[], ["fallback"]]);
  expect(given.last).toEqual(finish("stop"));
});

test("a model that searches for the same again and again reads each passage once, however often it asks", async () => {
  const { opening, requests } = await start(provider.calls("search", { query: "create key" }));
  const signal = new AbortController().signal;
  const ask = askFixture("How do I create an API key?");
  await collect((await answer({ site, ask, threadId: "th_1", signal, choose: opening })).events);
  const sizes = requests.map(({ messages }) => JSON.stringify(messages).length);
  const given = JSON.stringify(requests.at(-1)?.messages).match(/<passage cite=/g);
  expect(given?.length).toBe(JSON.stringify(requests[0]?.messages).match(/<passage cite=/g)?.length);
  expect(Math.max(...sizes.slice(1).map((size, call) => size - (sizes[call] as number)))).toBeLessThan(1_000);
});

test("the prompt names the version that the reader reads", async () => {
  const { opening, requests } = await start(provider.says("There is none."));
  const signal = new AbortController().signal;
  const ask = { ...askFixture("How do I create a key?"), filter: { version: "v2", language: undefined } };
  await collect((await answer({ site, ask, threadId: "th_1", signal, choose: opening })).events);
  expect(requests[0]?.messages[1]?.content).toContain('The reader reads version "v2".');
});

test("a model that thinks for longer than it may be silent is not a silent one", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const gate = new EventEmitter();
  silenceMs = SHORT_MS;
  const { choose } = await start(provider.thinksInTime("reasoning", () => once(gate, "more"), provider.says("Run it.")));
  const signal = new AbortController().signal;
  const { events } = await answer({ site, ask: askFixture("How?"), threadId: "th_1", signal, choose });
  let thoughts = 0;
  const texts: string[] = [];
  for await (const event of events) {
    if (event.type === "text") texts.push(event.delta);
    if (event.type !== "reasoning") continue;
    thoughts += 1;
    vi.advanceTimersByTime(300);
    gate.emit("more");
  }
  expect([thoughts, texts.join("")]).toEqual([3, "Run it."]);
});

test("readers who stop their answers say nothing of the model", async () => {
  silenceMs = SHORT_MS;
  const { choose, ask } = await start(provider.fallsSilentAfter("Half an answer "));
  for (let reader = 0; reader < 3; reader += 1) {
    const leaving = new AbortController();
    const { events } = await answer({ site, ask: askFixture("How?"), threadId: "th_1", signal: leaving.signal, choose });
    for await (const event of events) {
      if (event.type === "text") leaving.abort();
    }
  }
  expect((await ask("How?")).engine).toEqual(["model"]);
});

test("a model is given the hits of the question with it, and clients see them as a search by the model", async () => {
  const { opening, requests } = await start(provider.says("Run it [1]."));
  const signal = new AbortController().signal;
  const asked = async (text: string) =>
    read(await collect((await answer({ site, ask: askFixture(text), threadId: "th_1", signal, choose: opening })).events));
  const given = await asked("How do I create a key?");
  expect(given.text).toBe("Run it [1](https://docs.test/docs/keys#create-a-key).");
  expect(given.events.find(({ type }) => type === "tool-call")).toMatchObject({
    toolName: "search",
    input: { query: "create key" },
  });
  expect(given.results).toHaveLength(1);
  expect(given.isBalanced).toBe(true);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(requests[0]?.messages[1]?.content).toMatch(
    /^How do I create a key\?\n\nA search for this question found:\n\n<passage cite=/,
  );
  expect((await asked("hello")).results).toEqual([]);
});

test("a model that continues to search reads only its own calls as calls", async () => {
  const { opening, requests } = await start(provider.calls("search", { query: "deploy Vercel" }), provider.says("Push it [3]."));
  const signal = new AbortController().signal;
  const { events } = await answer({ site, ask: askFixture("How do I create a key?"), threadId: "th_1", signal, choose: opening });
  expect(read(await collect(events)).results).toHaveLength(2);
  expect(requests[1]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
});

test.each([
  '{"name": "search", "arguments": {"query": "key"}}',
  '```json\n{"name": "search", "arguments": {}}\n```',
  "<tool_call>search</tool_call>",
  'search(query="key")',
  '[TOOL_CALLS] [{"name":"search"}]',
])("quotes replace a model that prints a call as text: %s", async (text) => {
  const { ask } = await start(provider.says(...(text.match(/[\s\S]{1,7}/g) ?? [])));
  const given = await ask("How do I create an API key?");
  expect([given.engine, given.text.includes("npm run keys"), given.text.includes("query")]).toEqual([["fallback"], true, false]);
});

test.each(["Search the list.", "`npm run keys` creates one.", "s", "{ a: 1 } is an object.", "[docs] say so."])(
  "a text that only begins like a call is shown whole: %s",
  async (text) => {
    const { ask } = await start(provider.says(...text));
    const given = await ask("How do I create an API key?");
    expect([given.engine, given.text.replaceAll("\\", "")]).toEqual([["model"], text]);
  },
);

test("every call of a model has a bound on what it may write", async () => {
  const { ask, requests } = await start(provider.calls("search", { query: "key" }), provider.says("Run it [1]."));
  await ask("How do I create an API key?");
  expect(requests.map(({ max_tokens }) => max_tokens)).toEqual([4_000, 4_000]);
});

test("calls of tools that do not exist, with wrong input or for pages that do not exist end in an error of the call", async () => {
  const { ask } = await start(
    provider.calls("delete_everything", {}),
    provider.calls("search", "not json"),
    provider.calls("read_page", { path: "/etc/passwd" }),
    provider.says("Sorry."),
  );
  const given = await ask("How do I create an API key?");
  expect(given.toolErrors).toHaveLength(3);
  expect(given.toolErrors[2]?.message).toContain("There is no page at /etc/passwd");
  expect(given.text).toBe("Sorry.");
  expect(given.last).toEqual(finish("stop"));
});

test("an answer is incomplete where the model breaks off, and failed where it fails", async () => {
  for (const [reply, incomplete] of [
    [provider.endsWithoutReason("Half"), true],
    [provider.breaksAfter("Half"), undefined],
  ] as const) {
    const { ask } = await start(reply);
    const { events } = await ask("How?");
    expect(events.find(({ type }) => type === "error")).toEqual({
      type: "error",
      message: FAILURE_MESSAGE,
      ...(incomplete && { incomplete }),
    });
    await running?.close();
  }
});

test("stops the model when the reader leaves", async () => {
  const { choose } = await start(provider.fallsSilentAfter("Half an answer "));
  const leaving = new AbortController();
  const { events } = await answer({ site, ask: askFixture("How?"), threadId: "th_1", signal: leaving.signal, choose });
  for await (const event of events) if (event.type === "text") break;
  leaving.abort();
  await events.return();
  await running?.whenDropped;
  expect(running?.dropped()).toBe(1);
  expect(log).toEqual([]);
});

test("sends a model neither a client's system messages nor more history than fits its budget", async () => {
  const { choose, requests } = await start(provider.says("Hello."));
  const long = "x".repeat(20_000);
  const ask: Ask = {
    ...askFixture("And now?"),
    history: [
      { role: "user", text: `old ${long}` },
      { role: "assistant", text: long },
      { role: "user", text: "recent" },
    ],
  };
  await collect((await answer({ site, ask, threadId: "th_1", signal: new AbortController().signal, choose })).events);
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(["system", "assistant", "user", "user"]);
});
