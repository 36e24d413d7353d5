import { createRequire } from "node:module";
import fc from "fast-check";
import type { Ask } from "../../lib/assistant/wire/conversation.ts";
import type { AnswerEvent } from "../../lib/assistant/wire/data-stream.ts";

/** Loads a package of AI SDK 4 from the workspace of the real clients, which has a different zod. */
export const requireV4 = createRequire(new URL("../../e2e/v4-client/package.json", import.meta.url));

/** A first question of a reader, with nothing else said. */
export function askFixture(text: string): Ask {
  return {
    fp: "reader",
    threadId: undefined,
    retrievalPageSize: 5,
    filter: {},
    currentPath: undefined,
    context: [],
    history: [],
    question: { id: "q", text, attachments: [] },
  };
}

/** Yields each value in turn. */
export async function* each<T>(values: readonly T[]): AsyncGenerator<T, void, void> {
  yield* values;
}

/** Collects everything that comes. */
export async function collect<T>(values: AsyncIterable<T> | ReadableStream<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values as AsyncIterable<T>) all.push(value);
  return all;
}

/** A byte stream of the text, cut into pieces of `size` bytes, wherever characters and lines may be. */
export function toBytes(text: string, size = 1_000): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

const usage = fc.record({ promptTokens: fc.nat(), completionTokens: fc.nat() });
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const words = fc.record({ type: fc.constant("text" as const), delta: text });
const thought = fc.oneof(
  fc.record({ type: fc.constant("reasoning" as const), delta: text }),
  fc.record({ type: fc.constant("reasoning-signature" as const), signature: text }),
  fc.record({ type: fc.constant("reasoning-redacted" as const), data: text }),
);
const source = fc.record({ type: fc.constant("source" as const), id: text, url: fc.webUrl(), title: text });

const invocation = fc
  .record({ input: fc.dictionary(text, fc.jsonValue()), output: fc.jsonValue(), failure: fc.option(text), stopped: fc.boolean() })
  .map(({ input, output, failure, stopped }) => ({ input, output, failure, stopped }));

function toToolEvents(index: string, { input, output, failure, stopped }: InvocationSketch): AnswerEvent[] {
  const toolCallId = `call-${index}`;
  const json = JSON.stringify(input);
  const half = Math.floor(json.length / 2);
  const begun: AnswerEvent[] = [
    { type: "tool-input-start", toolCallId, toolName: "search" },
    { type: "tool-input-delta", toolCallId, delta: json.slice(0, half) },
    { type: "tool-input-delta", toolCallId, delta: json.slice(half) },
    { type: "tool-call", toolCallId, toolName: "search", input },
  ];
  if (stopped) return begun;
  return [
    ...begun,
    failure === null ? { type: "tool-result", toolCallId, output } : { type: "tool-error", toolCallId, message: failure },
  ];
}

interface InvocationSketch {
  readonly input: object;
  readonly output: unknown;
  readonly failure: string | null;
  readonly stopped: boolean;
}

const step = fc.record({
  tools: fc.array(invocation, { maxLength: 2 }),
  content: fc.array(fc.oneof(words, words, thought, source), { maxLength: 8 }),
  usage,
});

/** Whole answers as the server writes them: steps of tools and content, perhaps a failure, then the finish. */
export const answers: fc.Arbitrary<AnswerEvent[]> = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    engine: fc.constantFrom("excerpts" as const, "model" as const, "fallback" as const),
    failure: fc.option(text),
    usage,
  })
  .map(({ steps, engine, failure, usage: total }) => [
    { type: "start", messageId: "msg-1", threadId: "th_1" },
    ...steps.flatMap(({ tools, content, usage: used }, stepIndex): AnswerEvent[] => [
      { type: "start-step" },
      ...(stepIndex === 0 ? [{ type: "engine" as const, engine }] : []),
      ...tools.flatMap((tool, index) => toToolEvents(`${stepIndex}-${index}`, tool)),
      ...content,
      { type: "finish-step", finishReason: "stop", usage: used },
    ]),
    ...(failure === null ? [] : [{ type: "error" as const, message: failure }]),
    { type: "finish", finishReason: failure === null ? "stop" : "error", usage: total, threadId: "th_1" },
  ]);
