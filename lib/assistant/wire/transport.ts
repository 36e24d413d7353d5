import { getToolName, HttpChatTransport, type HttpChatTransportInitOptions, isToolUIPart, type UIMessage } from "ai";
import { decodeDataStream, readLines } from "./data-stream.ts";
import { toReadableStream } from "./readable-stream.ts";
import { type AnswerChunk, type AnswerMetadata, toChunks } from "./ui-stream.ts";

/** A chat message whose metadata may name the thread and the engine. */
export type AnswerMessage = UIMessage<AnswerMetadata>;

/**
 * Lets useChat of AI SDK 5 and later speak to `POST /v1/assistant/{domain}/message`, or to any server that takes AI SDK 4
 * messages and answers with a data stream. `body` gives fp, filter, currentPath and context; as a function it is read at
 * every send. The thread is the one of the last answer, also while that answer is written once more, unless the body has a
 * `threadId` (null begins a new thread).
 *
 * An answer's message has `metadata: { threadId, engine, suggestions, doubted }`, a `tool-search` part while it searches, `source-url` parts
 * whose sourceId is the number that the text cites, and in its text citations of the form ` [1](url)`.
 *
 * @example
 * const { messages, sendMessage } = useChat({
 *   transport: new DataStreamChatTransport({
 *     api: "https://docs.example.com/v1/assistant/docs/message",
 *     headers: { authorization: `Bearer ${assistantKey}` },
 *     body: () => ({ fp: readerId, currentPath: location.pathname }),
 *   }),
 * });
 */
export class DataStreamChatTransport<MESSAGE extends UIMessage = AnswerMessage> extends HttpChatTransport<MESSAGE> {
  readonly #begun: BegunThread;

  constructor(options: HttpChatTransportInitOptions<MESSAGE> = {}) {
    const begun: BegunThread = {};
    super({ prepareSendMessagesRequest: ({ messages, body }) => ({ body: toRequestBody(messages, body, begun) }), ...options });
    this.#begun = begun;
  }

  override async sendMessages(
    options: Parameters<HttpChatTransport<MESSAGE>["sendMessages"]>[0],
  ): Promise<ReadableStream<AnswerChunk>> {
    const chunks = (await super.sendMessages(options)) as ReadableStream<AnswerChunk>;
    return toReadableStream(
      noteThread(chunks, (threadId) => Object.assign(this.#begun, { threadId, by: options.messages[0]?.id })),
    );
  }

  /** An answer ends with the connection, so there is none to join. */
  override async reconnectToStream(): Promise<null> {
    return null;
  }

  protected override processResponseStream(stream: ReadableStream<Uint8Array>): ReadableStream<AnswerChunk> {
    return toReadableStream(toChunks(decodeDataStream(readLines(stream))));
  }
}

/** The thread of the newest answer, and the message that its conversation begins with. */
interface BegunThread {
  threadId?: string;
  by?: string | undefined;
}

function toRequestBody(
  messages: readonly UIMessage[],
  body: Readonly<Record<string, unknown>> | undefined,
  begun: BegunThread,
): object {
  // When the first answer is written once more, the message that named the thread is gone from the history.
  const threadId = findThreadId(messages) ?? (begun.by === messages[0]?.id ? begun.threadId : undefined);
  return { ...(threadId === undefined ? {} : { threadId }), ...body, messages: toSpecMessages(messages) };
}

/** Returns the thread of the newest answer with metadata. */
function findThreadId(messages: readonly UIMessage[]): string | undefined {
  for (const { metadata } of messages.toReversed()) {
    const threadId = (metadata as AnswerMetadata | undefined)?.threadId;
    if (typeof threadId === "string") return threadId;
  }
  return undefined;
}

/** Passes the chunks on, and tells the thread that they name. */
async function* noteThread(chunks: ReadableStream<AnswerChunk>, note: (threadId: string) => void) {
  const reader = chunks.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const threadId = "messageMetadata" in value ? value.messageMetadata?.threadId : undefined;
      if (threadId !== undefined) note(threadId);
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** A message in the shape of AI SDK 4, as `/v1` takes it. */
interface SpecMessage {
  readonly id: string;
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  readonly parts: readonly SpecPart[];
  readonly experimental_attachments?: readonly { name?: string; contentType?: string; url: string }[];
}

type SpecPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly reasoning: string; readonly details: readonly { type: "text"; text: string }[] }
  | { readonly type: "step-start" }
  | { readonly type: "source"; readonly source: { sourceType: "url"; id: string; url: string; title?: string } }
  | { readonly type: "tool-invocation"; readonly toolInvocation: SpecToolInvocation };

interface SpecToolInvocation {
  readonly state: "partial-call" | "call" | "result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
  readonly result?: unknown;
}

/** Converts messages of AI SDK 5 and later; parts that AI SDK 4 has no word for are left out. */
function toSpecMessages(messages: readonly UIMessage[]): SpecMessage[] {
  return messages.map(toSpecMessage);
}

function toSpecMessage({ id, role, parts }: UIMessage): SpecMessage {
  const content = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const attachments = parts.flatMap((part) =>
    part.type === "file"
      ? [{ url: part.url, contentType: part.mediaType, ...(part.filename ? { name: part.filename } : {}) }]
      : [],
  );
  const message = { id, role, content, parts: parts.flatMap(toSpecPart) };
  return attachments.length > 0 ? { ...message, experimental_attachments: attachments } : message;
}

function toSpecPart(part: UIMessage["parts"][number]): SpecPart[] {
  if (isToolUIPart(part)) return [{ type: "tool-invocation", toolInvocation: toInvocation(part) }];
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "reasoning":
      return [{ type: "reasoning", reasoning: part.text, details: [{ type: "text", text: part.text }] }];
    case "step-start":
      return [{ type: "step-start" }];
    case "source-url":
      return [
        {
          type: "source",
          source: { sourceType: "url", id: part.sourceId, url: part.url, ...(part.title ? { title: part.title } : {}) },
        },
      ];
    default:
      return [];
  }
}

type ToolPart = Extract<UIMessage["parts"][number], { toolCallId: string }>;

function toInvocation(part: ToolPart): SpecToolInvocation {
  const call = { toolCallId: part.toolCallId, toolName: getToolName(part), args: part.input ?? {} };
  if (part.state === "output-available") return { state: "result", ...call, result: part.output ?? null };
  if (part.state === "output-error") return { state: "result", ...call, result: { error: part.errorText } };
  return { state: part.state === "input-streaming" ? "partial-call" : "call", ...call };
}
