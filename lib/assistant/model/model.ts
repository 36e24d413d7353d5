import { type Breaker, createBreaker } from "../../breaker.ts";
import { getConfig, getEnvironment } from "../../config/config.ts";
import { quoteMessages } from "../../i18n/quote-messages.ts";
import { log, toLogFields } from "../../log.ts";
import { findOwnAnswer } from "../quotes/own-answers.ts";
import { replyToSmallTalk } from "../quotes/question.ts";
import { type QuotesInput, queryOf } from "../quotes/quotes.ts";
import { citeNothing } from "../sources/retrieval.ts";
import { toReadableStream } from "../wire/readable-stream.ts";
import { BudgetRefusal, isBudgetSpent, withTokenBudget } from "./budget.ts";
import {
  type ChosenModel,
  type LanguageModelV4,
  type ModelCallOptions,
  type ModelStreamPart,
  streamedModel,
} from "./language-model.ts";
import { BROKEN_CONNECTION, createProviderModel } from "./provider-model.ts";
import { callSearch, createQuotesModel } from "./quotes-model.ts";
import { OPENING_CALL } from "./tools.ts";

/** A language model's calls for one answer, with tools or without. */
const MAX_MODEL_CALLS = 8;
/** Steps of an answer: before the first call of the model comes a search, and after the last one a search for quotes and the quotes. */
export const MAX_STEPS = MAX_MODEL_CALLS + 3;

/** Counts the failures of the provider. */
export const modelBreaker = createBreaker({ failures: 5, windowMs: 60_000, openMs: 30_000 });

/** Chooses the engine for one answer: the configured model with excerpts behind it, or excerpts alone. */
export async function chooseModel(input: QuotesInput): Promise<ChosenModel> {
  const quotes = createQuotesModel(input);
  const { assistantModel, dailyTokenBudget } = getEnvironment();
  const { firstChunkSeconds, silenceSeconds } = getConfig().assistant.model;
  // What the owner has written needs no model.
  if (!assistantModel || findOwnAnswer(input) || !(await isAffordable(dailyTokenBudget)))
    return { ...quotes, engine: () => "excerpts" };
  const provider = createProviderModel(assistantModel);
  const model = createFallbackModel({
    primary: dailyTokenBudget === undefined ? provider : withTokenBudget(provider, dailyTokenBudget),
    fallback: quotes,
    breaker: modelBreaker,
    maxCalls: MAX_MODEL_CALLS,
    firstChunkMs: firstChunkSeconds * 1_000,
    chunkMs: silenceSeconds * 1_000,
    onFallback: (cause) => log("warn", "the language model failed; the answer is made of excerpts", toLogFields(cause)),
  });
  return withOpeningSearch(model, input);
}

/** Returns whether another call is affordable; false when the counter cannot be read, so that nothing unknown is spent. */
async function isAffordable(budget: number | undefined): Promise<boolean> {
  if (budget === undefined) return true;
  try {
    return !(await isBudgetSpent(budget));
  } catch (cause) {
    log("warn", "the token budget cannot be read; the answer is made of excerpts", toLogFields(cause));
    return false;
  }
}

type Prompt = ModelCallOptions["prompt"];

/**
 * Returns the model with a search for the question before its first call: it saves a call, and a model cannot answer from memory
 * alone. Clients see an invocation of `search`. The model itself reads the hits below the question, since some servers refuse a call of
 * a tool that they have not written. Small talk is not looked up.
 */
export function withOpeningSearch(chosen: ChosenModel, input: QuotesInput): ChosenModel {
  const language = input.ask.filter.language ?? input.site.project.defaultLanguage;
  if (replyToSmallTalk(input.ask.question.text, quoteMessages(language)) !== undefined) return chosen;
  const { model } = chosen;
  let hasBegun = false;
  const opened = streamedModel(model, async (call) => {
    if (hasBegun) return model.doStream({ ...call, prompt: withHitsBelowQuestion(call.prompt) });
    hasBegun = true;
    return { stream: toReadableStream(callSearch(queryOf(input, language), OPENING_CALL)) };
  });
  return { ...chosen, model: opened };
}

/** Moves the result of the opening search into the message that asks the question. */
function withHitsBelowQuestion(prompt: Prompt): Prompt {
  const isOpening = (part: { readonly type: string; readonly toolCallId?: string }) =>
    part.toolCallId?.startsWith(OPENING_CALL) === true;
  const results = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  const found = results.find((part) => part.type === "tool-result" && isOpening(part));
  const text = found?.type === "tool-result" && found.output.type === "text" ? found.output.value : "The search failed.";
  const at = prompt.findLastIndex(({ role }) => role === "user");
  return prompt.flatMap((message, index): Prompt => {
    if (message.role === "user" && index === at) return [{ ...message, content: withText(message.content, text) }];
    if (message.role !== "assistant" && message.role !== "tool") return [message];
    const content = message.content.filter((part) => !isOpening(part));
    return content.length > 0 ? [{ ...message, content } as Prompt[number]] : [];
  });
}

/** Joins question and hits in one text, since not every server takes several parts. */
function withText(content: Extract<Prompt[number], { role: "user" }>["content"], found: string): typeof content {
  const asked = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  return [{ type: "text", text: `${asked}\n\nA search for this question found:\n\n${found}` }];
}

interface FallbackOptions {
  readonly primary: LanguageModelV4;
  readonly fallback: Pick<ChosenModel, "model" | "cite">;
  readonly breaker: Breaker;
  /** The most calls of the first model for one answer. */
  readonly maxCalls: number;
  /** Time that the first sign of life, and each further part, may take. A thought is a sign of life. */
  readonly firstChunkMs: number;
  readonly chunkMs: number;
  /** Called for a failure that the reader does not see. */
  readonly onFallback: (cause: unknown) => void;
}

/** Both engines of one answer, and what became of them. */
interface Run extends FallbackOptions {
  /** Calls of the first model so far. */
  calls: number;
  /** Set once the first model has failed: the other one writes the rest of the answer. */
  fellBack: boolean;
  /** True once the reader has seen a word; from then on no other engine may continue the text. */
  wroteText: boolean;
  /** True once the first model has failed after it wrote a word: it is not asked again. */
  brokeOff: boolean;
}

/**
 * Asks the first model, and the other one when the first fails before its first word: it refuses, breaks, falls silent, only
 * thinks or only calls tools, or has failed too often lately. The reader may have seen its thoughts and its searches by then,
 * and never a word of both.
 */
export function createFallbackModel(options: FallbackOptions): ChosenModel {
  const { primary, fallback } = options;
  const run: Run = { ...options, calls: 0, fellBack: false, wroteText: false, brokeOff: false };
  return {
    model: streamedModel(primary, async (call) => {
      const leaving = new AbortController();
      const abortSignal = either(call.abortSignal, leaving.signal);
      return { stream: toReadableStream(streamParts(run, { ...call, abortSignal }), () => leaving.abort()) };
    }),
    engine: () => (run.fellBack ? "fallback" : "model"),
    cite: (found) => (run.fellBack ? fallback : { cite: citeNothing }).cite(found),
  };
}

type Parts = AsyncGenerator<ModelStreamPart, void, void>;

async function* streamParts(run: Run, call: ModelCallOptions): Parts {
  if (!run.fellBack) {
    const open = new OpenBlocks();
    try {
      for await (const part of ask(run, call)) {
        open.note(part);
        yield part;
      }
      return;
    } catch (cause) {
      if (isFaultOfModel(cause, call.abortSignal)) run.breaker.failed();
      if (call.abortSignal?.aborted) throw cause;
      if (run.wroteText) {
        run.brokeOff = true;
        // A stream that fails drops what nobody has read yet.
        return yield { type: "error", error: cause };
      }
      run.fellBack = true;
      run.onFallback(cause);
    }
    yield* open.close();
  }
  const { stream } = await run.fallback.model.doStream(call);
  yield* readAll(stream.getReader());
}

/** Returns whether a failure counts against the model: a timeout does; a spent budget or a reader who left does not. */
function isFaultOfModel(cause: unknown, signal: AbortSignal | undefined): boolean {
  const gone = signal?.aborted === true && (signal.reason as Error | undefined)?.name !== "TimeoutError";
  return !gone && !(cause instanceof BudgetRefusal);
}

/** Calls the first model once. @throws what it failed with, also when it ends with neither a word nor a call. */
async function* ask(run: Run, call: ModelCallOptions): Parts {
  if (run.brokeOff) throw new Error("The model broke off in an earlier step.");
  if (run.breaker.isOpen() && !run.wroteText) throw new Error("The model failed too often lately.");
  if (run.calls >= run.maxCalls) throw new Error("The model called tools for all its steps and wrote no answer.");
  run.calls += 1;
  const stopping = new AbortController();
  try {
    yield* readAnswer(run, { ...call, abortSignal: either(call.abortSignal, stopping.signal) });
  } finally {
    stopping.abort();
  }
}

async function* readAnswer(run: Run, call: ModelCallOptions): Parts {
  const { primary, breaker, firstChunkMs, chunkMs } = run;
  const deadline = Date.now() + firstChunkMs;
  const { stream } = await within(primary.doStream(call), firstChunkMs);
  const reader = stream.getReader();
  const held: ModelStreamPart[] = [];
  let [isAlive, isAnswer, isFinished] = [false, false, false];
  let begun = "";
  for (;;) {
    const { done, value: part } = await within(reader.read(), isAlive ? chunkMs : deadline - Date.now());
    if (done && !isAnswer) throw new Error("The model's stream ended before any content.");
    if (done && !isFinished) breaker.failed();
    if (done) return;
    if (part.type === "error") throw toError(part.error);
    isAlive ||= isSignOfLife(part);
    isAnswer ||= isWord(part) || part.type === "tool-call";
    if (part.type === "finish") {
      if (!isAnswer) throw new Error(`The model wrote nothing (${part.finishReason.unified}).`);
      noteEnd(breaker, part.finishReason);
      isFinished = true;
    }
    held.push(part);
    // Nothing is shown of what may turn out to be empty, or no prose.
    if (part.type === "text-delta" && !run.wroteText) begun += part.delta;
    if (!isSignOfLife(part) && part.type !== "finish") continue;
    if (!run.wroteText && part.type !== "reasoning-delta" && mayBeCall(begun, part.type !== "text-delta")) continue;
    run.wroteText ||= isWord(part);
    yield* held.splice(0);
  }
}

/** The beginning of a text that is a call of a tool, in the forms in which models without a template for tools print one. */
const PRINTED_CALL =
  /^\s*(?:`{3}(?:json|tool_code|xml)?\s*)?(?:<\|?(?:tool_call|function)|\[TOOL_CALLS\]|\{\s*"(?:name|tool|function|tool_name)"\s*:\s*"(?:search|read_page)"|(?:functions?\.)?(?:search|read_page)\s*\()/;
const MAY_BEGIN_CALL =
  /^\s*(?:$|`|<|\[|\{|f(?:unctions?)?\.?|s(?:e(?:a(?:rch?)?)?)?$|search\s*\(|r(?:ead_?p?a?g?e?)?$|read_page\s*\()/;
/** Characters by which a call shows itself. */
const CALL_LENGTH = 60;

/**
 * Returns true while the first words of an answer may still turn out to be a call of a tool that was printed as prose. @throws Error
 * once they are one.
 */
function mayBeCall(text: string, isWhole: boolean): boolean {
  if (PRINTED_CALL.test(text)) throw new Error("The model printed a call of a tool as text.");
  return !isWhole && text.length < CALL_LENGTH && MAY_BEGIN_CALL.test(text);
}

/** Converts a provider's own error object, whose text may hold secrets, to one that the log may show. */
function toError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== "object" || error === null) return error;
  const isBroken = "type" in error && error.type === BROKEN_CONNECTION;
  return new Error(isBroken ? "The connection to the model broke." : "The model sent an error in its stream.");
}

function isWord(part: ModelStreamPart): boolean {
  return part.type === "text-delta" && part.delta.trim() !== "";
}

function isSignOfLife(part: ModelStreamPart): boolean {
  if (part.type === "reasoning-delta") return part.delta !== "";
  return isWord(part) || part.type === "tool-input-start" || part.type === "tool-input-delta" || part.type === "tool-call";
}

type FinishReason = Extract<ModelStreamPart, { type: "finish" }>["finishReason"];

/** Tells the breaker how an answer ended. A tool call is no success, since a model may fail at each answer after its search. */
function noteEnd(breaker: Breaker, { unified, raw }: FinishReason): void {
  if (unified === "error" || unified === "interrupted" || (unified === "other" && raw === undefined)) breaker.failed();
  else if (unified !== "tool-calls") breaker.succeeded();
}

/** Thoughts and calls that have begun. Another engine continues after their end. */
class OpenBlocks {
  readonly #reasoning = new Set<string>();
  readonly #calls = new Map<string, string>();

  note(part: ModelStreamPart): void {
    if (part.type === "reasoning-start") this.#reasoning.add(part.id);
    if (part.type === "reasoning-end") this.#reasoning.delete(part.id);
    if (part.type === "tool-input-start") this.#calls.set(part.id, part.toolName);
    if (part.type === "tool-call") this.#calls.delete(part.toolCallId);
  }

  /** Ends them; a call without its input ends in an error of the tool, as clients expect of one that has begun. */
  *close(): Generator<ModelStreamPart, void, void> {
    for (const id of this.#reasoning) yield { type: "reasoning-end", id };
    for (const [toolCallId, toolName] of this.#calls) yield { type: "tool-call", toolCallId, toolName, input: "broken off" };
  }
}

function either(first: AbortSignal | undefined, second: AbortSignal): AbortSignal {
  return first ? AbortSignal.any([first, second]) : second;
}

async function* readAll(reader: ReadableStreamDefaultReader<ModelStreamPart>): Parts {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
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
