import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askFixture, collect } from "../../internal/testing/assistant.ts";
import { type ScriptedProvider, says, startProvider } from "../../internal/testing/assistant-provider.ts";
import { siteOf } from "../../internal/testing/assistant-site.ts";
import { createBreaker } from "../breaker.ts";
import type { Site } from "../content/site/site.ts";
import { type Answer, answer } from "./answer.ts";
import { createFallbackModel } from "./model/model.ts";
import { createProviderModel } from "./model/provider-model.ts";
import { createQuotesModel } from "./model/quotes-model.ts";
import type { QuotesInput } from "./quotes/quotes.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let site: Site;
let provider: ScriptedProvider;
/** Never fires here, and outlives every answer. */
const outer = new AbortController();
/** As Next has one: whatever waits for something, a timer above all, keeps the request that it was started in. */
const requests = new AsyncLocalStorage<object>();

beforeAll(async () => {
  site = await siteOf({ keys: ["API keys", "Run `npm run keys` to create an API key."] });
  provider = await startProvider(says("Run it ", "once."));
});
afterAll(() => provider.close());

const excerpts = async (input: QuotesInput) => ({ ...createQuotesModel(input), engine: () => "excerpts" as const });

const model = async (input: QuotesInput) =>
  createFallbackModel({
    primary: createProviderModel({ model: "scripted", apiKey: undefined, baseUrl: provider.baseUrl }),
    fallback: createQuotesModel(input),
    breaker: createBreaker({ failures: 2, windowMs: 60_000, openMs: 60_000 }),
    maxCalls: 8,
    firstChunkMs: 10_000,
    chunkMs: 10_000,
    onFallback: () => {},
  });

const readWhole = async ({ events }: Answer) => void (await collect(events));
const giveUp = async ({ events }: Answer) => {
  for await (const event of events) if (event.type === "text") break;
};

test.each([
  ["of excerpts that was read", excerpts, readWhole],
  ["of excerpts that was given up", excerpts, giveUp],
  ["of a model that was read", model, readWhole],
  ["of a model that was given up", model, giveUp],
])("an answer %s leaves nothing in memory, nor its request", async (_, choose, finish) => {
  const objects: WeakRef<object>[] = [];
  for (let count = 0; count < 10; count++) objects.push(...(await finishOne(choose, finish)));
  // Far less than an answer may take; longer than the few seconds for which a connection to a model is kept.
  await expect.poll(() => countAlive(objects), { timeout: 20_000 }).toBe(0);
});

async function finishOne(choose: typeof excerpts | typeof model, finish: (answer: Answer) => Promise<void>) {
  const request = {};
  const written = await requests.run(request, async () => {
    const begun = await answer({ site, ask, threadId: "th_1", signal: outer.signal, choose });
    await finish(begun);
    return begun;
  });
  return [new WeakRef(request), new WeakRef(written.retrieval)];
}

const ask = askFixture("How do I create an API key?");

async function countAlive(objects: readonly WeakRef<object>[]): Promise<number> {
  await wait(0); // What a WeakRef gave stays alive to the end of its task.
  collectGarbage();
  return objects.filter((object) => object.deref()).length;
}
