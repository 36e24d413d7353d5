/** Why an update could not be done, in words for the person who reads its status. Anything else that is thrown is a fault of ours. */
export class UpdateError extends Error {
  /** Every single problem, one line each; empty when the message says it all. */
  readonly details: readonly string[];

  constructor(words: string, options: { details?: readonly string[]; cause?: unknown } = {}) {
    super(words, { cause: options.cause });
    this.name = "UpdateError";
    this.details = options.details ?? [];
  }
}
