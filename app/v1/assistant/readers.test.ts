import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedProvider, startProvider } from "@/lib/assistant/testing-provider.ts";
import { readThread } from "@/lib/assistant/threads.ts";
import { createCredential, hashSecret, toToken } from "@/lib/auth/credential.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { replaceStore } from "@/lib/db/db.ts";
import { openTestSqlite } from "@/lib/db/testing.ts";
import { callRoute } from "@/lib/http/testing.ts";
import { replaceLogSink } from "@/lib/log.ts";
import * as message from "./[domain]/message/route.ts";

const key = createCredential("assistant");
const undo: (() => unknown)[] = [];
let provider: ScriptedProvider;
let written = 0;
/** More than the buffers of the two sockets hold. */
const MAX_UNREAD = 16 * 1024 * 1024;

beforeAll(async () => {
  provider = await startProvider(writesWithoutEnd);
  const folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "---\ntitle: Install\n---\n\nInstall it with npm.\n");
  const opened = await openTestSqlite();
  undo.push(
    provider.close,
    () => rm(folder, { recursive: true }),
    opened.remove,
    opened.store.close,
    replaceStore(opened.store),
    replaceLogSink(() => {}),
    replaceSettings(
      { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs", content }] },
      {
        DOCENT_DATA_DIR: folder,
        DOCENT_KEYS: `dk_${key.id}:${hashSecret(key.secret)}:docs`,
        OPENAI_BASE_URL: provider.baseUrl,
        ASSISTANT_MODEL: "scripted",
      },
    ),
  );
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

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
  const question = { id: "1", role: "user", content: "How do I install it?", parts: [] };
  const response = await callRoute(message, {
    path: "/v1/assistant/docs/message",
    params: { domain: "docs" },
    token: toToken(key),
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
