/** The answer mode: passages quoted from the docs, a language model, or passages because the model failed. */
export type AnswerMode = "excerpts" | "model" | "fallback";

/** The reason why a step or an answer ended, in the words that every AI SDK version knows. */
export type FinishReason = (typeof FINISH_REASONS)[number];
const FINISH_REASONS = ["stop", "length", "content-filter", "tool-calls", "error", "other"] as const;

/** Returns the reason of that name; `other` for anything else. */
export function toFinishReason(value: unknown): FinishReason {
  return FINISH_REASONS.find((reason) => reason === value) ?? "other";
}

/** Tokens of a step or an answer; null when the engine does not count. */
export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** Counts of tokens; null for what is not a number. */
export function toUsage(promptTokens: unknown, completionTokens: unknown): Usage {
  const count = (tokens: unknown) => (typeof tokens === "number" && Number.isFinite(tokens) ? tokens : null);
  return { promptTokens: count(promptTokens), completionTokens: count(completionTokens) };
}

/**
 * The events of an answer that is being written, in their order. Both wires are written from these events,
 * and the client's decoder reads them back from the data stream; a text or reasoning block has no start and end marks, it
 * ends where another kind of event begins.
 */
export type AnswerEvent =
  | { readonly type: "start"; readonly messageId: string; readonly threadId?: string }
  /** Only read, never written: the data stream carries the thread in a separate line. */
  | { readonly type: "thread"; readonly threadId: string }
  /** Comes before the first text. */
  | { readonly type: "engine"; readonly engine: AnswerMode }
  | { readonly type: "start-step" }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | { readonly type: "reasoning-signature"; readonly signature: string }
  | { readonly type: "reasoning-redacted"; readonly data: string }
  | { readonly type: "tool-input-start"; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: "tool-input-delta"; readonly toolCallId: string; readonly delta: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: object }
  | { readonly type: "tool-result"; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: "tool-error"; readonly toolCallId: string; readonly message: string }
  /** Comes once, behind the last source. */
  | { readonly type: "suggestions"; readonly questions: readonly string[] }
  /** Says that the text may not answer. */
  | { readonly type: "doubt" }
  | { readonly type: "source"; readonly id: string; readonly url: string; readonly title?: string }
  /** `incomplete` where the model broke off: what came so far is kept. */
  | { readonly type: "error"; readonly message: string; readonly incomplete?: true }
  | { readonly type: "finish-step"; readonly finishReason: FinishReason; readonly usage: Usage }
  | { readonly type: "finish"; readonly finishReason: FinishReason; readonly usage: Usage; readonly threadId?: string };

/** The only heartbeat that AI SDK 4 clients skip; a comment or a space ends their turn. */
export const DATA_STREAM_KEEP_ALIVE = "\n";

/** Response headers that AI SDK 4 servers send. */
export const DATA_STREAM_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "x-vercel-ai-data-stream": "v1",
} as const;

/** Longest line that the decoder holds while it waits for the line's end, in characters. */
const MAX_LINE = 8 * 1024 * 1024;

/**
 * The parts of a data stream, by the events of an answer: one line for each code, with a colon, JSON and LF. Clients of AI
 * SDK 4 know these codes and fail at any other. The first step marks the start of an answer.
 */
const PARTS: { readonly [Type in Exclude<AnswerEvent["type"], "start">]: Part<EventOf<Type>> } = {
  text: { codes: ["0"], write: ({ delta }) => delta, read: (value) => [{ type: "text", delta: String(value) }] },
  reasoning: { codes: ["g"], write: ({ delta }) => delta, read: (value) => [{ type: "reasoning", delta: String(value) }] },
  "reasoning-signature": {
    codes: ["j"],
    write: ({ signature }) => ({ signature }),
    read: (value) => [{ type: "reasoning-signature", signature: textIn(value, "signature") }],
  },
  "reasoning-redacted": {
    codes: ["i"],
    write: ({ data }) => ({ data }),
    read: (value) => [{ type: "reasoning-redacted", data: textIn(value, "data") }],
  },
  // Hook users read the thread from `data` or from the message's annotations: an error or a stop keeps both.
  thread: {
    codes: ["2", "8"],
    write: ({ threadId }) => [{ type: "thread", threadId }],
    read: (value) =>
      itemsOf(value, "thread").flatMap(({ threadId }) => (typeof threadId === "string" ? [{ type: "thread", threadId }] : [])),
  },
  engine: {
    codes: ["8"],
    write: ({ engine }) => [{ type: "engine", engine }],
    read: (value) =>
      itemsOf(value, "engine").flatMap(({ engine }) =>
        typeof engine === "string" ? [{ type: "engine", engine: engine as AnswerMode }] : [],
      ),
  },
  suggestions: {
    codes: ["8"],
    write: ({ questions }) => [{ type: "suggestions", questions }],
    read: (value) =>
      itemsOf(value, "suggestions").flatMap(({ questions }) =>
        Array.isArray(questions) ? [{ type: "suggestions", questions: questions.map(String) }] : [],
      ),
  },
  doubt: {
    codes: ["8"],
    write: () => [{ type: "doubt" }],
    read: (value) => itemsOf(value, "doubt").map(() => ({ type: "doubt" })),
  },
  "tool-input-start": {
    codes: ["b"],
    write: ({ toolCallId, toolName }) => ({ toolCallId, toolName }),
    read: (value) => [{ type: "tool-input-start", ...callOf(value), toolName: textIn(value, "toolName") }],
  },
  "tool-input-delta": {
    codes: ["c"],
    write: ({ toolCallId, delta }) => ({ toolCallId, argsTextDelta: delta }),
    read: (value) => [{ type: "tool-input-delta", ...callOf(value), delta: textIn(value, "argsTextDelta") }],
  },
  "tool-call": {
    codes: ["9"],
    write: ({ toolCallId, toolName, input }) => ({ toolCallId, toolName, args: input }),
    read: (value) => [
      { type: "tool-call", ...callOf(value), toolName: textIn(value, "toolName"), input: fieldsOf(fieldsOf(value).args) },
    ],
  },
  "tool-result": {
    codes: ["a"],
    write: ({ toolCallId, output }) => ({ toolCallId, result: output ?? null }),
    read: (value) =>
      errorOf(value) === undefined ? [{ type: "tool-result", ...callOf(value), output: fieldsOf(value).result }] : [],
  },
  "tool-error": {
    codes: ["a"],
    write: ({ toolCallId, message }) => ({ toolCallId, result: { error: message } }),
    read: (value) => {
      const message = errorOf(value);
      return message === undefined ? [] : [{ type: "tool-error", ...callOf(value), message }];
    },
  },
  source: {
    codes: ["h"],
    write: ({ id, url, title }) => ({ sourceType: "url", id, url, title }),
    read: (value) => {
      const { title } = fieldsOf(value);
      const source = { type: "source", id: textIn(value, "id"), url: textIn(value, "url") } as const;
      return [typeof title === "string" ? { ...source, title } : source];
    },
  },
  error: { codes: ["3"], write: ({ message }) => message, read: (value) => [{ type: "error", message: String(value) }] },
  "start-step": { codes: ["f"], write: (_, messageId) => ({ messageId }), read: () => [{ type: "start-step" }] },
  "finish-step": {
    codes: ["e"],
    write: ({ finishReason, usage }) => ({ finishReason, usage, isContinued: false }),
    read: (value) => [{ type: "finish-step", ...endOf(value) }],
  },
  finish: {
    codes: ["d"],
    write: ({ finishReason, usage, threadId }) => ({ type: "finish", finishReason, usage, threadId }),
    read: (value) => {
      const { threadId } = fieldsOf(value);
      return [{ type: "finish", ...endOf(value), ...(typeof threadId === "string" && { threadId }) }];
    },
  },
};

type EventOf<Type> = Extract<AnswerEvent, { type: Type }>;

/** The form of one kind of event on the wire. */
interface Part<Event> {
  readonly codes: readonly string[];
  readonly write: (event: Event, messageId: string) => unknown;
  /** Reads the value of a line; none where it is that of another part of the same code. */
  readonly read: (value: unknown) => Event[];
}

const [START_STEP] = PARTS["start-step"].codes;
const ENDS: readonly string[] = [...PARTS.finish.codes, ...PARTS.error.codes];

function toLines(event: Exclude<AnswerEvent, { type: "start" }>, messageId: string): string {
  const { codes, write } = PARTS[event.type] as Part<AnswerEvent>;
  return codes.map((code) => `${code}:${JSON.stringify(write(event, messageId))}\n`).join("");
}

/** Reads the events of a line. A code that is not known has none: a newer server may send more than an older page knows. */
function toEvents(code: string, value: unknown): AnswerEvent[] {
  return Object.values(PARTS).flatMap((part): AnswerEvent[] => (part.codes.includes(code) ? part.read(value) : []));
}

/** Writes an answer as AI SDK 4 data stream, a string of whole lines for each event that has any. */
export async function* encodeDataStream(events: AsyncIterable<AnswerEvent>): AsyncGenerator<string, void, void> {
  let messageId = "";
  let threadId: string | undefined;
  for await (const event of events) {
    if (event.type === "start") {
      ({ messageId, threadId } = event);
      continue;
    }
    // The thread follows the first step's start, so that a client gives the message its lasting id before it shows it.
    const thread = event.type === "start-step" && threadId !== undefined ? toLines({ type: "thread", threadId }, messageId) : "";
    if (thread) threadId = undefined;
    yield toLines(event, messageId) + thread;
  }
}

/**
 * Reads an AI SDK 4 data stream. A stream that ends without its finish part was cut off: an error event says so.
 * @throws Error for a line that is not a data stream part, such as the HTML of a proxy's error page.
 */
export async function* decodeDataStream(lines: AsyncIterable<string>): AsyncGenerator<AnswerEvent, void, void> {
  let started = false;
  let ended = false;
  for await (const text of lines) {
    if (text.trim() === "") continue;
    const [code, value] = splitLine(text);
    if (code === START_STEP && !started) {
      started = true;
      yield { type: "start", messageId: textIn(value, "messageId") };
    }
    if (ENDS.includes(code)) ended = true;
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

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textIn(value: unknown, field: string): string {
  return String(fieldsOf(value)[field] ?? "");
}

function callOf(value: unknown): { toolCallId: string } {
  return { toolCallId: textIn(value, "toolCallId") };
}

/** Returns the items of that type in a list of data or annotations. */
function itemsOf(value: unknown, type: string): Fields[] {
  return (Array.isArray(value) ? value : []).map(fieldsOf).filter((item) => item.type === type);
}

/** Returns the error of a result that is one: `{error}` and nothing else. */
function errorOf(value: unknown): string | undefined {
  const { error, ...others } = fieldsOf(fieldsOf(value).result);
  return typeof error === "string" && Object.keys(others).length === 0 ? error : undefined;
}

function endOf(value: unknown): { finishReason: FinishReason; usage: Usage } {
  const { finishReason, usage } = fieldsOf(value);
  const { promptTokens, completionTokens } = fieldsOf(usage);
  return { finishReason: toFinishReason(finishReason), usage: toUsage(promptTokens, completionTokens) };
}

/** Reads a byte stream as lines, without their ends. @throws Error for a line beyond 8 million characters. */
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
