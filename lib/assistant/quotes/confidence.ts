import type { ScoredPassage } from "../../search/search.ts";

/** A longer question is less often held whole, and says more where half of it is; up to this number of words. */
const MOST_WORDS = 8;

/**
 * The probability that the docs answer a question, 0 to 1, by logistic regression over what the search found and how much
 * of the question each quote holds; without quotes, each passage. Learned from 1,080 questions that 12 English sites answer and 600 of everyday life that
 * none does, both given the same weight; docs/decisions/0005-assistant.md has the figures, also those of other sites.
 */
export function confidence(found: readonly ScoredPassage[], coverages?: readonly number[]): number {
  const { score, meant, words, quoted } = readSignals(found, coverages);
  return score === 0 ? 0 : logistic(3.67 * score + 4.91 * meant + 6.5 * words + 12.06 * quoted - 11.8);
}

/**
 * The probability that quotes answer a question, 0 to 1, by logistic regression over the relevance of the best passage, the length of
 * the question, and how well the first quote fits it. Learned from the quotes of 380 questions of seven sites, 199 that hold the marked
 * answer and 175 that do not, both given the same weight: docs/decisions/0005-assistant.md has the figures of eleven others.
 */
export function sureness(found: readonly ScoredPassage[], fit: number): number {
  const { score, words } = readSignals(found);
  return score === 0 ? 0 : logistic(1.28 * score + 2.33 * words + 2.19 * fit - 7.34);
}

/**
 * The probability that a question is about the subject of the docs at all, answered or not, 0 to 1, by logistic regression;
 * `typicality` is that of its words. Learned from 864 questions that 12 English sites answer and 200 of everyday life, asked
 * of each, both given the same weight: docs/decisions/0005-assistant.md.
 */
export function topicality(found: readonly ScoredPassage[], coverages: readonly number[], typicality: number): number {
  const { score, words, quoted } = readSignals(found, coverages);
  return score === 0 ? 0 : logistic(2.43 * typicality + 2.94 * score + 5.01 * words + 9.13 * quoted - 6.93);
}

interface Signals {
  /** Relevance of the best passage. */
  readonly score: number;
  /** The largest share of the question that a passage holds, less what no passage holds. */
  readonly meant: number;
  /** Length of the question, as a share of the words that count. */
  readonly words: number;
  /** Share of the question that a quote holds, in the mean. */
  readonly quoted: number;
}

/** All 0 where nothing was found or nothing can be quoted. */
function readSignals(found: readonly ScoredPassage[], coverages: readonly number[] = found.slice(0, 3).map(coverageOf)): Signals {
  const [best] = found;
  if (!best || coverages.length === 0) return { score: 0, meant: 0, words: 0, quoted: 0 };
  return {
    score: best.score,
    meant: Math.max(...found.map(coverageOf)) * (1 - best.oovShare),
    words: Math.min(best.termMatches.length, MOST_WORDS) / MOST_WORDS,
    quoted: coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length,
  };
}

function coverageOf({ expandedCoverage }: ScoredPassage): number {
  return expandedCoverage;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
