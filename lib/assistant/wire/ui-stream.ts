import type { UIMessageChunk } from "ai";
import type { AnswerEvent, AnswerMode } from "./data-stream.ts";

/** An SSE comment: clients of AI SDK 5 and later skip it. */
export const UI_STREAM_KEEP_ALIVE = ": keep-alive\n\n";

/** Response headers that AI SDK 5 and later send. */
export const UI_STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "x-vercel-ai-ui-message-stream": "v1",
} as const;

/** Metadata of an answer's message, for useChat of AI SDK 5 and later. */
export interface AnswerMetadata {
  readonly threadId?: string;
  readonly engine?: AnswerMode;
  /** Up to three questions to ask next. */
  readonly suggestions?: readonly string[];
  /** True for an answer that says itself that it may not answer. */
  readonly doubted?: boolean;
}

/** A chunk of the UI message stream that every version from 5.0.0 on accepts: older ones fail on a type or field they do not know. */
export type AnswerChunk = UIMessageChunk<AnswerMetadata>;

/** Writes an answer as UI message stream (server-sent events), one string per event, the last one `[DONE]`. */
export async function* encodeUIStream(events: AsyncIterable<AnswerEvent>): AsyncGenerator<string, void, void> {
  for await (const chunk of toChunks(events)) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

/** Turns an answer's events into UI message chunks. A text or reasoning block opens with its first delta and ends before any other event. */
export async function* toChunks(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerChunk, void, void> {
  const blocks = new Blocks();
  for await (const event of events) yield* blocks.next(event);
}

class Blocks {
  #count = 0;
  #open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;

  *next(event: AnswerEvent): Generator<AnswerChunk, void, void> {
    if (event.type === "text" || event.type === "reasoning") {
      if (event.delta === "") return;
      yield* this.#opened(event.type);
      yield { type: `${event.type}-delta`, id: this.#id(), delta: event.delta };
      return;
    }
    if (event.type === "reasoning-signature" || event.type === "reasoning-redacted") {
      yield* this.#opened("reasoning");
      const detail = event.type === "reasoning-signature" ? { signature: event.signature } : { redactedData: event.data };
      yield { type: "reasoning-end", id: this.#id(), providerMetadata: { anthropic: detail } };
      this.#open = undefined;
      return;
    }
    // Metadata belongs to the whole message; it may come in the middle of a block.
    if (event.type !== "engine" && event.type !== "thread") yield* this.#closed();
    yield* toChunk(event);
  }

  #id(): string {
    return this.#open?.id ?? "";
  }

  *#opened(kind: "text" | "reasoning"): Generator<AnswerChunk, void, void> {
    if (this.#open?.kind === kind) return;
    yield* this.#closed();
    this.#count += 1;
    this.#open = { kind, id: `${kind}-${this.#count}` };
    yield { type: `${kind}-start`, id: this.#open.id };
  }

  *#closed(): Generator<AnswerChunk, void, void> {
    if (!this.#open) return;
    yield { type: `${this.#open.kind}-end`, id: this.#open.id };
    this.#open = undefined;
  }
}

type BlockEvent = "text" | "reasoning" | "reasoning-signature" | "reasoning-redacted";

function* toChunk(event: Exclude<AnswerEvent, { type: BlockEvent }>): Generator<AnswerChunk, void, void> {
  switch (event.type) {
    case "start":
      yield { type: "start", messageId: event.messageId, ...threadMetadata(event.threadId) };
      return;
    case "thread":
      yield { type: "message-metadata", messageMetadata: { threadId: event.threadId } };
      return;
    case "engine":
      yield { type: "message-metadata", messageMetadata: { engine: event.engine } };
      return;
    case "suggestions":
      yield { type: "message-metadata", messageMetadata: { suggestions: event.questions } };
      return;
    case "doubt":
      yield { type: "message-metadata", messageMetadata: { doubted: true } };
      return;
    case "start-step":
    case "finish-step":
      yield { type: event.type };
      return;
    case "tool-input-start":
      yield { type: "tool-input-start", toolCallId: event.toolCallId, toolName: event.toolName };
      return;
    case "tool-input-delta":
      yield { type: "tool-input-delta", toolCallId: event.toolCallId, inputTextDelta: event.delta };
      return;
    case "tool-call":
      yield { type: "tool-input-available", toolCallId: event.toolCallId, toolName: event.toolName, input: event.input };
      return;
    case "tool-result":
      yield { type: "tool-output-available", toolCallId: event.toolCallId, output: event.output ?? null };
      return;
    case "tool-error":
      yield { type: "tool-output-error", toolCallId: event.toolCallId, errorText: event.message };
      return;
    case "source":
      yield {
        type: "source-url",
        sourceId: event.id,
        url: event.url,
        ...(event.title === undefined ? {} : { title: event.title }),
      };
      return;
    case "error":
      yield { type: "error", errorText: event.message };
      return;
    case "finish":
      // Neither threadId nor finishReason is at the top level: strict clients would fail at the very last chunk.
      yield { type: "finish", ...threadMetadata(event.threadId) };
  }
}

function threadMetadata(threadId: string | undefined): { messageMetadata?: AnswerMetadata } {
  return threadId === undefined ? {} : { messageMetadata: { threadId } };
}
