/** What is known of a hit when its relevance is judged. */
export interface Signals {
  /** Share of the query's words, weighted by rarity, that occur in the passage. */
  readonly coverage: number;
  /** Share of the query's words, weighted by rarity, that the site knows nothing of. */
  readonly unknown: number;
}

/** Relevance of a passage to the query, 0 to 1, whatever the other hits are. */
export function relevance({ coverage, unknown }: Signals): number {
  return Math.max(0, Math.min(1, coverage * (1 - unknown)));
}
