import { ReaderQuery, ThreadQuery, ThreadsQuery } from "../assistant/threads/threads.ts";
import {
  accountToken,
  assistantToken,
  countedHeaders,
  domainParameter,
  inPath,
  inQuery,
  type Json,
  jsonAnswer,
  jsonBody,
  refusalsOf,
} from "./operation.ts";
import { ref, toJsonSchema } from "./schemas.ts";

const fp = "b1f3c9e2-reader";
const question = "How do I export a report?";

const v1Request = {
  fp,
  messages: [{ id: "m1", role: "user", content: question, parts: [{ type: "text", text: question }] }],
};
const v2Request = { fp, messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: question }] }] };

const v1Stream = [
  'f:{"messageId":"msg_1"}',
  '2:[{"type":"thread","threadId":"th_9f…"}]',
  '9:{"toolCallId":"call_1","toolName":"search","args":{"query":"export a report"}}',
  'a:{"toolCallId":"call_1","result":[{"content":"…","path":"/docs/reports","metadata":{}}]}',
  '0:"Choose Export"',
  'e:{"finishReason":"stop","usage":{"promptTokens":812,"completionTokens":64},"isContinued":false}',
  'd:{"type":"finish","finishReason":"stop","usage":{"promptTokens":812,"completionTokens":64},"threadId":"th_9f…"}',
  "",
].join("\n");
const v2Stream = [
  'data: {"type":"start","messageId":"msg_1","messageMetadata":{"threadId":"th_9f…"}}',
  'data: {"type":"text-start","id":"t1"}',
  'data: {"type":"text-delta","id":"t1","delta":"Choose Export"}',
  'data: {"type":"text-end","id":"t1"}',
  'data: {"type":"finish","messageMetadata":{"threadId":"th_9f…"}}',
  "data: [DONE]",
  "",
].join("\n\n");

const streamHeaders: Json = {
  ...countedHeaders,
  "X-Thread-Id": { description: "The thread that holds this turn; send it as threadId next time.", schema: { type: "string" } },
};

const common =
  "The last user message is the question. Earlier messages are context: only their user and assistant text reaches the model, and none of them is stored. " +
  "Every passage that the answer rests on is cited, and is in the result of a tool: each result lists passages in the shape of search results.\n\n" +
  "After the status 200, a failure is reported in the stream: one error with a fixed text, and then the finish event.\n\n" +
  "Charged to the key, the organisation and the IP address; `/v1` and `/v2` share the limits.";

export const assistantPaths: Json = {
  "/v1/assistant/{domain}/message": {
    post: {
      operationId: "sendMessage",
      tags: ["Assistant"],
      summary: "Ask the assistant (AI SDK 4)",
      description:
        "Answers a conversation from the documentation, as the data stream of AI SDK 4.\n\n" +
        `useChat of AI SDK 4 sends message ids only with \`sendExtraMessageFields: true\`. ${common}`,
      security: assistantToken,
      parameters: [domainParameter],
      requestBody: jsonBody(ref("MessageRequest"), {
        "A first question": v1Request,
        "A question in a thread, with a filter": { ...v1Request, threadId: "th_9f…", filter: { version: "v2", language: "en" } },
      }),
      responses: {
        200: {
          description:
            "Data stream parts, one a line. The last line is of type finish and holds the threadId. Blank lines keep the connection open.",
          headers: {
            ...streamHeaders,
            "X-Vercel-AI-Data-Stream": { description: "Version of the stream format.", schema: { const: "v1" } },
          },
          content: { "text/plain": { schema: { type: "string" }, example: v1Stream } },
        },
        ...refusalsOf({ body: true }),
      },
    },
  },
  "/v2/assistant/{domain}/message": {
    post: {
      operationId: "sendUIMessage",
      tags: ["Assistant"],
      summary: "Ask the assistant (AI SDK 5 and later)",
      description: `Answers a conversation from the documentation, as the UI message stream of AI SDK 5 and later. \`metadata.threadId\` of an earlier message counts when the body has no threadId. ${common}`,
      security: assistantToken,
      parameters: [domainParameter],
      requestBody: jsonBody(ref("UIMessageRequest"), { "A first question": v2Request }),
      responses: {
        200: {
          description:
            "Server-sent events. `start` and `finish` hold the threadId in messageMetadata; comments keep the connection open.",
          headers: {
            ...streamHeaders,
            "X-Vercel-AI-UI-Message-Stream": { description: "Version of the stream format.", schema: { const: "v1" } },
          },
          content: { "text/event-stream": { schema: { type: "string" }, example: v2Stream } },
        },
        ...refusalsOf({ body: true }),
      },
    },
  },
  "/v2/assistant/{domain}/message/{chatId}/stream": {
    get: {
      operationId: "resumeUIMessage",
      tags: ["Assistant"],
      summary: "Resume an answer (AI SDK 5 and later)",
      description:
        "Says that there is no answer to resume: one ends with the connection that asked for it. `useChat` with `resume` asks. It takes no token and is not counted.",
      security: [],
      parameters: [domainParameter, inPath("chatId", { description: "Id of the chat in the client.", example: "chat-1" })],
      responses: {
        204: { description: "Nothing to resume.", headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } } },
        500: { $ref: "#/components/responses/internal" },
      },
    },
  },
  "/v1/assistant/{domain}/feedback": {
    post: {
      operationId: "sendFeedback",
      tags: ["Assistant"],
      summary: "Rate an answer",
      description: "Keeps whether an answer helped, and why. Rating the same answer again replaces the earlier rating.",
      security: assistantToken,
      parameters: [domainParameter],
      requestBody: jsonBody(ref("FeedbackRequest"), {
        "It helped": { threadId: "th_9f…", messageId: "msg_1", rating: "up" },
        "It did not": { threadId: "th_9f…", messageId: "msg_1", rating: "down", reason: "The command fails on Windows." },
      }),
      responses: { 204: { description: "Kept.", headers: countedHeaders }, ...refusalsOf({ body: true }) },
    },
  },
  "/v1/assistant/{domain}/support": {
    post: {
      operationId: "sendToSupport",
      tags: ["Assistant"],
      summary: "Hand a question over to support",
      description:
        "Sends the question that an answer is for, the addresses that it cites and the thread's id to the owner's `SUPPORT_WEBHOOK_URL`, signed. " +
        "They are read from the thread. 404 where no webhook is set; 503 where it does not take the question, and then nothing was sent.",
      security: assistantToken,
      parameters: [domainParameter],
      requestBody: jsonBody(ref("SupportRequest"), {
        "With an address": { threadId: "th_9f…", messageId: "msg_1", email: "ada@example.com", page: "/docs/reports" },
      }),
      responses: { 204: { description: "The webhook has taken it.", headers: countedHeaders }, ...refusalsOf({ body: true }) },
    },
  },
};

const threadParameter = inPath("threadId", { description: "The thread, as its messages' answers named it.", example: "th_9f…" });
const fpOf = (schema: typeof ReaderQuery) => inQuery("fp", { required: true, schema: toJsonSchema(schema.shape.fp) });
const cursor = inQuery("cursor", { required: false, schema: toJsonSchema(ThreadQuery.shape.cursor) });

export const threadPaths: Json = {
  "/v1/assistant/{domain}/threads": {
    get: {
      operationId: "listThreads",
      tags: ["Threads"],
      summary: "List threads",
      description: "Threads of all readers or of one fp, the one used last first.",
      security: accountToken,
      parameters: [
        domainParameter,
        inQuery("fp", { required: false, schema: toJsonSchema(ThreadsQuery.shape.fp) }),
        inQuery("since", { required: false, schema: toJsonSchema(ThreadsQuery.shape.since) }),
        inQuery("include", { required: false, schema: toJsonSchema(ThreadsQuery.shape.include) }),
        cursor,
      ],
      responses: {
        200: jsonAnswer("The threads; an empty list when there is none.", {
          schema: ref("ThreadList"),
          example: {
            threads: [
              {
                threadId: "th_9f…",
                fp: "b1f3c9e2-reader",
                createdAt: "2026-11-21T09:00:00.000Z",
                updatedAt: "2026-11-21T09:02:00.000Z",
                messageCount: 4,
              },
            ],
            nextCursor: null,
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
    delete: {
      operationId: "deleteThreads",
      tags: ["Threads"],
      summary: "Delete all threads of a reader",
      description: "Deletes every thread of one fp with its messages and ratings. It cannot be undone.",
      security: accountToken,
      parameters: [domainParameter, fpOf(ReaderQuery)],
      responses: { 204: { description: "Deleted, or there was none.", headers: countedHeaders }, ...refusalsOf({ body: false }) },
    },
  },
  "/v1/assistant/{domain}/threads/{threadId}": {
    get: {
      operationId: "readThread",
      tags: ["Threads"],
      summary: "Read a thread",
      description: "The messages of a thread, oldest first.",
      security: accountToken,
      parameters: [domainParameter, threadParameter, cursor],
      responses: {
        200: jsonAnswer("The messages.", {
          schema: ref("ThreadMessages"),
          example: {
            threadId: "th_9f…",
            fp: "b1f3c9e2-reader",
            messages: [
              {
                id: "m1",
                role: "user",
                createdAt: "2026-11-21T09:00:00.000Z",
                content: "How do I export a report?",
                parts: [{ type: "text", text: "How do I export a report?" }],
                status: "complete",
              },
            ],
            nextCursor: null,
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
    delete: {
      operationId: "deleteThread",
      tags: ["Threads"],
      summary: "Delete a thread",
      description: "Deletes a thread with its messages and ratings. It cannot be undone.",
      security: accountToken,
      parameters: [domainParameter, threadParameter],
      responses: { 204: { description: "Deleted.", headers: countedHeaders }, ...refusalsOf({ body: false }) },
    },
  },
};
