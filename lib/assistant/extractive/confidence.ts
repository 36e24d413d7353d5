import type { Evidence } from "./evidence.ts";

/** What is known of a question when it is judged whether the docs answer it. */
export interface Signals {
  readonly evidence: readonly Evidence[];
  /** The relevance that the search gives to its best passage. */
  readonly relevance: number;
  /** Share of the question, weighted by rarity, that the docs know nothing of. */
  readonly unknown: number;
  /** How many different words were asked. */
  readonly words: number;
}

/** So many of the first results are looked at for a name. */
const NAMING = 3;
const UNNAMED = 0.05;
/** Half of eight words found together tells more than half of two, up to this number. */
const MOST_WORDS = 6;

/**
 * How likely it is that the docs answer a question, 0 to 1, by logistic regression. Learned from 660 questions that eight
 * English sites answer and 600 that they do not, most of the latter from everyday life: docs/decisions/0005-assistant.md has
 * the figures. A question of whose words no title, heading or path holds any shares its words with the text by chance, more
 * often than not.
 */
export function confidence({ evidence, relevance, unknown, words }: Signals): number {
  const together = Math.max(0, ...evidence.map((found) => found.together)) * (1 - unknown);
  const matched = Math.max(0, ...evidence.map(({ covered }) => covered)) * Math.min(words, MOST_WORDS);
  const isUnnamed = evidence.slice(0, NAMING).every(({ named }) => named < UNNAMED);
  return logistic(6.82 * relevance + 2.14 * together + 1.03 * matched - (isUnnamed ? 2.21 : 0) - 5.67);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
