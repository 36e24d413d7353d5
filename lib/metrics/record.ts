import { perProcess } from "../process-state.ts";

/** An answer of the assistant that has ended. */
export interface AnswerCounts {
  /** `none` where it ended before any engine wrote. */
  readonly engine: string;
  readonly outcome: string;
  /** Tokens as the provider counts them; null when it does not. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** A request that has been answered, or that its client has left. */
export interface RequestCounts {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  /** `closed` where the client has left before an answer began. */
  readonly status: string;
  readonly seconds: number;
}

/** What became of a question that a reader hands over to support. */
export type SupportOutcome = "sent" | "failed";

/** The metrics of a process. */
export interface Recorder {
  readonly request: (request: RequestCounts) => void;
  readonly search: (seconds: number) => void;
  readonly answer: (answer: AnswerCounts) => void;
  readonly support: (outcome: SupportOutcome) => void;
  /** Everything measured so far as OpenMetrics text. */
  readonly print: () => Promise<string>;
  readonly contentType: string;
}

/** The recorder of this process; none while metrics are off. Route handlers, which have separate module instances, share it. */
export const recorder = perProcess("metrics", () => ({ current: undefined as Recorder | undefined }));

/** Counts one search of the index and its time, made for a reader, a model or a program. */
export async function timeSearch<T>(search: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const found = await search();
  recorder.get().current?.search((performance.now() - started) / 1_000);
  return found;
}

/** Counts an answer and its tokens. */
export function countAnswer(answer: AnswerCounts): void {
  recorder.get().current?.answer(answer);
}

/** Counts a question that a reader handed over to support. */
export function countSupport(outcome: SupportOutcome): void {
  recorder.get().current?.support(outcome);
}

/** Counts a request and its time, from its head to the end of its answer. */
export function countRequest(request: RequestCounts): void {
  recorder.get().current?.request(request);
}
