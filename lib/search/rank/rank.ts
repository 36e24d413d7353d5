/*
 * Ranking: puts the passages that the retrievers found into one order.
 * Scores by passage and page come in; passages come out, best first.
 * Start at `fuseRetrieved` and `select`. `rerank.ts` looks at the best ones again, `headings.ts` and `records.ts` raise and lower pages.
 */

import type { Corpus } from "../corpus.ts";

/** Scores by one retriever, by item number; 0 where it found nothing. */
export interface WeightedScores {
  readonly scores: Float32Array;
  readonly weight: number;
}

/** Scores of the retrievers by passage, and of the keyword index of whole pages by page. */
export interface Retrieved {
  readonly keyword: Float32Array;
  readonly keywordPages: Float32Array;
  /** Undefined where no dense retriever is used. */
  readonly dense: WeightedScores | undefined;
}

/** One score for each passage and for each page. */
export interface Fused {
  readonly passages: Float32Array;
  readonly pages: Float32Array;
}

/** Weight of the index of whole pages beside that of passages. */
const PAGE_SHARE = 0.4;

/**
 * Fuses what the retrievers found: scores of each kind are divided by their own best and weighted, so that no scale matters; what is
 * negative counts as nothing. Measured against reciprocal rank fusion: never worse, and it keeps how far apart the scores are. A page
 * has its best passage's score. Measured: adding the second and third best ranks pages worse.
 */
export function fuseRetrieved({ keyword, keywordPages, dense }: Retrieved, { pageOf, membersOf }: Corpus): Fused {
  const passages = new Float32Array(pageOf.length);
  const [pages, densePages] = [new Float32Array(membersOf.length), new Float32Array(membersOf.length)];
  const [byKeyword, byDense] = [share(keyword), dense ? share(dense.scores, dense.weight) : 0];
  for (let i = 0; i < passages.length; i += 1) {
    const page = pageOf[i] as number;
    const [found, near] = [keyword[i] as number, dense ? Math.max(dense.scores[i] as number, 0) : 0];
    passages[i] = Math.fround(found * byKeyword) + near * byDense;
    if (found > (pages[page] as number)) pages[page] = found;
    if (near > (densePages[page] as number)) densePages[page] = near;
  }
  const [byPassages, byPages] = [share(pages, 1 - PAGE_SHARE), share(keywordPages, PAGE_SHARE)];
  for (let page = 0; page < pages.length; page += 1)
    pages[page] = Math.fround((pages[page] as number) * byPassages) + (keywordPages[page] as number) * byPages;
  const byBoth = share(pages);
  for (let page = 0; page < pages.length; page += 1)
    pages[page] = Math.fround((pages[page] as number) * byBoth) + (densePages[page] as number) * byDense;
  return { passages, pages };
}

/** The factor that makes the best of scores the weight. */
function share(scores: Float32Array, weight = 1): number {
  return weight / Math.max(highest(scores), Number.EPSILON);
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

/** A passage, by its number, with its place in the ranking: the higher, the better. */
export interface Candidate {
  readonly passage: number;
  readonly rank: number;
}

export interface Selection {
  readonly isFound: (passage: number) => boolean;
  readonly limit: number;
  /** The most passages of one page. */
  readonly perPage: number;
}

/** Each further passage of a page ranks a little lower, so that other pages come in between. */
const NEXT_OF_PAGE = 0.93;
/** Pages taken into account beyond the limit, for those of which no passage is found. */
const SPARE_PAGES = 50;

/** The best found passages of the best pages in one order: the best one of a page has the rank of the page. */
export function select({ pages, passages }: Fused, { membersOf }: Corpus, { isFound, limit, perPage }: Selection): Candidate[] {
  const scoreOf = (passage: number) => passages[passage] as number;
  const candidates = topItems(pages, limit + SPARE_PAGES).flatMap((page) => {
    const found = (membersOf[page] as readonly number[])
      .filter((passage) => scoreOf(passage) > 0 && isFound(passage))
      .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
      .slice(0, perPage);
    const factor = (pages[page] as number) / scoreOf(found[0] ?? 0);
    return found.map((passage, order) => ({ passage, rank: factor * scoreOf(passage) * NEXT_OF_PAGE ** order }));
  });
  return candidates.sort((a, b) => b.rank - a.rank || a.passage - b.passage).slice(0, limit);
}
