import { perObject } from "./per-object.ts";

/** Bigrams, which survive typing errors, other endings and other word order. */
export function pairsOf(text: string): Set<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter(Boolean).flatMap((word) => neighboursIn(` ${word} `)));
}

function neighboursIn(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}

/** Returns Dice's coefficient: 1 for the same parts, 0 for none in common. */
export function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const part of few) if (many.has(part)) shared += 1;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

/** Letters of a name that are compared: it is a stranger's, and each is compared with all. */
const MAX_COMPARED_LETTERS = 100;

/** Returns the names most like an unknown one, best first: at most `count` of at least that likeness. */
export function findSimilar(
  asked: string,
  names: ReadonlySet<string>,
  { least = 0.6, count = 1 }: { least?: number; count?: number } = {},
): string[] {
  const parts = pairsOf(asked.slice(0, MAX_COMPARED_LETTERS));
  const scored = [...pairsByName(names)].map(([name, pairs]) => ({ name, score: likeness(parts, pairs) }));
  const best = scored.filter(({ score }) => score >= least).sort((left, right) => right.score - left.score);
  return best.slice(0, count).map(({ name }) => name);
}

const pairsByName = perObject((names: ReadonlySet<string>) => new Map([...names].map((name) => [name, pairsOf(name)] as const)));
