// Tested in budget.test.ts.
import type { Breaker } from "./breaker.ts";
import { BudgetRefusal } from "./budget.ts";
import type { ChosenModel, LanguageModelV4, ModelStreamPart } from "./language-model.ts";
import { citeNothing } from "./retrieval.ts";

type CallOptions = Parameters<LanguageModelV4["doStream"]>[0];
type StreamResult = Awaited<ReturnType<LanguageModelV4["doStream"]>>;

export interface FallbackOptions {
  readonly primary: LanguageModelV4;
  readonly fallback: Pick<ChosenModel, "model" | "cite">;
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
export function createFallbackModel(options: FallbackOptions): ChosenModel {
  const { primary, fallback } = options;
  const run = { ...options, fellBack: false, wroteText: false };
  return {
    model: {
      specificationVersion: "v4",
      provider: primary.provider,
      modelId: primary.modelId,
      supportedUrls: {},
      doGenerate: (call) => primary.doGenerate(call),
      doStream: (call) => (run.fellBack ? fallback.model.doStream(call) : tryPrimary(run, call)),
    },
    engine: () => (run.fellBack ? "fallback" : "model"),
    cite: (found) => (run.fellBack ? fallback : { cite: citeNothing }).cite(found),
  };
}

/** Both engines of one answer, and what became of them. */
interface Run extends FallbackOptions {
  /** Set once the language model has failed: the rest of the answer is quotes. */
  fellBack: boolean;
  /** Whether the reader has seen a word; from then on no other engine may go on with the text. */
  wroteText: boolean;
}

async function tryPrimary(run: Run, call: CallOptions): Promise<StreamResult> {
  const { primary, breaker } = run;
  if (breaker.isOpen() && !run.wroteText) return askFallback(run, call, new Error("The model failed too often lately."));
  const stopping = new AbortController();
  const signal = call.abortSignal ? AbortSignal.any([call.abortSignal, stopping.signal]) : stopping.signal;
  const deadline = Date.now() + run.firstChunkMs;
  try {
    const result = await within(primary.doStream({ ...call, abortSignal: signal }), run.firstChunkMs);
    const reader = result.stream.getReader();
    const held = await readToContent(reader, deadline);
    breaker.succeeded();
    return { ...result, stream: goOn({ held, reader, run, stopping }) };
  } catch (cause) {
    stopping.abort(cause);
    if (call.abortSignal?.aborted) throw cause;
    if (!(cause instanceof BudgetRefusal)) breaker.failed();
    if (run.wroteText) throw cause;
    return askFallback(run, call, cause);
  }
}

function askFallback(run: Run, call: CallOptions, cause: unknown) {
  run.fellBack = true;
  run.onFallback(cause);
  return run.fallback.model.doStream(call);
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
  readonly run: Run;
  readonly stopping: AbortController;
}

/** The held parts and then the rest; a silence or a break in the middle is an error of the stream. */
function goOn({ held, reader, run, stopping }: Going): ReadableStream<ModelStreamPart> {
  const pass = (part: ModelStreamPart, controller: ReadableStreamDefaultController<ModelStreamPart>) => {
    if (part.type === "text-delta" && part.delta.trim()) run.wroteText = true;
    if (part.type === "error") run.breaker.failed();
    controller.enqueue(part);
  };
  return new ReadableStream<ModelStreamPart>(
    {
      async pull(controller) {
        const waiting = held.shift();
        if (waiting) return pass(waiting, controller);
        try {
          const { done, value } = await within(reader.read(), run.chunkMs);
          if (done) controller.close();
          else pass(value, controller);
        } catch (cause) {
          stopping.abort(cause);
          run.breaker.failed();
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
