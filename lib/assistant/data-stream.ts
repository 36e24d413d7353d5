import { type AnswerEvent, type Engine, toFinishReason, toUsage, type Usage } from "./answer-event.ts";

/** One line per part: the code, a colon, JSON, LF. The client library of AI SDK 4 knows these codes and fails on any other. */
const CODES = {
  text: "0",
  data: "2",
  error: "3",
  annotations: "8",
  toolCall: "9",
  toolResult: "a",
  toolCallStart: "b",
  toolCallDelta: "c",
  finish: "d",
  finishStep: "e",
  startStep: "f",
  reasoning: "g",
  source: "h",
  redactedReasoning: "i",
  reasoningSignature: "j",
} as const;

/** The only heartbeat that AI SDK 4 clients skip; a comment or a space ends their turn. */
export const DATA_STREAM_KEEP_ALIVE = "\n";

/** Response headers that AI SDK 4 servers send. */
export const DATA_STREAM_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "x-vercel-ai-data-stream": "v1",
} as const;

/** Longest line that the decoder holds while it waits for the line's end, in characters. */
const MAX_LINE = 8 * 1024 * 1024;

/** Writes an answer as AI SDK 4 data stream, a string of whole lines for each event that has any. */
export async function* encodeDataStream(events: AsyncIterable<AnswerEvent>): AsyncGenerator<string, void, void> {
  let messageId = "";
  let threadId: string | undefined;
  for await (const event of events) {
    if (event.type === "start") ({ messageId, threadId } = event);
    const lines = toLines(event, messageId);
    // The thread follows the first step's start, so that a client gives the message its lasting id before it shows it.
    if (event.type === "start-step" && threadId !== undefined) {
      lines.push(...threadLines(threadId));
      threadId = undefined;
    }
    if (lines.length > 0) yield lines.join("");
  }
}

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`;

/** Hook users read the thread from `data` or from the message's annotations: an error or a stop keeps both. */
function threadLines(threadId: string): string[] {
  const thread = [{ type: "thread", threadId }];
  return [line(CODES.data, thread), line(CODES.annotations, thread)];
}

function toLines(event: AnswerEvent, messageId: string): string[] {
  switch (event.type) {
    case "start":
    case "thread":
      return [];
    case "engine":
      return [line(CODES.annotations, [{ type: "engine", engine: event.engine }])];
    case "start-step":
      return [line(CODES.startStep, { messageId })];
    case "text":
      return [line(CODES.text, event.delta)];
    case "reasoning":
      return [line(CODES.reasoning, event.delta)];
    case "reasoning-signature":
      return [line(CODES.reasoningSignature, { signature: event.signature })];
    case "reasoning-redacted":
      return [line(CODES.redactedReasoning, { data: event.data })];
    case "tool-input-start":
      return [line(CODES.toolCallStart, { toolCallId: event.toolCallId, toolName: event.toolName })];
    case "tool-input-delta":
      return [line(CODES.toolCallDelta, { toolCallId: event.toolCallId, argsTextDelta: event.delta })];
    case "tool-call":
      return [line(CODES.toolCall, { toolCallId: event.toolCallId, toolName: event.toolName, args: event.input })];
    case "tool-result":
      return [line(CODES.toolResult, { toolCallId: event.toolCallId, result: event.output ?? null })];
    case "tool-error":
      return [line(CODES.toolResult, { toolCallId: event.toolCallId, result: { error: event.message } })];
    case "source":
      return [line(CODES.source, { sourceType: "url", id: event.id, url: event.url, title: event.title })];
    case "error":
      return [line(CODES.error, event.message)];
    case "finish-step":
      return [line(CODES.finishStep, { finishReason: event.finishReason, usage: event.usage, isContinued: false })];
    case "finish":
      return [
        line(CODES.finish, {
          type: "finish",
          finishReason: event.finishReason,
          usage: event.usage,
          threadId: event.threadId,
        }),
      ];
  }
}

/**
 * Reads an AI SDK 4 data stream. A stream that ends without its finish part was cut off: an error event says so.
 * @throws Error for a line that is no data stream part, such as the HTML of a proxy's error page.
 */
export async function* decodeDataStream(lines: AsyncIterable<string>): AsyncGenerator<AnswerEvent, void, void> {
  let started = false;
  let ended = false;
  for await (const text of lines) {
    if (text.trim() === "") continue;
    const [code, value] = splitLine(text);
    if (code === CODES.startStep && !started) {
      started = true;
      yield { type: "start", messageId: String(fields(value).messageId ?? "") };
    }
    if (code === CODES.finish || code === CODES.error) ended = true;
    yield* toEvents(code, value);
  }
  if (!ended) yield { type: "error", message: "The answer was cut off before its end. Ask again to get all of it." };
}

function splitLine(text: string): [code: string, value: unknown] {
  const colon = text.indexOf(":");
  if (colon !== 1) throw new Error("The response is not an AI SDK data stream: a line does not begin with a part code.");
  try {
    return [text.slice(0, colon), JSON.parse(text.slice(colon + 1))];
  } catch (cause) {
    throw new Error("The response is not an AI SDK data stream: a line does not hold JSON.", { cause });
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Codes that this reader does not know are passed over: a newer server may send more than an older page understands. */
function toEvents(code: string, value: unknown): AnswerEvent[] {
  const part = fields(value);
  const toolCallId = String(part.toolCallId ?? "");
  const toolName = String(part.toolName ?? "");
  switch (code) {
    case CODES.startStep:
      return [{ type: "start-step" }];
    case CODES.text:
      return [{ type: "text", delta: String(value) }];
    case CODES.reasoning:
      return [{ type: "reasoning", delta: String(value) }];
    case CODES.reasoningSignature:
      return [{ type: "reasoning-signature", signature: String(part.signature ?? "") }];
    case CODES.redactedReasoning:
      return [{ type: "reasoning-redacted", data: String(part.data ?? "") }];
    case CODES.data:
    case CODES.annotations:
      return (Array.isArray(value) ? value : []).flatMap(toAnnotation);
    case CODES.toolCallStart:
      return [{ type: "tool-input-start", toolCallId, toolName }];
    case CODES.toolCallDelta:
      return [{ type: "tool-input-delta", toolCallId, delta: String(part.argsTextDelta ?? "") }];
    case CODES.toolCall:
      return [{ type: "tool-call", toolCallId, toolName, input: fields(part.args) }];
    case CODES.toolResult:
      return [toToolResult(toolCallId, part.result)];
    case CODES.source:
      return [toSource(part)];
    case CODES.error:
      return [{ type: "error", message: String(value) }];
    case CODES.finishStep:
      return [{ type: "finish-step", finishReason: toFinishReason(part.finishReason), usage: readUsage(part.usage) }];
    case CODES.finish:
      return [toFinish(part)];
    default:
      return [];
  }
}

function toAnnotation(item: unknown): AnswerEvent[] {
  const { type, threadId, engine } = fields(item);
  if (type === "thread" && typeof threadId === "string") return [{ type: "thread", threadId }];
  if (type === "engine" && typeof engine === "string") return [{ type: "engine", engine: engine as Engine }];
  return [];
}

function toToolResult(toolCallId: string, result: unknown): AnswerEvent {
  const { error, ...others } = fields(result);
  const failed = typeof error === "string" && Object.keys(others).length === 0;
  return failed ? { type: "tool-error", toolCallId, message: error } : { type: "tool-result", toolCallId, output: result };
}

function toSource({ id, url, title }: Fields): AnswerEvent {
  const source = { type: "source", id: String(id ?? ""), url: String(url ?? "") } as const;
  return typeof title === "string" ? { ...source, title } : source;
}

function toFinish({ finishReason, usage, threadId }: Fields): AnswerEvent {
  const finish = { type: "finish", finishReason: toFinishReason(finishReason), usage: readUsage(usage) } as const;
  return typeof threadId === "string" ? { ...finish, threadId } : finish;
}

function readUsage(value: unknown): Usage {
  const { promptTokens, completionTokens } = fields(value);
  return toUsage(promptTokens, completionTokens);
}

/** Cuts a byte stream into lines without their ends. @throws Error for a line beyond 8 million characters. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE) throw new Error("The response holds a line that is too long to be a data stream part.");
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    await reader.cancel();
  }
}
