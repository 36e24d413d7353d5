/** Why there is no answer, in the terms of what the reader can do about it. */
export type FailureKind = "offline" | "limited" | "server" | "broken" | "empty";

export interface Failure {
  readonly kind: FailureKind;
  /** For `limited`: seconds until the next try makes sense, where the service says. */
  readonly seconds?: number | undefined;
}

/** A request for an answer that was refused, or never arrived. */
export class AnswerFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`no answer: ${failure.kind}`, options);
    this.failure = failure;
  }
}

/** What an error of the chat means. Everything but a refusal is an answer that broke off. */
export function toFailure(error: Error): Failure {
  return error instanceof AnswerFailed ? error.failure : { kind: "broken" };
}

/** Reads a refusal of the service. */
export function toAnswerFailed(response: Response): AnswerFailed {
  if (response.status !== 429) return new AnswerFailed({ kind: "server" });
  const seconds = Number(response.headers.get("Retry-After"));
  return new AnswerFailed({ kind: "limited", seconds: seconds > 0 ? Math.ceil(seconds) : undefined });
}
