import { fileURLToPath } from "node:url";
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { afterEach, describe, expect, test } from "vitest";
import { requireV4 } from "@/lib/assistant/testing.ts";
import { calls, type Reply, refuses, type ScriptedProvider, says, startProvider } from "@/lib/assistant/testing-provider.ts";
import { callRoute } from "@/lib/http/testing.ts";
import type { SearchResult } from "@/lib/search/request.ts";
import * as messageV2 from "../../v2/assistant/[domain]/message/route.ts";
import { serviceForTests } from "../service.testing.ts";
import * as messageV1 from "./[domain]/message/route.ts";

const { processDataStream } = requireV4("ai") as { processDataStream(options: object): Promise<void> };

const content = fileURLToPath(new URL("../../../e2e/site/content", import.meta.url));
const project = {
  languages: [
    { id: "en", label: "English" },
    { id: "es", label: "Español" },
  ],
  versions: [
    { id: "v2", label: "v2" },
    { id: "v1", label: "v1" },
  ],
};
const service = serviceForTests({ content, project });

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Makes a scripted model the one that the environment names. */
async function useModel(...replies: Reply[]): Promise<ScriptedProvider> {
  const provider = await startProvider(...replies);
  undo.push(provider.close, service.configure({ ASSISTANT_MODEL: "scripted", OPENAI_BASE_URL: provider.baseUrl }));
  return provider;
}

/** What a client reads of an answer: the addresses of its sources, those that its text cites, and the hits of each tool result. */
interface Read {
  readonly text: string;
  readonly sources: readonly string[];
  readonly results: readonly (readonly SearchResult[])[];
}

type Ask = (question: string, request?: { retrievalPageSize?: number; filter?: object }) => Promise<Read>;

const askV4: Ask = async (question, request = {}) => {
  const response = await callRoute(messageV1, {
    path: "/v1/assistant/docs/message",
    params: { domain: "docs" },
    token: service.token.assistant,
    body: { fp: "r", messages: [{ id: "q", role: "user", content: question, parts: [] }], ...request },
  });
  const read = { text: "", sources: [] as string[], results: [] as SearchResult[][] };
  await processDataStream({
    stream: response.body,
    onTextPart: (delta: string) => {
      read.text += delta;
    },
    onSourcePart: ({ url }: { url: string }) => read.sources.push(url),
    onToolResultPart: ({ result }: { result: SearchResult[] }) => read.results.push(result),
  });
  return read;
};

const askV7: Ask = async (question, request = {}) => {
  const fetch = (_: unknown, init?: RequestInit) =>
    callRoute(messageV2, {
      path: "/v2/assistant/docs/message",
      params: { domain: "docs" },
      token: service.token.assistant,
      body: String(init?.body),
      headers: Object.fromEntries(new Headers(init?.headers)),
    });
  const transport = new DefaultChatTransport({ body: { fp: "r", ...request }, fetch: fetch as typeof globalThis.fetch });
  const chat = new Chat<UIMessage>({ transport });
  await chat.sendMessage({ text: question });
  const parts = chat.lastMessage?.parts ?? [];
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    sources: parts.flatMap((part) => (part.type === "source-url" ? [part.url] : [])),
    results: parts.flatMap((part) => ("output" in part ? [part.output as SearchResult[]] : [])),
  };
};

/** Addresses that the text cites by number. */
const citedIn = (text: string) => [...text.matchAll(/\[\d+\]\(([^)]+)\)/g)].map(([, url]) => url as string);

function expectHits({ text, sources, results }: Read): void {
  const hits = new Set(results.flat().map(({ url }) => url));
  expect([...sources, ...citedIn(text)].filter((url) => !hits.has(url))).toEqual([]);
}

const questions = [
  "How do I create an assistant key?",
  "What limits are there for readers?",
  "How do I run it behind a proxy?",
  "Which status does an expired token get?",
  "How do I delete a thread?",
  "How do I show tabs with code?",
  "How do I turn the assistant off?",
  "What does the search box find?",
];

describe.each([
  ["AI SDK 4", askV4],
  ["AI SDK 7", askV7],
] as const)("a client of %s", (_, ask) => {
  test("finds every place that quotes cite in the result of the search, however few results it asks for", async () => {
    let cited = 0;
    for (const retrievalPageSize of [1, 2, 5]) {
      for (const question of questions) {
        const read = await ask(question, { retrievalPageSize, filter: { language: "en" } });
        expectHits(read);
        expect(read.results.every((hits) => hits.length <= retrievalPageSize)).toBe(true);
        cited += read.sources.length;
      }
    }
    // A test of answers that cite nothing would hold too.
    expect(cited).toBeGreaterThan(questions.length * 3);
  });

  test("finds every place that a model cites in a tool's result, also of a page that it read", async () => {
    await useModel(
      calls("search", { query: "create an assistant key" }),
      calls("read_page", { path: "/docs/keys" }),
      says(`One ${Array.from({ length: 12 }, (_, index) => `[${index + 1}]`).join(" ")}.`),
    );
    const read = await ask("How do I create an assistant key?", { retrievalPageSize: 2 });
    expectHits(read);
    expect(read.results.map(({ length }) => length > 0)).toEqual([true, true]);
    expect(read.sources.length).toBeGreaterThan(3);
    expect(read.results[1]?.[0]).toMatchObject({ path: "/docs/keys", metadata: { title: expect.any(String), kind: "guide" } });
  });

  test("finds every place that quotes cite where they stand in for a model that failed after its search", async () => {
    await useModel(calls("search", { query: "errors" }), refuses(500));
    const read = await ask("How do I create an assistant key?");
    expectHits(read);
    expect(read.sources.length).toBeGreaterThan(0);
  });
});
