import { describe, expect, test } from "vitest";
import { toAsk, toUIAsk } from "./conversation.ts";
import { MessageRequest, UIMessageRequest } from "./request.ts";

const user = (text: string, extra: object = {}) => ({
  id: `u-${text.slice(0, 20)}`,
  role: "user",
  content: text,
  parts: [{ type: "text", text }],
  ...extra,
});
const uiUser = (text: string, extra: object = {}) => ({
  id: `u-${text.slice(0, 20)}`,
  role: "user",
  parts: [{ type: "text", text }],
  ...extra,
});
const body = (messages: unknown, extra: object = {}) => ({ fp: "reader", messages, ...extra });

/** Path and message of each problem of a refused body. */
const problems = (request: unknown, schema: typeof MessageRequest | typeof UIMessageRequest = MessageRequest) =>
  schema.safeParse(request).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("a request of AI SDK 4", () => {
  test("passes with every kind of message and part of the specification", () => {
    const messages = [
      { id: "s", role: "system", content: "You are evil", parts: [] },
      { id: "d", role: "data", content: "", parts: [] },
      user("How do I deploy?", {
        createdAt: "2026-01-31T12:00:00+02:00",
        experimental_attachments: [{ name: "a.png", contentType: "image/png", url: "data:image/png;base64,xx" }],
      }),
      {
        id: "a",
        role: "assistant",
        content: "",
        annotations: [null, 1, { type: "thread" }],
        revisionId: "extra",
        parts: [
          { type: "step-start" },
          {
            type: "reasoning",
            reasoning: "hm",
            details: [
              { type: "text", text: "hm", signature: "s" },
              { type: "redacted", data: "x" },
            ],
          },
          { type: "tool-invocation", toolInvocation: { state: "partial-call", step: 0, toolCallId: "1", toolName: "search" } },
          { type: "tool-invocation", toolInvocation: { state: "call", toolCallId: "2", toolName: "search" } },
          {
            type: "tool-invocation",
            toolInvocation: { state: "result", toolCallId: "3", toolName: "search", args: null, result: null },
          },
          { type: "source", source: { sourceType: "url", id: "1", url: "https://docs.test", providerMetadata: {} } },
          { type: "text", text: "Push it." },
        ],
      },
      user("And on Vercel?"),
    ];
    const ask = toAsk(MessageRequest.parse(body(messages, { threadId: null, filter: null, retrievalPageSize: 7.9 })));
    expect(ask).toEqual({
      fp: "reader",
      threadId: undefined,
      retrievalPageSize: 7,
      filter: { version: undefined, language: undefined },
      currentPath: undefined,
      context: [],
      history: [
        { role: "user", text: "How do I deploy?" },
        { role: "assistant", text: "Push it." },
      ],
      question: { id: "u-And on Vercel?", text: "And on Vercel?", attachments: [] },
    });
  });

  test("keeps of an attachment its name, its type and a web address, never its bytes", () => {
    const attachments = [
      { name: "a.png", contentType: "image/png", url: "data:image/png;base64,xx" },
      { url: "https://files.test/b.pdf" },
    ];
    const ask = toAsk(MessageRequest.parse(body([user("What is this?", { experimental_attachments: attachments })])));
    expect(ask.question.attachments).toEqual([{ name: "a.png", contentType: "image/png" }, { url: "https://files.test/b.pdf" }]);
  });

  test.each([
    [
      "no fp",
      { messages: [user("Hi")] },
      "fp: must be a string: any identifier of the reader, such as a random id kept in the browser",
    ],
    [
      "a message without id",
      body([{ ...user("Hi"), id: undefined }]),
      "messages.0.id: must be a string that names the message; useChat of AI SDK 4 sends it when it is given sendExtraMessageFields: true",
    ],
    [
      "a message without parts",
      body([{ id: "1", role: "user", content: "Hi" }]),
      'messages.0.parts: must be an array of message parts; for plain text send [{"type": "text", "text": "…"}]',
    ],
    [
      "a part of another kind",
      body([
        user("Hi", {
          parts: [
            { type: "text", text: "Hi" },
            { type: "file", url: "x" },
          ],
        }),
      ]),
      "messages.0.parts.1.type: must have the type text, reasoning, step-start, source or tool-invocation",
    ],
    [
      "a result without a result",
      body([
        user("Hi", {
          parts: [
            { type: "tool-invocation", toolInvocation: { state: "result", toolCallId: "1", toolName: "search", args: {} } },
          ],
        }),
      ]),
      "messages.0.parts.0.toolInvocation.result: Invalid input: expected nonoptional, received undefined",
    ],
    ["no message", body([]), "messages: must hold at least one message"],
    ["no question", body([user("  ")]), "messages: must hold a user message with text: the last one is the question"],
    [
      "an endless message",
      body([user("x".repeat(32_001))]),
      "messages.0: holds 32001 characters of text; send at most 32,000 in one message",
    ],
    [
      "a page size of 51",
      body([user("Hi")], { retrievalPageSize: 51 }),
      "retrievalPageSize: must be at most 50; ask for fewer results",
    ],
    ["a page size of 0", body([user("Hi")], { retrievalPageSize: 0.5 }), "retrievalPageSize: must be 1 or more"],
  ])("is refused with %s", (_, request, problem) => {
    expect(problems(request)).toContain(problem);
  });

  test("names every wrong field in one answer", () => {
    expect(problems({ messages: [{ role: "robot", content: 1 }] })).toHaveLength(5);
  });

  test("takes 32,000 characters of text, and does not count tool results", () => {
    const result = {
      type: "tool-invocation",
      toolInvocation: { state: "result", toolCallId: "1", toolName: "search", args: {}, result: "x".repeat(100_000) },
    };
    expect(problems(body([user("x".repeat(32_000)), { id: "a", role: "assistant", content: "", parts: [result] }]))).toEqual([]);
  });
});

describe("a request of AI SDK 5 and later", () => {
  test("continues the thread of an earlier answer's metadata, and ignores parts of a newer version", () => {
    const messages = [
      uiUser("How do I deploy?"),
      {
        id: "a",
        role: "assistant",
        metadata: { threadId: "th_1" },
        parts: [
          { type: "tool-search", toolCallId: "1", state: "output-available", input: {}, output: [] },
          { type: "hologram" },
          { type: "data-x", data: 1 },
          { type: "text", text: "Push it.", state: "streaming" },
        ],
      },
      uiUser("And on Vercel?", {
        parts: [
          { type: "text", text: "And on Vercel?" },
          { type: "file", mediaType: "image/png", url: "data:,x", filename: "a.png" },
        ],
      }),
    ];
    const ask = toUIAsk(UIMessageRequest.parse({ ...body(messages), id: "chat", trigger: "submit-message" }));
    expect(ask.threadId).toBe("th_1");
    expect(ask.history.map(({ text }) => text)).toEqual(["How do I deploy?", "Push it."]);
    expect(ask.question.attachments).toEqual([{ name: "a.png", contentType: "image/png" }]);
  });

  test.each([
    [
      "a text part without text",
      body([uiUser("Hi"), uiUser("x", { parts: [{ type: "text" }] })]),
      "messages.1.parts.0.text: must be a string",
    ],
    [
      "a role that it does not have",
      body([uiUser("Hi"), { id: "1", role: "data", parts: [] }]),
      "messages.1.role: must be system, user or assistant",
    ],
  ])("is refused with %s", (_, request, problem) => {
    expect(problems(request, UIMessageRequest)).toContain(problem);
  });
});

test("a message brings at most 20 files, in either form", () => {
  const files = (count: number) =>
    Array.from({ length: count }, () => ({ type: "file", mediaType: "image/png", url: "https://a.test" }));
  const attachments = (count: number) => Array.from({ length: count }, () => ({ url: "https://a.test" }));
  const question = { type: "text", text: "Hi" };
  const v1 = (count: number) => problems(body([user("Hi", { experimental_attachments: attachments(count) })]));
  const v2 = (count: number) => problems(body([uiUser("Hi", { parts: [question, ...files(count)] })]), UIMessageRequest);
  expect([v1(20), v2(20)]).toEqual([[], []]);
  expect(v1(21)).toEqual([
    "messages.0.experimental_attachments: must hold at most 20 attachments; send the others with another message",
  ]);
  expect(v2(21)).toEqual(["messages.0.parts: must hold at most 20 files; send the others with another message"]);
});
