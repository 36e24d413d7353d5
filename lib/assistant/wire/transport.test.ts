import { Chat } from "@ai-sdk/react";
import { expect, test } from "vitest";
import { collect, each, toBytes } from "../../../internal/testing/assistant.ts";
import { encodeDataStream } from "./data-stream.ts";
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

function createChat() {
  const bodies: { messages: unknown[] }[] = [];
  const chat = new Chat<AnswerMessage>({
    transport: new DataStreamChatTransport({
      api: "/v1/assistant/docent/message",
      body: () => ({ fp: "reader-1", filter: { version: "v2" } }),
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return answer("Push it.");
      },
    }),
  });
  return { chat, bodies };
}

test("sends SPEC messages with fp and filter, and continues the thread of the last answer", async () => {
  const { chat, bodies } = createChat();
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
