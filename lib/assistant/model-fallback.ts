// Tested in budget.test.ts.
import type { Breaker } from "./breaker.ts";
import { BudgetRefusal } from "./budget.ts";
import type { LanguageModelV4, ModelStreamPart } from "./language-model.ts";

type CallOptions = Parameters<LanguageModelV4["doStream"]>[0];
type StreamResult = Awaited<ReturnType<LanguageModelV4["doStream"]>>;

/** What both engines of one answer share. */
export interface FallbackRun {
  /** Set once the language model has failed: the rest of the answer is excerpts. */
  fellBack: boolean;
  /** Whether the reader has seen a word; from then on no other engine may go on with the text. */
  wroteText: boolean;
}

export interface FallbackOptions {
  readonly primary: LanguageModelV4;
  readonly fallback: LanguageModelV4;
  readonly run: FallbackRun;
  readonly breaker: Breaker;
  /** How long the first content, and each further part, may take. */
  readonly firstChunkMs: number;
  readonly chunkMs: number;
  /** Told of a failure that the reader does not see. */
  readonly onFallback: (cause: unknown) => void;
}

/**
 * Asks the first model, and the other one when the first fails before its first content: it refuses, breaks, stays
 * silent, or has failed too often lately. Parts are held back until there is content, so the reader never sees both.
 */
export function createFallbackModel(options: FallbackOptions): LanguageModelV4 {
  const { primary, fallback, run } = options;
  return {
    specificationVersion: "v4",
    provider: primary.provider,
    modelId: primary.modelId,
    supportedUrls: {},
    doGenerate: (call) => primary.doGenerate(call),
    doStream: (call) => (run.fellBack ? fallback.doStream(call) : tryPrimary(options, call)),
  };
}

async function tryPrimary(options: FallbackOptions, call: CallOptions): Promise<StreamResult> {
  const { primary, run, breaker } = options;
  if (breaker.isOpen() && !run.wroteText) return askFallback(options, call, new Error("The model failed too often lately."));
  const stopping = new AbortController();
  const signal = call.abortSignal ? AbortSignal.any([call.abortSignal, stopping.signal]) : stopping.signal;
  const deadline = Date.now() + options.firstChunkMs;
  try {
    const result = await within(primary.doStream({ ...call, abortSignal: signal }), options.firstChunkMs);
    const reader = result.stream.getReader();
    const held = await readToContent(reader, deadline);
    breaker.succeeded();
    return { ...result, stream: goOn({ held, reader, options, stopping }) };
  } catch (cause) {
    stopping.abort(cause);
    if (call.abortSignal?.aborted) throw cause;
    if (!(cause instanceof BudgetRefusal)) breaker.failed();
    if (run.wroteText) throw cause;
    return askFallback(options, call, cause);
  }
}

function askFallback({ fallback, run, onFallback }: FallbackOptions, call: CallOptions, cause: unknown) {
  run.fellBack = true;
  onFallback(cause);
  return fallback.doStream(call);
}

type Reader = ReadableStreamDefaultReader<ModelStreamPart>;

/** Reads until there is something to show. @throws what the model failed with, also when it ends without any content. */
async function readToContent(reader: Reader, deadline: number): Promise<ModelStreamPart[]> {
  const held: ModelStreamPart[] = [];
  for (;;) {
    const { done, value } = await within(reader.read(), deadline - Date.now());
    if (done) throw new Error("The model's stream ended before any content.");
    if (value.type === "error") throw value.error;
    held.push(value);
    if (isContent(value)) return held;
    if (value.type === "finish") throw new Error(`The model wrote nothing (${value.finishReason.unified}).`);
  }
}

function isContent(part: ModelStreamPart): boolean {
  if (part.type === "text-delta") return part.delta.trim() !== "";
  return part.type === "tool-call" || part.type === "tool-input-start" || part.type === "reasoning-delta";
}

interface Going {
  readonly held: ModelStreamPart[];
  readonly reader: Reader;
  readonly options: FallbackOptions;
  readonly stopping: AbortController;
}

/** The held parts and then the rest; a silence or a break in the middle is an error of the stream. */
function goOn({ held, reader, options, stopping }: Going): ReadableStream<ModelStreamPart> {
  const pass = (part: ModelStreamPart, controller: ReadableStreamDefaultController<ModelStreamPart>) => {
    if (part.type === "text-delta" && part.delta.trim()) options.run.wroteText = true;
    if (part.type === "error") options.breaker.failed();
    controller.enqueue(part);
  };
  return new ReadableStream<ModelStreamPart>(
    {
      async pull(controller) {
        const waiting = held.shift();
        if (waiting) return pass(waiting, controller);
        try {
          const { done, value } = await within(reader.read(), options.chunkMs);
          if (done) controller.close();
          else pass(value, controller);
        } catch (cause) {
          stopping.abort(cause);
          options.breaker.failed();
          throw cause;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** @throws Error when the promise takes longer. */
async function within<T>(promise: Promise<T> | PromiseLike<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The model was silent for ${Math.max(0, ms)} ms.`)), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
