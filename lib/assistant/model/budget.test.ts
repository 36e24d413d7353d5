import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import * as provider from "../../../internal/testing/assistant-provider.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { eachStore } from "../../../internal/testing/db.ts";
import { createBreaker } from "../../breaker.ts";
import type { Site } from "../../content/site/site.ts";
import { replaceLogSink } from "../../log.ts";
import { answer } from "../answer.ts";
import { citeNothing } from "../sources/retrieval.ts";
import { BudgetRefusal, withTokenBudget } from "./budget.ts";
import { createFallbackModel, modelBreaker } from "./model.ts";
import { createProviderModel } from "./provider-model.ts";

const budget = 20_000;
const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] };

let site: Site;
let undo: (() => unknown)[] = [];

beforeAll(async () => {
  site = await siteOf({ keys: ["API keys", "## Create a key\n\nRun `npm run keys` to create an API key."] });
});

beforeEach(() => {
  modelBreaker.succeeded();
  undo = [replaceLogSink(() => {})];
});

afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

async function start(tokens: number, ...replies: provider.Reply[]) {
  const running = await provider.startProvider(...replies);
  const variables = {
    ASSISTANT_MODEL: "scripted",
    OPENAI_BASE_URL: running.baseUrl,
    ASSISTANT_DAILY_TOKEN_BUDGET: String(tokens),
  };
  undo.push(running.close, replaceSettings(settings, variables));
  return running;
}

const begin = (signal = new AbortController().signal) =>
  answer({ site, ask: askFixture("How do I create an API key?"), threadId: "th_1", signal });

async function ask() {
  const events = await collect((await begin()).events);
  const text = events.map((event) => (event.type === "text" ? event.delta : "")).join("");
  return { text, engine: events.find((event) => event.type === "engine")?.engine };
}

async function leaveAfterFirstWord(): Promise<void> {
  const leaving = new AbortController();
  const { events } = await begin(leaving.signal);
  for await (const event of events) if (event.type === "text") break;
  leaving.abort();
  await events.return();
}

/** Calls as many times as named, with bounded concurrency. */
async function repeat<T>(times: number, atOnce: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun++ < times) results.push(await act());
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/** Returns the bill of a call that runs to its end: it writes as much as it may. */
function billOf({ messages, tools, max_tokens = 0 }: provider.ChatRequest) {
  return { prompt_tokens: Math.ceil(JSON.stringify({ messages, tools }).length / 4), completion_tokens: max_tokens };
}

function expectWithinBudget(requests: readonly provider.ChatRequest[]) {
  const bills = requests.map(billOf).map(({ prompt_tokens, completion_tokens }) => prompt_tokens + completion_tokens);
  const spent = bills.reduce((sum, bill) => sum + bill, 0);
  expect(bills.length).toBeGreaterThan(1);
  expect(spent).toBeLessThanOrEqual(budget + Math.max(...bills));
}

eachStore((store) => {
  beforeEach(() => store().counters.deleteFrom("counters").execute());
  const countTokens = async () => (await store().counters.selectFrom("counters").select("count").executeTakeFirst())?.count;

  test("200 concurrent answers spend at most the budget and one call, and every reader gets an answer", async () => {
    const { requests } = await start(budget, provider.reports(billOf));
    const answers = await repeat(200, 200, ask);
    expectWithinBudget(requests);
    for (const { text } of answers) expect(text).toMatch(/^Run$|npm run keys/);
  }, 180_000);

  test.each([200, 5])(
    "200 readers who leave after the first word, %i concurrently, spend at most the budget and one call",
    async (n) => {
      const { requests } = await start(budget, provider.fallsSilentAfter("Run "));
      await repeat(200, n, leaveAfterFirstWord);
      expectWithinBudget(requests);
    },
    60_000,
  );

  test.each([
    ["no usage", () => undefined],
    ["a usage of nothing", () => ({ prompt_tokens: 0, completion_tokens: 0 })],
  ])(
    "40 answers of a provider that reports %s spend at most the budget and one call",
    async (_, usageOf) => {
      const { requests } = await start(budget, provider.reports(usageOf));
      await repeat(40, 5, ask);
      expectWithinBudget(requests);
    },
    60_000,
  );

  test("an answer counts as what the provider reports, no matter what was reserved", async () => {
    const { requests } = await start(
      budget,
      provider.reports(() => ({ prompt_tokens: 900, completion_tokens: 100 })),
    );
    await repeat(22, 1, ask);
    expect([requests.length, await countTokens()]).toEqual([20, 20_000]);
  });

  test("an answer that breaks off in the middle counts as what was reserved", async () => {
    const { requests } = await start(budget, provider.breaksAfter("Half an "));
    await ask();
    const [bill] = requests.map(billOf);
    expect(await countTokens()).toBeGreaterThanOrEqual(bill!.prompt_tokens + bill!.completion_tokens);
  });

  test.each([400, 429, 500, 503])("a call that the provider refuses with %i costs nothing", async (status) => {
    const { requests } = await start(budget, provider.refuses(status));
    expect((await ask()).engine).toBe("fallback");
    expect([requests.length, await countTokens()]).toEqual([1, 0]);
  });

  test.each([408, 502, 504])(
    "a call that ends in %i counts as what was reserved: the provider may have done the work",
    async (status) => {
      const { requests } = await start(budget, provider.refuses(status));
      expect((await ask()).engine).toBe("fallback");
      const [bill] = requests.map(billOf);
      expect(await countTokens()).toBeGreaterThanOrEqual(bill!.prompt_tokens + bill!.completion_tokens);
    },
  );

  test("a provider that cannot be reached costs nothing", async () => {
    const { close } = await start(budget, provider.says("Hello."));
    await close();
    expect((await ask()).engine).toBe("fallback");
    expect(await countTokens()).toBe(0);
  });

  test("every step of an answer is counted: one that reaches the budget continues with quotes", async () => {
    const { requests } = await start(1, provider.calls("search", { query: "key" }), provider.says("Never asked."));
    const { text, engine } = await ask();
    expect([text, engine]).toEqual([expect.stringContaining("Run `npm run keys`"), "fallback"]);
    expect(requests).toHaveLength(1);
  });

  test("a budget of 0 asks no model", async () => {
    const { requests } = await start(0, provider.says("Never asked."));
    expect((await ask()).engine).toBe("excerpts");
    expect(requests).toEqual([]);
  });
});

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];

test("a call without a bound on what it may write is not made", async () => {
  const { baseUrl, requests } = await start(budget, provider.says("Never asked."));
  const model = withTokenBudget(createProviderModel({ model: "scripted", apiKey: undefined, baseUrl }), budget);
  await expect(model.doStream({ prompt })).rejects.toThrow("needs maxOutputTokens");
  expect(requests).toEqual([]);
});

test("a spent budget is not a failure of the provider", async () => {
  const { baseUrl } = await start(budget, provider.says("Never asked."));
  const spent = withTokenBudget(createProviderModel({ model: "scripted", apiKey: undefined, baseUrl }), 0);
  const breaker = createBreaker({ failures: 1, windowMs: 60_000, openMs: 60_000 });
  const bounds = { maxCalls: 8, firstChunkMs: 10_000, chunkMs: 10_000 };
  const fallback = { model: spent, cite: citeNothing };
  const { model, engine } = createFallbackModel({ primary: spent, fallback, breaker, ...bounds, onFallback: () => {} });
  const { stream } = await model.doStream({ prompt, maxOutputTokens: 10 });
  await expect(collect(stream)).rejects.toBeInstanceOf(BudgetRefusal);
  expect([engine(), breaker.isOpen()]).toEqual(["fallback", false]);
});

test("a budget above what the store can count stops the start", () => {
  const variables = { ASSISTANT_DAILY_TOKEN_BUDGET: "3000000000" };
  expect(() => replaceSettings(settings, variables)).toThrow(/ASSISTANT_DAILY_TOKEN_BUDGET.*from 0 to 2000000000/);
});
