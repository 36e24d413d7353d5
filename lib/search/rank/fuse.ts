import type { Corpus } from "../corpus.ts";

/** Scores by one retriever, by item number; 0 where it found nothing. */
export interface WeightedScores {
  readonly scores: Float32Array;
  readonly weight: number;
}

/**
 * Adds scores of several kinds: each kind is divided by its own best score and weighted, so that no scale matters; what is negative
 * counts as nothing. Measured against reciprocal rank fusion: never worse, and it keeps how far apart the scores are.
 */
export function fuse(lists: readonly WeightedScores[], size: number): Float32Array {
  const totals = new Float32Array(size);
  for (const { scores, weight } of lists) {
    const factor = weight / Math.max(highest(scores), Number.EPSILON);
    for (let i = 0; i < size; i += 1) {
      const score = scores[i] as number;
      if (score > 0) totals[i] = (totals[i] as number) + score * factor;
    }
  }
  return totals;
}

/** Scores of the retrievers by passage, and of the keyword index of whole pages by page. */
export interface Retrieved {
  readonly keyword: Float32Array;
  readonly keywordPages: Float32Array;
  readonly dense: readonly WeightedScores[];
}

/** One score for each passage and for each page. */
export interface Fused {
  readonly passages: Float32Array;
  readonly pages: Float32Array;
}

/** Weight of the index of whole pages beside that of passages. */
const PAGE_SHARE = 0.4;

/** Fuses what the retrievers found. The keyword scores count 1, each dense list its weight; a page has its best passage's score. */
export function fuseRetrieved({ keyword, keywordPages, dense }: Retrieved, { pageOf, membersOf }: Corpus): Fused {
  const pageCount = membersOf.length;
  const toPages = (scores: Float32Array) => bestByGroup(scores, pageOf, pageCount);
  const pagesByKeyword = fuse(
    [
      { scores: toPages(keyword), weight: 1 - PAGE_SHARE },
      { scores: keywordPages, weight: PAGE_SHARE },
    ],
    pageCount,
  );
  const densePages = dense.map(({ scores, weight }) => ({ scores: toPages(scores), weight }));
  return {
    passages: fuse([{ scores: keyword, weight: 1 }, ...dense], keyword.length),
    pages: fuse([{ scores: pagesByKeyword, weight: 1 }, ...densePages], pageCount),
  };
}

/** The same with each page's score multiplied by its share. */
export function weighPages({ passages, pages }: Fused, shareOf: (page: number) => number): Fused {
  return { passages, pages: pages.map((score, page) => score * shareOf(page)) };
}

/** The largest value of a part, or 0 when none is above it. */
export function highest(scores: Float32Array, from = 0, to = scores.length): number {
  let best = 0;
  for (let i = from; i < to; i += 1) if ((scores[i] as number) > best) best = scores[i] as number;
  return best;
}

/** Numbers of the items with the highest scores above 0, best first; equal ones in the order of their numbers. For small limits. */
export function topItems(scores: Float32Array, limit: number): number[] {
  const top: number[] = [];
  let lowest = 0;
  for (let item = 0; item < scores.length; item += 1) {
    const score = scores[item] as number;
    if (score <= lowest) continue;
    let place = Math.min(top.length, limit - 1);
    for (; place > 0 && (scores[top[place - 1] as number] as number) < score; place -= 1) top[place] = top[place - 1] as number;
    top[place] = item;
    if (top.length === limit) lowest = scores[top[limit - 1] as number] as number;
  }
  return top;
}

/** The best score of the members of each group. Measured: adding the second and third best ranks pages worse. */
export function bestByGroup(scores: Float32Array, groupOf: Uint32Array, groups: number): Float32Array {
  const best = new Float32Array(groups);
  for (let i = 0; i < scores.length; i += 1) {
    const group = groupOf[i] as number;
    if ((scores[i] as number) > (best[group] as number)) best[group] = scores[i] as number;
  }
  return best;
}
