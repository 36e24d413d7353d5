import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import { requireV4 } from "@/internal/testing/assistant.ts";
import { callRoute, fetchFrom, type Route } from "@/internal/testing/http.ts";
import { type AnswerMessage, DataStreamChatTransport } from "@/lib/assistant/wire/transport.ts";
import type { AnswerMetadata } from "@/lib/assistant/wire/ui-stream.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";
import * as resumeV2 from "../../v2/assistant/[domain]/message/[chatId]/stream/route.ts";
import * as messageV2 from "../../v2/assistant/[domain]/message/route.ts";
import * as messageV1 from "./[domain]/message/route.ts";

/** A message as AI SDK 4 keeps it. */
interface MessageV4 {
  id: string;
  role: string;
  content: string;
  createdAt?: Date;
  annotations?: unknown[];
  parts: { type: string; toolInvocation?: { state: string } }[];
}

/** The request and the reader of useChat of AI SDK 4, as the hook calls them. */
interface ClientV4 {
  callChatApi(options: object): Promise<void>;
}
const { callChatApi } = requireV4("@ai-sdk/ui-utils") as ClientV4;

const { token } = serviceForTests({
  pages: {
    "keys.mdx": "---\ntitle: API keys\n---\n\n## Create a key\n\nRun `npm run keys` to create an API key.\n",
    "tabs.mdx": "---\ntitle: Tabs\n---\n\nTabs show one of several texts.\n",
    "questions.yaml": "- question: Who may create a key?\n  answeredBy: /docs/keys\n",
  },
});

const fetchOf = (route: Route, version: string) =>
  fetchFrom(route, { path: `/${version}/assistant/docs/message`, params: { domain: "docs" }, token: token.assistant });

describe("useChat of AI SDK 4", () => {
  /** One turn as the hook makes it: the message list that it shows afterwards, and what it received on the way. */
  async function send(messages: MessageV4[], { extraFields = true } = {}) {
    // What the hook sends with and without sendExtraMessageFields.
    const sent = extraFields
      ? messages
      : messages.map(({ role, content, annotations, parts }) => ({ role, content, parts, ...(annotations && { annotations }) }));
    const seen = {
      data: [] as { threadId?: string }[],
      message: undefined as MessageV4 | undefined,
      finish: undefined as unknown,
      header: null as string | null,
    };
    await callChatApi({
      api: "/v1/assistant/docs/message",
      body: { id: "chat", messages: sent, fp: "reader" },
      streamProtocol: "data",
      fetch: fetchOf(messageV1, "v1"),
      headers: {},
      restoreMessagesOnFailure: () => {},
      onResponse: (response: Response) => {
        seen.header = response.headers.get("x-thread-id");
      },
      onUpdate: ({ message, data }: { message: MessageV4; data?: { threadId?: string }[] }) => {
        seen.message = structuredClone(message);
        seen.data.push(...(data ?? []));
      },
      onFinish: (message: MessageV4 | undefined, options: unknown) => {
        seen.finish = options;
        if (message) seen.message = structuredClone(message);
      },
      generateId: () => `client-${Math.random()}`,
      lastMessage: undefined,
    });
    return seen;
  }
  const user = (text: string): MessageV4 => ({
    id: `u-${text}`,
    role: "user",
    content: text,
    createdAt: new Date(),
    parts: [{ type: "text", ...{ text } }],
  });

  test("shows the answer, its sources and its search, and knows the thread from data, annotations and header", async () => {
    const { message, data, header, finish } = await send([user("How do I create an API key?")]);
    expect(message?.content).toContain(
      "[1](https://docs.test/docs/keys#create-a-key)\n\nRun `npm run keys` to create an API key.",
    );
    expect(message?.parts.map(({ type }) => type)).toEqual(["step-start", "tool-invocation", "step-start", "text", "source"]);
    expect(message?.parts[1]?.toolInvocation?.state).toBe("result");
    expect(message?.id).toMatch(/^msg_/);
    const threadId = data.findLast((item) => item.threadId)?.threadId;
    expect(threadId).toBe(header);
    expect(message?.annotations).toEqual([
      { type: "thread", threadId },
      { type: "engine", engine: "excerpts" },
      { type: "suggestions", questions: ["Who may create a key?"] },
    ]);
    expect(finish).toMatchObject({ finishReason: "stop", usage: { promptTokens: 0, completionTokens: 0 } });
  });

  test("is asked to send message ids when it does not", async () => {
    await expect(send([user("Hello")], { extraFields: false })).rejects.toThrow("sendExtraMessageFields: true");
  });
});

describe.each([
  ["the UI message stream of /v2", messageV2, "v2", (options: object) => new DefaultChatTransport<AnswerMessage>(options)],
  ["the data stream of /v1", messageV1, "v1", (options: object) => new DataStreamChatTransport<AnswerMessage>(options)],
] as const)("useChat of AI SDK 7 over %s", (_, route, version, createTransport) => {
  const textOf = (message: UIMessage | undefined) =>
    message?.parts.map((part) => (part.type === "text" ? part.text : "")).join("");

  test("answers, cites, names its engine and stays in one thread", async () => {
    const transport = createTransport({
      api: `/${version}/assistant/docs/message`,
      body: { fp: "reader" },
      fetch: fetchOf(route, version),
    });
    const chat = new Chat<AnswerMessage>({ transport, messages: [] });
    await chat.sendMessage({ text: "How do I create an API key?" });
    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
    const first = chat.lastMessage as AnswerMessage;
    expect(textOf(first)).toContain("[1](https://docs.test/docs/keys#create-a-key)\n\nRun `npm run keys` to create an API key.");
    expect(first.parts.map(({ type }) => type)).toEqual(["step-start", "tool-search", "step-start", "text", "source-url"]);
    const metadata = { engine: "excerpts", threadId: expect.stringMatching(/^th_/), suggestions: ["Who may create a key?"] };
    expect(first.metadata).toMatchObject(metadata satisfies Record<Exclude<keyof AnswerMetadata, "doubted">, unknown>);
    await chat.sendMessage({ text: "and tabs?" });
    expect(textOf(chat.lastMessage)).toContain("Tabs show one of several texts.");
    expect(chat.lastMessage?.metadata?.threadId).toBe(first.metadata?.threadId);
  });
});

test("useChat with resume finds nothing to resume, on another site's page too", async () => {
  const asked: string[] = [];
  const fetch = async (url: unknown) => {
    const { pathname } = new URL(String(url));
    asked.push(pathname);
    const response = await callRoute(resumeV2, { method: "GET", path: pathname, headers: { origin: "https://app.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    return response;
  };
  const transport = new DefaultChatTransport({ api: "https://docs.test/v2/assistant/docs/message", fetch });
  expect(await transport.reconnectToStream({ chatId: "chat-1" })).toBeNull();
  expect(asked).toEqual(["/v2/assistant/docs/message/chat-1/stream"]);
});
