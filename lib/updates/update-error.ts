/** An update that cannot be done, with a message for the person who reads its status. Any other error is a fault of the engine. */
export class UpdateError extends Error {
  /** Every single problem, one line each; empty when the message says it all. */
  readonly details: readonly string[];

  constructor(words: string, options: { details?: readonly string[]; cause?: unknown } = {}) {
    super(words, { cause: options.cause });
    this.name = "UpdateError";
    this.details = options.details ?? [];
  }
}
