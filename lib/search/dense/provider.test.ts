import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { type ScriptedProvider, startScriptedProvider } from "../../../internal/testing/search-provider.ts";
import { passageFixture } from "../../../internal/testing/search-site.ts";
import { replaceLogSink } from "../../log.ts";
import { buildEngine } from "../engine.ts";
import { createProvider, createProviderEmbedding, type Provider } from "./provider.ts";

let server: ScriptedProvider;
let folder: string;
let lines: string[];
let restoreLog: () => void;

beforeEach(async () => {
  server = await startScriptedProvider();
  folder = makeFolder();
  lines = [];
  restoreLog = replaceLogSink((line) => lines.push(line));
});
afterEach(async () => {
  restoreLog();
  await server.close();
});

function provide(model = "letters", now?: () => number, timeoutMs = 200): Provider {
  const choice = { model, apiKey: "secret", baseUrl: server.baseUrl };
  return createProvider({
    patient: createProviderEmbedding(choice),
    prompt: createProviderEmbedding(choice, { retries: 0 }),
    timeoutMs,
    folder,
    ...(now && { now }),
  });
}

const engineOf = (texts: readonly string[]) =>
  buildEngine(
    texts.map((text, i) => passageFixture({ path: `/docs/${i}`, text })),
    "en",
  );
const texts = Array.from({ length: 250 }, (_, i) => `Passage ${i} about subject ${"abcdefghij"[i % 10]}`);
const sentTexts = () => server.received.reduce((sum, { input }) => sum + input.length, 0);

describe("passages", () => {
  test("are sent in batches, with the key", async () => {
    const vectors = await provide().embedPassages(engineOf(texts));
    expect(vectors.scales).toHaveLength(250);
    expect(server.received.map(({ input }) => input.length)).toEqual([96, 96, 58]);
    expect(new Set(server.received.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer secret"]));
  });

  test("are sent again after a refusal, when the provider says so", async () => {
    server.faults.push({ status: 429, headers: { "retry-after": "1" } });
    const waits = vi.spyOn(globalThis, "setTimeout");
    await provide().embedPassages(engineOf(texts.slice(0, 5)));
    expect(server.received).toHaveLength(2);
    expect(waits.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(1_000);
    waits.mockRestore();
  });

  test("that are unchanged are never sent again, not even by another process", async () => {
    await provide().embedPassages(engineOf(texts));
    const before = sentTexts();
    await provide().embedPassages(engineOf(texts));
    expect(sentTexts()).toBe(before);
  });

  test("that are new are sent alone", async () => {
    await provide().embedPassages(engineOf(texts));
    const before = sentTexts();
    await provide().embedPassages(engineOf([...texts, "A new one"]));
    expect(sentTexts()).toBe(before + 1);
  });

  test("are all sent again to another model", async () => {
    await provide("one").embedPassages(engineOf(texts));
    const before = sentTexts();
    await provide("two").embedPassages(engineOf(texts));
    expect(sentTexts()).toBe(before + texts.length);
  });

  test("are reported as they are done", async () => {
    const reports: string[] = [];
    const choice = { model: "letters", apiKey: "secret", baseUrl: server.baseUrl };
    const embedding = createProviderEmbedding(choice);
    const onProgress = (done: number, total: number) => reports.push(`${done}/${total}`);
    const many = Array.from({ length: 500 }, (_, i) => `Passage ${i}`);
    await createProvider({ patient: embedding, prompt: embedding, timeoutMs: 200, folder, onProgress }).embedPassages(
      engineOf(many),
    );
    expect(reports).toEqual(["480/500", "500/500"]);
  });

  test("become vectors in the background of the first search", async () => {
    const provider = provide();
    const engine = engineOf(texts.slice(0, 3));
    expect(provider.vectorsOf(engine)).toBeUndefined();
    await provider.embedPassages(engine);
    expect(provider.vectorsOf(engine)?.columns).toBe(256);
  });
});

describe("a query", () => {
  test("gets its vector, and is not sent twice", async () => {
    const provider = provide();
    expect(await provider.embedQuery("rotate a key")).toHaveLength(256);
    await provider.embedQuery("rotate a key");
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ["hangs", "hang"],
    ["answers nonsense", "garbage"],
    ["refuses", { status: 500 }],
  ] as const)("goes on without a vector within the deadline when the provider %s, and logs it once", async (_, fault) => {
    server.faults.push(fault, fault, fault);
    const provider = provide();
    // The provider that hangs never answers, so that an answer here comes from the deadline.
    expect(await provider.embedQuery("one")).toBeUndefined();
    expect(await provider.embedQuery("two")).toBeUndefined();
    expect(server.received).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("search goes on with its built-in retrievers");
    expect(lines[0]).not.toContain("secret");
  });

  test("is sent again after the pause", async () => {
    let now = 0;
    const provider = provide("letters", () => now, 10_000);
    server.faults.push({ status: 503 });
    expect(await provider.embedQuery("rotate")).toBeUndefined();
    now = 31_000;
    expect(await provider.embedQuery("rotate")).toHaveLength(256);
  });

  test("lets go of its caller when it is answered, not at its deadline", async () => {
    const caller = new AbortController();
    await provide("letters", Date.now, 10_000).embedQuery("rotate a key", caller.signal);
    expect(server.received).toHaveLength(1);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  test("that the caller gives up is not the provider's fault", async () => {
    const provider = provide("letters", Date.now, 10_000);
    server.faults.push("hang");
    const giveUp = new AbortController();
    const waiting = provider.embedQuery("rotate", giveUp.signal);
    await expect.poll(() => server.received.length).toBe(1);
    giveUp.abort();
    expect(await waiting).toBeUndefined();
    expect(lines).toEqual([]);
    expect(await provider.embedQuery("rotate")).toHaveLength(256);
  });
});
