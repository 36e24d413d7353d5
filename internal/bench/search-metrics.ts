import { createRandom } from "../testing/random.ts";
import type { Query } from "./search-sets.ts";

/** The quality of a ranking of pages, and the time it took. */
export interface Figures {
  /** Quality of the first ten pages, 0 to 1: each right one counts, and more the higher it ranks. */
  readonly ndcg: number;
  /** One divided by the place of the first right page, 0 when it is not among ten. */
  readonly mrr: number;
  /** Share of the queries with a right page among the first five. */
  readonly hit5: number;
  /** Reciprocal rank of each query, in their order. */
  readonly ranks: readonly number[];
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Finds pages for a query: their paths, best first, repeats allowed. */
export type Search = (query: string) => Promise<readonly string[]> | readonly string[];

/** Runs every query once, after one that warms up. */
export async function measure(search: Search, queries: readonly Query[]): Promise<Figures> {
  const [first] = queries;
  if (first) await search(first.text);
  const rows: { ndcg: number; mrr: number; hit5: number; ms: number }[] = [];
  for (const { text, gains } of queries) {
    const started = performance.now();
    const found = await search(text);
    rows.push({ ...judge([...new Set(found)].slice(0, 10), gains), ms: performance.now() - started });
  }
  const mean = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0) / (rows.length || 1);
  const times = rows.map(({ ms }) => ms);
  return {
    ndcg: mean(({ ndcg }) => ndcg),
    mrr: mean(({ mrr }) => mrr),
    hit5: mean(({ hit5 }) => hit5),
    ranks: rows.map(({ mrr }) => mrr),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

/** Normalised discounted cumulative gain (Järvelin, Kekäläinen 2002), reciprocal rank and hit of ten pages. */
export function judge(ranking: readonly string[], gains: ReadonlyMap<string, number>): Pick<Figures, "ndcg" | "mrr" | "hit5"> {
  const worth = (gain: number, place: number) => (2 ** gain - 1) / Math.log2(place + 2);
  const gained = ranking.reduce((sum, page, place) => sum + worth(gains.get(page) ?? 0, place), 0);
  const ideal = [...gains.values()]
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((sum, gain, place) => sum + worth(gain, place), 0);
  const first = ranking.findIndex((page) => (gains.get(page) ?? 0) > 0);
  return { ndcg: ideal > 0 ? gained / ideal : 0, mrr: first < 0 ? 0 : 1 / (first + 1), hit5: first >= 0 && first < 5 ? 1 : 0 };
}

const DRAWS = 10_000;

/**
 * Returns the mean difference of two engines on the same queries with its interval of 95 % (paired bootstrap, Efron 1979). The same
 * figures give the same interval.
 */
export function compare(one: readonly number[], other: readonly number[]): { mean: number; from: number; to: number } {
  const differences = one.map((value, query) => value - (other[query] ?? 0));
  const random = createRandom(1);
  const draw = () => differences[Math.floor(random() * differences.length)] ?? 0;
  const meanOf = (next: (query: number) => number) =>
    differences.reduce((sum, _, query) => sum + next(query), 0) / (differences.length || 1);
  const means = Array.from({ length: DRAWS }, () => meanOf(draw));
  return { mean: meanOf((query) => differences[query] ?? 0), from: percentile(means, 0.025), to: percentile(means, 0.975) };
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/**
 * The query with one typo in its longest word that is written in Latin letters: a letter left out, doubled, or swapped
 * with the next. Undefined when it has no such word. The same query always gets the same typo.
 */
export function misspell(text: string): string | undefined {
  const word = longestWord(text);
  if (!word) return undefined;
  const seed = seedOf(text);
  const at = 1 + (seed % (word.length - 3));
  const typos = [word.slice(0, at) + word.slice(at + 1), word.slice(0, at) + word.charAt(at) + word.slice(at), swapAt(word, at)];
  return text.replace(word, typos[seed % typos.length] as string);
}

/**
 * The query with two neighbouring letters of its longest word swapped, none of them the first. Undefined when it has no word of five
 * letters. The same query always gets the same typo.
 */
export function swapLetters(text: string): string | undefined {
  const word = longestWord(text);
  const places = [...(word ?? "").slice(1, -1)].flatMap((letter, at) => (letter === word?.charAt(at + 2) ? [] : [at + 1]));
  const at = places[seedOf(text) % places.length];
  return word && at ? text.replace(word, swapAt(word, at)) : undefined;
}

function longestWord(text: string): string | undefined {
  return (text.match(/\p{Script=Latin}{5,}/gu) ?? []).sort((a, b) => b.length - a.length)[0];
}

function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
}

function swapAt(word: string, at: number): string {
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}
