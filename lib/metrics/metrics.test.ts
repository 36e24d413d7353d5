import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { replaceProcessState } from "../process-state.ts";
import { createRecorder, findRoute, listenForScrapes } from "./metrics.ts";
import { countAnswer, countRequest, timeSearch } from "./record.ts";

const states = { generation: () => 7, waitingUpdates: async () => 2 };
let restore = () => {};
afterEach(() => restore());

/** Returns the lines of a process that measures, after some events. */
async function measure(events: () => unknown, given = states): Promise<string[]> {
  const current = createRecorder(given);
  restore = replaceProcessState("metrics", { current });
  await events();
  return (await current.print()).split("\n");
}

test("searches and answers of all parts are counted once the process measures", async () => {
  const lines = await measure(async () => {
    expect(await timeSearch(async () => "found")).toBe("found");
    countAnswer({ engine: "model", outcome: "complete", promptTokens: 40, completionTokens: 2 });
    countAnswer({ engine: "excerpts", outcome: "complete", promptTokens: null, completionTokens: null });
    countRequest({ method: "BREW", target: "/docs/a?b=1", status: "200", seconds: 0.02 });
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      "docent_search_duration_seconds_count 1",
      'docent_answers_total{engine="model",outcome="complete"} 1',
      'docent_answers_total{engine="excerpts",outcome="complete"} 1',
      'docent_model_tokens_total{kind="prompt"} 40',
      'docent_model_tokens_total{kind="completion"} 2',
      'docent_http_request_duration_seconds_count{route="page",method="other",status="200"} 1',
    ]),
  );
});

test("the text is OpenMetrics: generation, waiting updates, memory and the delay of the event loop, and an end", async () => {
  const lines = await measure(() => {});
  expect(lines).toEqual(expect.arrayContaining(["docent_content_generation 7", "docent_updates_waiting 2"]));
  for (const name of ["process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds", "process_cpu_seconds_total"])
    expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true);
  expect(lines.findLast((line) => line !== "")).toBe("# EOF");
});

test("an unavailable store leaves out the updates that wait, and nothing else", async () => {
  const waitingUpdates = () => Promise.reject(new Error("unavailable"));
  const lines = await measure(() => {}, { ...states, waitingUpdates });
  expect(lines.filter((line) => line.startsWith("docent_updates_waiting"))).toEqual([]);
  expect(lines).toContain("docent_content_generation 7");
});

test("nothing is kept while metrics are off", async () => {
  restore = replaceProcessState("metrics", { current: undefined });
  expect(await timeSearch(async () => "found")).toBe("found");
  countAnswer({ engine: "model", outcome: "complete", promptTokens: 1, completionTokens: 1 });
});

test.each([
  ["/v1/search/docs", "/v1/search/[domain]"],
  ["/v1/search/docs?x=1", "/v1/search/[domain]"],
  ["/v1/no/such/endpoint", "/v1/[[...path]]"],
  ["/_next/static/chunks/a.js", "/_next"],
  ["/docs/quickstart", "page"],
  ["/any/thing#x", "page"],
  ["/errors/not_found", "/errors/[code]"],
])("a request for %s counts for the route %s", (target, route) => {
  expect(findRoute(target)).toBe(route);
});

test("a separate address serves the metrics and nothing else", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, "close");
  const server = listenForScrapes({ host: "127.0.0.1", port }, { print: async () => "# EOF\n", contentType: "text/x-metrics" });
  try {
    await once(server, "listening");
    const read = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([read.status, read.headers.get("content-type"), await read.text()]).toEqual([200, "text/x-metrics", "# EOF\n"]);
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
  } finally {
    server.close();
  }
});
