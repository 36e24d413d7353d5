import type { ScoredPassage } from "../../search/search.ts";

/** A longer question is less often held whole, and says more where half of it is; up to this number of words. */
const MOST_WORDS = 8;

/**
 * How likely it is that the docs answer a question, 0 to 1, by logistic regression over what the search found. Learned
 * from 1,080 questions that 12 English sites answer and 600 of everyday life that none does, both given the same weight;
 * docs/decisions/0005-assistant.md has the figures, also those of 12 other sites.
 */
export function confidence(found: readonly ScoredPassage[]): number {
  const [best] = found;
  if (!best) return 0;
  const meant = Math.max(...found.map((hit) => hit.expandedCoverage)) * (1 - best.oovShare);
  const words = Math.min(best.termMatches.length, MOST_WORDS) / MOST_WORDS;
  return logistic(4.87 * best.score + 9.79 * meant + 4.52 * words - 8.47);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
