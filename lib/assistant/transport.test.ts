import { Chat } from "@ai-sdk/react";
import { expect, test } from "vitest";
import { encodeDataStream } from "./data-stream.ts";
import { collect, each, toBytes } from "./testing.ts";
import { type AnswerMessage, DataStreamChatTransport } from "./transport.ts";

const usage = { promptTokens: 0, completionTokens: 0 };

async function answer(text: string): Promise<Response> {
  const lines = await collect(
    encodeDataStream(
      each([
        { type: "start", messageId: `msg-${text}`, threadId: "th_1" },
        { type: "start-step" },
        { type: "engine", engine: "excerpts" },
        { type: "tool-input-start", toolCallId: "c1", toolName: "search" },
        { type: "tool-call", toolCallId: "c1", toolName: "search", input: { query: "deploy" } },
        { type: "tool-result", toolCallId: "c1", output: [{ path: "/docs/deploy" }] },
        { type: "text", delta: text },
        { type: "source", id: "1", url: "https://docs.test/docs/deploy#vercel", title: "Vercel" },
        { type: "finish-step", finishReason: "stop", usage },
        { type: "finish", finishReason: "stop", usage, threadId: "th_1" },
      ]),
    ),
  );
  return new Response(toBytes(lines.join("")));
}

function createChat(respond: () => Promise<Response>) {
  const bodies: { messages: unknown[] }[] = [];
  const chat = new Chat<AnswerMessage>({
    transport: new DataStreamChatTransport({
      api: "/v1/assistant/docent/message",
      body: () => ({ fp: "reader-1", filter: { version: "v2" } }),
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return respond();
      },
    }),
  });
  return { chat, bodies };
}

test("sends SPEC messages with fp and filter, and continues the thread of the last answer", async () => {
  const { chat, bodies } = createChat(() => answer("Push it."));
  await chat.sendMessage({ text: "How do I deploy?" });
  await chat.sendMessage({ text: "And on Vercel?" });

  expect(bodies[0]).toEqual({
    fp: "reader-1",
    filter: { version: "v2" },
    messages: [
      { id: expect.any(String), role: "user", content: "How do I deploy?", parts: [{ type: "text", text: "How do I deploy?" }] },
    ],
  });
  expect(bodies[1]).toMatchObject({ threadId: "th_1", fp: "reader-1" });
  expect(bodies[1]?.messages[1]).toEqual({
    id: "msg-Push it.",
    role: "assistant",
    content: "Push it.",
    parts: [
      { type: "step-start" },
      {
        type: "tool-invocation",
        toolInvocation: {
          state: "result",
          toolCallId: "c1",
          toolName: "search",
          args: { query: "deploy" },
          result: [{ path: "/docs/deploy" }],
        },
      },
      { type: "text", text: "Push it." },
      { type: "source", source: { sourceType: "url", id: "1", url: "https://docs.test/docs/deploy#vercel", title: "Vercel" } },
    ],
  });
});

test("stays in the thread when the first answer is written once more, and leaves it with a new conversation", async () => {
  const { chat, bodies } = createChat(() => answer("Push it."));
  await chat.sendMessage({ text: "How do I deploy?" });
  await chat.regenerate();
  chat.messages = [];
  await chat.sendMessage({ text: "How do I build?" });
  expect(bodies.map((body) => "threadId" in body && body.threadId)).toEqual([false, "th_1", false]);
});

test("gives the message thread and engine, and the sources as parts", async () => {
  const { chat } = createChat(() => answer("Push it."));
  await chat.sendMessage({ text: "How do I deploy?" });
  expect(chat.status).toBe("ready");
  expect(chat.lastMessage).toMatchObject({ id: "msg-Push it.", metadata: { threadId: "th_1", engine: "excerpts" } });
  expect(chat.lastMessage?.parts.map(({ type }) => type)).toEqual(["step-start", "tool-search", "text", "source-url"]);
});

test("shows an answer that breaks off as an error and keeps what came before", async () => {
  const { chat } = createChat(async () => new Response('f:{"messageId":"m1"}\n0:"Half an"\n'));
  await chat.sendMessage({ text: "How do I deploy?" });
  expect(chat.status).toBe("error");
  expect(chat.error?.message).toBe("The answer was cut off before its end. Ask again to get all of it.");
  expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: "text", text: "Half an" });
});

test("shows what a refused request says", async () => {
  const { chat } = createChat(async () => Response.json({ title: "Not found", code: "not_found" }, { status: 404 }));
  await chat.sendMessage({ text: "How do I deploy?" });
  expect(chat.status).toBe("error");
  expect(chat.error).toMatchObject({ statusCode: 404, message: expect.stringContaining("not_found") });
});
