import { readUIMessageStream, type UIMessage } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answers, collect, each, requireV4, toBytes } from "../../../internal/testing/assistant.ts";
import type { AnswerEvent } from "./data-stream.ts";
import { decodeDataStream, encodeDataStream, readLines } from "./data-stream.ts";
import { type AnswerChunk, toChunks } from "./ui-stream.ts";

/** The part of AI SDK 4 that these tests use; its own types need its own zod. */
interface ParserV4 {
  processDataStream(
    options: { stream: ReadableStream<Uint8Array> } & Record<`on${string}Part`, (value: never) => void>,
  ): Promise<void>;
}
const { processDataStream } = requireV4("ai") as ParserV4;

const encode = async (events: readonly AnswerEvent[]) => (await collect(encodeDataStream(each(events)))).join("");
const decode = (stream: string, size?: number) => decodeDataStream(readLines(toBytes(stream, size)));

/** The message as useChat shows it: its last state, with an error as a separate part. */
async function toMessage(chunks: AsyncIterable<AnswerChunk>): Promise<{ message: UIMessage | undefined; error: unknown }> {
  let error: unknown;
  const stream = new ReadableStream<AnswerChunk>({
    async start(controller) {
      for await (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const states = await collect(readUIMessageStream({ stream, onError: (cause) => (error = String(cause)) }));
  return { message: states.at(-1), error };
}

describe("the data stream", () => {
  test("shows a useChat reader the same message as the UI message stream does", async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 64 }), async (events, size) => {
        const overV1 = await toMessage(toChunks(decode(await encode(events), size)));
        const overV2 = await toMessage(toChunks(each(events)));
        expect(overV1).toEqual(overV2);
      }),
      { numRuns: 150 },
    );
  });

  test("gives AI SDK 4's own parser the text, the calls, the sources and the end that were written", async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (events) => {
        const read = await readWithV4(await encode(events));
        const of = <T extends AnswerEvent["type"]>(type: T) =>
          events.filter((event): event is Extract<AnswerEvent, { type: T }> => event.type === type);
        expect(read.text).toBe(
          of("text")
            .map(({ delta }) => delta)
            .join(""),
        );
        expect(read.reasoning).toBe(
          of("reasoning")
            .map(({ delta }) => delta)
            .join(""),
        );
        expect(read.calls).toEqual(
          of("tool-call").map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, args: jsonOf(input) })),
        );
        expect(read.sources).toEqual(of("source").map(({ id, url, title }) => ({ sourceType: "url", id, url, title })));
        expect(read.errors).toEqual(of("error").map(({ message }) => message));
        expect(read.finishes).toEqual(of("finish").map(({ finishReason, usage }) => ({ finishReason, usage: usage })));
      }),
      { numRuns: 100 },
    );
  });

  test("delivers the thread early, twice, and on the finish part, which is the last line", async () => {
    const lines = (
      await encode([
        { type: "start", messageId: "m1", threadId: "th_1" },
        { type: "start-step" },
        { type: "text", delta: 'Hi\n"there" \u2028 😀' },
        { type: "finish-step", finishReason: "stop", usage: { promptTokens: 3, completionTokens: null } },
        { type: "finish", finishReason: "stop", usage: { promptTokens: 3, completionTokens: null }, threadId: "th_1" },
      ])
    ).split("\n");
    expect(lines).toEqual([
      'f:{"messageId":"m1"}',
      '2:[{"type":"thread","threadId":"th_1"}]',
      '8:[{"type":"thread","threadId":"th_1"}]',
      '0:"Hi\\n\\"there\\" \u2028 😀"',
      'e:{"finishReason":"stop","usage":{"promptTokens":3,"completionTokens":null},"isContinued":false}',
      'd:{"type":"finish","finishReason":"stop","usage":{"promptTokens":3,"completionTokens":null},"threadId":"th_1"}',
      "",
    ]);
  });

  test("reads a stream without its finish part as an answer that was cut off", async () => {
    const events = await collect(decode('f:{"messageId":"m1"}\n0:"Half an"\n'));
    expect(events.at(-1)).toEqual({
      type: "error",
      message: "The answer was cut off before its end. Ask again to get all of it.",
    });
  });

  test("passes over blank lines and over codes of a newer server", async () => {
    const events = await collect(decode('\n\nz:{"new":true}\n0:"Hi"\n\nd:{"finishReason":"stop"}\n'));
    expect(events).toEqual([
      { type: "text", delta: "Hi" },
      { type: "finish", finishReason: "stop", usage: { promptTokens: null, completionTokens: null } },
    ]);
  });

  test.each([["<html>502 Bad Gateway</html>"], ["data: {}"], ["no colon here"]])(
    "refuses %s, which is not a data stream",
    async (line) => {
      await expect(collect(decode(`${line}\n`))).rejects.toThrow("not an AI SDK data stream");
    },
  );
});

const jsonOf = (value: unknown) => JSON.parse(JSON.stringify(value));

async function readWithV4(stream: string) {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const [calls, sources, errors, finishes]: unknown[][] = [[], [], [], []];
  const into = (list: unknown[] | undefined) => (value: unknown) => {
    list?.push(value);
  };
  await processDataStream({
    stream: toBytes(stream, stream.length * 4),
    onTextPart: into(texts),
    onReasoningPart: into(thoughts),
    onToolCallPart: into(calls),
    onSourcePart: into(sources),
    onErrorPart: into(errors),
    onFinishMessagePart: into(finishes),
  });
  return { text: texts.join(""), reasoning: thoughts.join(""), calls, sources, errors, finishes };
}
