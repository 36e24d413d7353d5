import type { ScoredPassage } from "../../search/search.ts";

/** Half of eight words found together tells more than half of two, up to this number. */
const MOST_WORDS = 6;

/**
 * How likely it is that the docs answer a question, 0 to 1, by logistic regression over what the search found. Learned
 * from 2,160 questions that 24 English sites answer and 200 of everyday life that none does, both given the same weight;
 * docs/decisions/0005-assistant.md has the figures.
 */
export function confidence(found: readonly ScoredPassage[]): number {
  const [best] = found;
  if (!best) return 0;
  const meant = Math.max(...found.map((hit) => hit.expandedCoverage)) * (1 - best.oovShare);
  const matched = Math.max(...found.map(({ section }) => section.coverage)) * Math.min(best.termMatches.length, MOST_WORDS);
  return logistic(3.17 * best.score + 4.52 * meant + 1.51 * matched - 6.08);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
