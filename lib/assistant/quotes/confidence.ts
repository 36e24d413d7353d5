// Tested in lib/assistant/converse.test.ts.
import type { ScoredPassage } from "../../search/search.ts";

/** A longer question is less often held whole, and says more where half of it is; up to this number of words. */
const MOST_WORDS = 8;

/**
 * How likely it is that the docs answer a question, 0 to 1, by logistic regression over what the search found and how much
 * of the question each quote holds; without quotes, each passage. Learned from 1,080 questions that 12 English sites answer and 600 of everyday life that
 * none does, both given the same weight; docs/decisions/0005-assistant.md has the figures, also those of other sites.
 */
export function confidence(found: readonly ScoredPassage[], coverages = found.slice(0, 3).map(coverageOf)): number {
  const [best] = found;
  if (!best || coverages.length === 0) return 0;
  const meant = Math.max(...found.map((hit) => hit.expandedCoverage)) * (1 - best.oovShare);
  const words = Math.min(best.termMatches.length, MOST_WORDS) / MOST_WORDS;
  const quoted = coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length;
  return logistic(3.67 * best.score + 4.91 * meant + 6.5 * words + 12.06 * quoted - 11.8);
}

function coverageOf({ expandedCoverage }: ScoredPassage): number {
  return expandedCoverage;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
