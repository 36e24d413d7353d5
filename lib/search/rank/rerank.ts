import type { Passage } from "../../content/model/passage.ts";
import { dotPacked, type RoundedVector } from "../dense/matrix.ts";
import type { PassageReader } from "./passage-reader.ts";
import { highest } from "./rank.ts";

/** A passage with its place in a ranking: the higher, the better. */
export interface RankedPassage {
  readonly passage: Passage;
  readonly rank: number;
  /** Share of the query that it holds, in its words or in synonyms, 0 to 1. */
  readonly expandedCoverage: number;
  /** The weight of its page, which its rank already has in it. */
  readonly pageShare: number;
}

/**
 * Number of the best hits that are reranked; the others follow as they were. Measured: more change nothing among the first
 * five.
 */
export const RERANK_DEPTH = 16;
/**
 * Weights of the cosines: the best of a passage's headings, that of the page's description and the best of its blocks,
 * beside the rank of the best passage, which counts 1.
 */
const HEADING_SHARE = 0.6;
const DESCRIPTION_SHARE = 0.5;
const BLOCK_SHARE = 1;
/** Weight of the share of the query that a passage holds: the sum of its words' scores may come from a few of them. */
const COVERAGE_SHARE = 0.5;

/**
 * Reranks the best of hits that come best first: by the cosines of the query with title and heading, with the page's
 * description and with the block that is nearest, and by how much of the query they hold. A heading says in a few words
 * what a section is about, and one sentence of it may be the answer; in the vector of the whole passage both are lost.
 */
export function rerank<Hit extends RankedPassage>(
  hits: readonly Hit[],
  queryVector: RoundedVector,
  { readVectors }: Pick<PassageReader, "readVectors">,
): Hit[] {
  const top = hits.reduce((best, { rank }) => Math.max(best, rank), 0);
  const reranked = hits.slice(0, RERANK_DEPTH).map((hit) => {
    const { rows, headings } = readVectors(hit.passage);
    const cosines = dotPacked(rows, queryVector);
    const byCoverage = COVERAGE_SHARE * hit.expandedCoverage;
    const byHeading = HEADING_SHARE * highest(cosines, 0, headings);
    const byDescription = DESCRIPTION_SHARE * highest(cosines, headings, headings + 1);
    const byBlock = BLOCK_SHARE * highest(cosines, headings + 1);
    return { ...hit, rank: hit.rank + hit.pageShare * top * (byCoverage + byHeading + byDescription + byBlock) };
  });
  return [...reranked.sort((left, right) => right.rank - left.rank), ...hits.slice(RERANK_DEPTH)];
}
