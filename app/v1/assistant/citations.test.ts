import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { calls, refuses, says } from "@/internal/testing/assistant-provider.ts";
import site from "../../../e2e/site/docent.config.ts";
import { clients, type Read } from "../../../internal/testing/v1-clients.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";

const content = fileURLToPath(new URL("../../../e2e/site/content", import.meta.url));
const { languages, versions } = site.projects[0]!;
const service = serviceForTests({ content, project: { languages, versions } });

/** Addresses that the text cites by number. */
const citedIn = (text: string) => [...text.matchAll(/\[\d+\]\(([^)]+)\)/g)].map(([, url]) => url as string);

function expectHits({ text, sources, results }: Read): void {
  const hits = new Set(results.flatMap((result) => ("error" in result ? [] : result.map(({ url }) => url))));
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

describe.each(clients)("a client of %s", (_, ask) => {
  test("finds every place that quotes cite in the result of the search, however few results it asks for", async () => {
    let cited = 0;
    for (const retrievalPageSize of [1, 2, 5]) {
      for (const question of questions) {
        const read = await ask(question, { token: service.token.assistant, retrievalPageSize, filter: { language: "en" } });
        expectHits(read);
        expect(read.results.every((hits) => "length" in hits && hits.length <= retrievalPageSize)).toBe(true);
        cited += read.sources.length;
      }
    }
    // A test of answers that cite nothing would hold too.
    expect(cited).toBeGreaterThan(questions.length * 3);
  });

  test("finds every place that a model cites in a tool's result, also of a page that it read", async () => {
    await service.useModel(
      calls("search", { query: "create an assistant key" }),
      calls("read_page", { path: "/docs/keys" }),
      says(`One ${Array.from({ length: 12 }, (_, index) => `[${index + 1}]`).join(" ")}.`),
    );
    const read = await ask("How do I create an assistant key?", { token: service.token.assistant, retrievalPageSize: 2 });
    expectHits(read);
    // The question itself is searched before the model is asked.
    expect(read.results).toHaveLength(3);
    expect(read.sources.length).toBeGreaterThan(3);
    const onPage = expect.objectContaining({ path: "/docs/keys", metadata: expect.objectContaining({ kind: "guide" }) });
    expect(read.results[2]).toContainEqual(onPage);
  });

  test("finds every place that quotes cite when they replace a model that failed after its search", async () => {
    await service.useModel(calls("search", { query: "errors" }), refuses(500));
    const read = await ask("How do I create an assistant key?", { token: service.token.assistant });
    expectHits(read);
    expect(read.sources.length).toBeGreaterThan(0);
  });
});
