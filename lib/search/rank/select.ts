import type { Corpus } from "../corpus.ts";
import { type Fused, topItems } from "./fuse.ts";

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
