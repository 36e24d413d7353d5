/** A question that a reader hands over to support. */
export interface HandedOver {
  readonly question: string;
  /** Address of the page that the question was asked on. */
  readonly page?: string | undefined;
  /** Addresses that the answer cites. */
  readonly sources: readonly string[];
  readonly threadId?: string | undefined;
  /** The address at which the reader is answered. */
  readonly email?: string | undefined;
}

/**
 * Writes what support is told: the question, then the reader's address, the page, the sources of the answer and the id of the
 * conversation, a line each. The answer itself is left out: it did not help.
 */
export function toSupportText({ question, page, sources, threadId, email }: HandedOver): string {
  const rest = [email, page, ...sources.map((url) => `- ${url}`), threadId].filter(Boolean).join("\n");
  return `${question.trim()}\n\n${rest}`;
}
