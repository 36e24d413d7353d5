import { afterEach, expect, test, vi } from "vitest";
import { call, type PlaygroundResponse } from "./playground-response.ts";

afterEach(() => vi.unstubAllGlobals());

const shownOf = async (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1")),
    pull: end,
  });
  vi.stubGlobal("fetch", async () => new Response(body, { headers: { "content-type": "text/event-stream" } }));
  const shown: PlaygroundResponse[] = [];
  await call(new Request("https://api.example.com/events"), (response) => shown.push(response));
  return shown.at(-1);
};

test("a complete response is shown whole", async () => {
  expect(await shownOf((controller) => controller.close())).toMatchObject({ text: "data: 1", cut: false, done: true });
});

test("a stream that is stopped or breaks off keeps what has come, and is marked as cut", async () => {
  const stopped = new DOMException("The user aborted a request.", "AbortError");
  expect(await shownOf((controller) => controller.error(stopped))).toMatchObject({
    ...{ code: 200, text: "data: 1", bytes: 7 },
    ...{ cut: true, done: true },
  });
});

test("a call that gets no response throws", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(new Request("https://api.example.com"), () => {})).rejects.toThrow("Failed to fetch");
});
