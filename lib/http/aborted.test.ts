import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { replaceLogSink } from "../log.ts";
import { readJson } from "./body.ts";
import { answerRequest } from "./request-context.ts";

const lines: Record<string, unknown>[] = [];
const undo: (() => void)[] = [];
beforeEach(() => {
  lines.length = 0;
  undo.push(
    replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] }),
    replaceLogSink((line) => lines.push(JSON.parse(line))),
  );
});
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

function post(body: BodyInit, signal?: AbortSignal): Request {
  const headers = { "content-type": "application/json" };
  return new Request("http://docs.test/v1/search/docs", { method: "POST", headers, body, signal, duplex: "half" } as RequestInit);
}

const logged = () => lines.map(({ level, event, status }) => [level, event, status]);

test("a search whose client leaves before its body is whole is logged as left, not as a bad request", async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("aborted")) });
  await answerRequest(post(body), async ({ request }) => Response.json(await readJson(request)));
  expect(logged()).toEqual([["info", "request", 499]]);
});

test("a search that is given up halfway is logged as left, not as a fault", async () => {
  const client = new AbortController();
  await answerRequest(post("{}", client.signal), async ({ request }) => {
    client.abort();
    request.signal.throwIfAborted();
    return Response.json([]);
  });
  expect(logged()).toEqual([["info", "request", 499]]);
});

test("a fault while the client leaves is logged as the fault that it is", async () => {
  const client = new AbortController();
  await answerRequest(post("{}", client.signal), async () => {
    client.abort();
    throw new Error("the index is broken");
  });
  expect(logged()).toEqual([
    ["error", "a request failed", undefined],
    ["info", "request", 500],
  ]);
});

test("a body that is no JSON is still a bad request", async () => {
  await answerRequest(post("{"), async ({ request }) => Response.json(await readJson(request)));
  expect(logged()).toEqual([["info", "request", 400]]);
});
