import { performance } from "node:perf_hooks";
import type { TextStreamPart, ToolSet } from "ai";
import { takeTurn } from "../../turns.ts";
import { LinkFilter } from "../sources/link-filter.ts";
import { uncounted } from "../sources/link-filter-inline.ts";
import type { Retrieval } from "../sources/retrieval.ts";
import {
  type AnswerEvent,
  type AnswerMode,
  type FinishReason,
  toFinishReason,
  toUsage,
  type Usage,
} from "../wire/data-stream.ts";

/** The context in which a model's stream becomes the events of one answer. */
export interface AnswerRun {
  readonly messageId: string;
  readonly threadId: string;
  readonly retrieval: Retrieval;
  /** Returns the answer mode; asked before the first text, and at the end of an answer without any. */
  readonly engine: () => AnswerMode;
  /** Returns what to ask next after the whole text of an answer. */
  readonly suggest: (answer: string) => readonly string[];
  /** Ends when the reader has gone; what the model does then is not a failure. */
  readonly signal: AbortSignal;
  /** Called once with the cause when the answer fails. */
  readonly onFailure: (cause: unknown) => void;
}

/** The one message that a reader gets for a failed answer; the cause goes to the log alone. */
export const FAILURE_MESSAGE = "The answer could not be finished. Please try again.";
const TOOL_FAILURE = "The tool failed.";

type Part = TextStreamPart<ToolSet>;

/**
 * Yields the events of an answer: it begins immediately, with the first step, and always ends in `finish`,
 * whatever the model does. A failure is one error event before it. Every text passes the link filter; sources come
 * at the end of the step that cites them.
 */
export async function* toAnswerEvents(stream: AsyncIterable<Part>, run: AnswerRun): AsyncGenerator<AnswerEvent, void, void> {
  const writer = new EventWriter(run);
  yield* writer.begin();
  let began = performance.now();
  try {
    for await (const part of stream)
      for (const piece of inPieces(part)) {
        yield* writer.write(piece);
        if (piece === part && performance.now() - began < BURST_MS) continue;
        await takeTurn();
        began = performance.now();
      }
  } catch (cause) {
    // A connection that breaks inside the model's stream is thrown here, past every error handler of the SDK.
    yield* writer.fail(cause);
  }
  yield* writer.end();
}

/** Longest time before it yields to the event loop: parts that have already arrived resolve at once. */
const BURST_MS = 5;
/** More text is read in several turns, since the link filter may need tens of milliseconds for each 1,000 hostile characters. */
const MAX_PIECE = 1_000;
/** Cuts between characters, never inside one. */
const PIECES = new RegExp(`.{1,${MAX_PIECE}}`, "gsu");

function* inPieces(part: Part): Generator<Part, void, void> {
  if ((part.type !== "text-delta" && part.type !== "reasoning-delta") || part.text.length <= MAX_PIECE) return yield part;
  for (const [text] of part.text.matchAll(PIECES)) yield { ...part, text };
}

class EventWriter {
  readonly #run: AnswerRun;
  readonly #links: LinkFilter;
  /** Thoughts are text of the model too, and cite nothing. */
  readonly #thoughts: LinkFilter;
  readonly #begunCalls = new Set<string>();
  #inStep = false;
  #steps = 0;
  #engineSaid = false;
  #text = "";
  #failed = false;
  /** The stream ended without a finish reason. */
  #brokeOff = false;
  #finish: { readonly finishReason: FinishReason; readonly usage: Usage } | undefined;

  constructor(run: AnswerRun) {
    this.#run = run;
    this.#links = new LinkFilter(run.retrieval);
    this.#thoughts = new LinkFilter(uncounted(run.retrieval));
  }

  *begin(): Generator<AnswerEvent, void, void> {
    const { messageId, threadId } = this.#run;
    yield { type: "start", messageId, threadId };
    yield* this.#startStep();
  }

  *write(part: Part): Generator<AnswerEvent, void, void> {
    if (this.#failed) return;
    if (part.type !== "reasoning-delta") yield* this.#think(this.#thoughts.flush());
    if (part.type !== "text-delta") yield* this.#flush();
    switch (part.type) {
      case "start-step":
        return yield* this.#startStep();
      case "text-delta":
        return yield* this.#say(this.#links.push(part.text));
      case "reasoning-start":
        return yield* redacted(part.providerMetadata);
      case "reasoning-delta":
        return yield* this.#think(this.#thoughts.push(part.text));
      case "reasoning-end":
        return yield* signature(part.providerMetadata);
      case "tool-input-start":
        return yield* this.#beginCall(part.id, part.toolName);
      case "tool-input-delta":
        if (part.delta) yield { type: "tool-input-delta", toolCallId: part.id, delta: part.delta };
        return;
      case "tool-call":
        yield* this.#beginCall(part.toolCallId, part.toolName);
        yield { type: "tool-call", toolCallId: part.toolCallId, toolName: part.toolName, input: toObject(part.input) };
        return;
      case "tool-result":
        if (!part.preliminary) yield toResult(part.toolCallId, part.output);
        return;
      case "tool-error":
        yield { type: "tool-error", toolCallId: part.toolCallId, message: TOOL_FAILURE };
        return;
      case "finish-step":
        return yield* this.#finishStep(
          toFinishReason(part.finishReason),
          toUsage(part.usage.inputTokens, part.usage.outputTokens),
        );
      case "finish":
        this.#brokeOff = part.finishReason === "interrupted" || (part.finishReason === "other" && !part.rawFinishReason);
        this.#finish = {
          finishReason: toFinishReason(part.finishReason),
          usage: toUsage(part.totalUsage.inputTokens, part.totalUsage.outputTokens),
        };
        return;
      case "abort":
        return yield* this.fail(new Error(`The model was stopped: ${part.reason ?? "it took too long"}.`));
      case "error":
        return yield* this.fail(part.error);
    }
  }

  /** Ends the answer with one error; nothing that comes after it is written. */
  *fail(cause: unknown, incomplete = false): Generator<AnswerEvent, void, void> {
    if (this.#failed) return;
    this.#failed = true;
    if (!this.#run.signal.aborted) this.#run.onFailure(cause);
    yield* this.#think(this.#thoughts.flush());
    yield* this.#flush();
    yield* this.#sources();
    yield { type: "error", message: FAILURE_MESSAGE, ...(incomplete && { incomplete }) };
  }

  *end(): Generator<AnswerEvent, void, void> {
    const { threadId } = this.#run;
    const finish = this.#finish;
    if (!finish || this.#brokeOff) yield* this.fail(new Error("The model's stream broke off."), this.#text.trim() !== "");
    else if (finish.finishReason === "error" || !this.#text.trim())
      yield* this.fail(new Error("The model ended without an answer."));
    const finishReason = this.#failed ? "error" : (finish?.finishReason ?? "error");
    if (this.#inStep) yield* this.#finishStep(finishReason, NO_USAGE);
    const questions = this.#failed ? [] : this.#run.suggest(this.#text);
    if (questions.length > 0) yield { type: "suggestions", questions };
    if (this.#run.retrieval.isDoubted) yield { type: "doubt" };
    yield { type: "finish", finishReason, usage: finish?.usage ?? NO_USAGE, threadId };
  }

  *#startStep(): Generator<AnswerEvent, void, void> {
    if (this.#inStep) return;
    this.#inStep = true;
    this.#steps += 1;
    yield { type: "start-step" };
  }

  *#finishStep(finishReason: FinishReason, usage: Usage): Generator<AnswerEvent, void, void> {
    if (!this.#inStep) return;
    yield* this.#sources();
    this.#inStep = false;
    yield { type: "finish-step", finishReason, usage };
  }

  *#beginCall(toolCallId: string, toolName: string): Generator<AnswerEvent, void, void> {
    if (this.#begunCalls.has(toolCallId)) return;
    this.#begunCalls.add(toolCallId);
    yield { type: "tool-input-start", toolCallId, toolName };
  }

  *#say(delta: string): Generator<AnswerEvent, void, void> {
    if (!delta) return;
    if (!this.#engineSaid) {
      this.#engineSaid = true;
      yield { type: "engine", engine: this.#run.engine() };
    }
    this.#text += delta;
    yield { type: "text", delta };
  }

  *#think(delta: string): Generator<AnswerEvent, void, void> {
    if (delta) yield { type: "reasoning", delta };
  }

  *#flush(): Generator<AnswerEvent, void, void> {
    yield* this.#say(this.#links.flush());
  }

  *#sources(): Generator<AnswerEvent, void, void> {
    for (const source of this.#run.retrieval.takeSources()) yield { type: "source", ...source };
  }
}

const NO_USAGE: Usage = { promptTokens: null, completionTokens: null };

function toResult(toolCallId: string, output: unknown): AnswerEvent {
  const error = typeof output === "object" && output && "error" in output ? output.error : undefined;
  if (typeof error === "string") return { type: "tool-error", toolCallId, message: error };
  return { type: "tool-result", toolCallId, output: output ?? null };
}

/** Returns a call's input as an object, which clients expect; a model may send anything. */
function toObject(input: unknown): object {
  return typeof input === "object" && input !== null ? input : { input };
}

type Metadata = Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;

function* redacted(metadata: Metadata): Generator<AnswerEvent, void, void> {
  const data = Object.values(metadata ?? {}).find(({ redactedData }) => typeof redactedData === "string")?.redactedData;
  if (typeof data === "string") yield { type: "reasoning-redacted", data };
}

function* signature(metadata: Metadata): Generator<AnswerEvent, void, void> {
  const found = Object.values(metadata ?? {}).find((values) => typeof values.signature === "string")?.signature;
  if (typeof found === "string") yield { type: "reasoning-signature", signature: found };
}
