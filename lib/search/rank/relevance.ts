/** The signals from which the relevance of a hit is computed; shares are weighted by rarity. */
export interface RelevanceSignals {
  /** Share of the query's words that occur in the passage. */
  readonly coverage: number;
  /** Share of the query's words that are out of the site's vocabulary. */
  readonly oovShare: number;
  /** Keyword score as a share of the best that any passage could have for this query. */
  readonly strength: number;
  /** Cosine of query and passage by the word table; undefined where it is not used. */
  readonly nearness: number | undefined;
}

/**
 * Relevance of a passage to the query, 0 to 1, whatever the other hits are: the probability that the query is one for
 * this site, by logistic regression. Learned from the best hit of 3,489 queries for pages of seven English
 * documentation sites, many of them shortened or misspelt, against queries made for the other sites and everyday
 * questions; docs/decisions/0002-search.md has the figures.
 */
export function relevance({ coverage, oovShare, strength, nearness }: RelevanceSignals): number {
  if (nearness === undefined) return logistic(3.44 * coverage - 8.15 * oovShare + 16.51 * strength - 3.27);
  return logistic(3.26 * coverage - 9.43 * oovShare + 9.47 * nearness + 13.87 * strength - 7.42);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
