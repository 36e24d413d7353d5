import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { callRoute } from "@/internal/testing/http.ts";
import { readThread } from "@/lib/assistant/threads/threads.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";
import * as message from "./[domain]/message/route.ts";

const service = serviceForTests();
let written = 0;
/** More than the buffers of the two sockets hold. */
const MAX_UNREAD = 16 * 1024 * 1024;

/** Writes as fast as it is read, until the connection is closed. */
async function writesWithoutEnd(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const choice = { index: 0, delta: { content: "Run npm install. ".repeat(60) }, finish_reason: null };
  const event = `data: ${JSON.stringify({ id: "c1", created: 1, model: "scripted", choices: [choice] })}\n\n`;
  const closed = new Promise((resolve) => response.once("close", resolve));
  while (!response.destroyed) {
    written += event.length;
    if (response.write(event)) continue;
    await Promise.race([closed, new Promise((resolve) => response.once("drain", resolve))]);
  }
}

test("a reader who stops reading stops the model; one who vanishes ends it, and what was written is stored", async () => {
  const provider = await service.useModel(writesWithoutEnd);
  const question = { id: "1", role: "user", content: "How do I install it?", parts: [] };
  const response = await callRoute(message, {
    path: "/v1/assistant/docs/message",
    params: { domain: "docs" },
    token: service.token.assistant,
    body: { fp: "slow", messages: [question] },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes("\n0:")) read += (await reader?.read())?.value ?? "";

  // What is under way fills the buffers of the two sockets, and then nothing more comes.
  const standing = await stopsGrowing();
  expect(provider.dropped()).toBe(0);

  // Reading makes room for more.
  let more = 0;
  while (written === standing && more < 64 * 1024 * 1024) more += (await reader?.read())?.value?.length ?? 0;
  expect(written).toBeGreaterThan(standing);

  await reader?.cancel();
  await provider.whenDropped;
  expect(provider.dropped()).toBe(1);
  const { items } = await readThread("docs", response.headers.get("x-thread-id") as string);
  expect(items.map(({ role, status }) => `${role} ${status}`)).toEqual(["user complete", "assistant aborted"]);
  expect(items[1]?.content).toMatch(/^(Run npm install\. )+/);
});

/**
 * Bytes that the model has written once it has written nothing in 1,000 turns of the process. Model, server and reader are
 * all in this process, so that whatever can go on goes on in its next turns.
 */
async function stopsGrowing(): Promise<number> {
  let before = -1;
  for (let idleTurns = 0; idleTurns < 1_000; idleTurns++) {
    if (written > MAX_UNREAD) throw new Error(`The model is still writing after ${written} bytes.`);
    if (written !== before) idleTurns = 0;
    before = written;
    await nextTurn();
  }
  return written;
}
