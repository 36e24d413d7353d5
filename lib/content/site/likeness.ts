/** Pairs of neighbouring letters, which survive slips, other endings and other word order. */
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
