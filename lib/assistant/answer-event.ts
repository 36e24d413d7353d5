/** Which engine wrote an answer: passages quoted from the docs, a language model, or passages because the model failed. */
export type AnswerMode = "excerpts" | "model" | "fallback";

/** The reason why a step or an answer ended, in the words that every AI SDK version knows. */
export type FinishReason = (typeof FINISH_REASONS)[number];
const FINISH_REASONS = ["stop", "length", "content-filter", "tool-calls", "error", "other"] as const;

/** Returns the reason of that name; `other` for anything else. */
export function toFinishReason(value: unknown): FinishReason {
  return FINISH_REASONS.find((reason) => reason === value) ?? "other";
}

/** Tokens of a step or an answer; null where the engine does not count. */
export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** Counts of tokens; null for what is no number. */
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
  | { readonly type: "source"; readonly id: string; readonly url: string; readonly title?: string }
  /** `incomplete` where the model broke off: what came so far is kept. */
  | { readonly type: "error"; readonly message: string; readonly incomplete?: true }
  | { readonly type: "finish-step"; readonly finishReason: FinishReason; readonly usage: Usage }
  | { readonly type: "finish"; readonly finishReason: FinishReason; readonly usage: Usage; readonly threadId?: string };
