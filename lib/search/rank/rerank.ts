import type { Passage } from "../../content/passage.ts";
import type { Embedding } from "../dense/embedding.ts";
import { dotRows, stack } from "../dense/matrix.ts";

/** A passage with its place in a ranking: the higher, the better. */
export interface RankedPassage {
  readonly passage: Passage;
  readonly rank: number;
  /** Share of the query that it holds, in its words or in synonyms, 0 to 1. */
  readonly expandedCoverage: number;
}

/** How many of the best hits are reranked; the others follow as they were. Measured: more change nothing among the first five. */
export const RERANK_DEPTH = 16;
/**
 * What each cosine counts, the best of a passage's headings, that of the page's description and the best of its blocks,
 * beside the rank of the best passage, which counts 1.
 */
const HEADING_SHARE = 0.6;
const DESCRIPTION_SHARE = 0.5;
const BLOCK_SHARE = 1;
/** Characters of a block that are read, more than most blocks have. */
const BLOCK_LENGTH = 2_000;
/** What it counts that a passage holds the whole query, where the sum of its words' scores may come from a few of them. */
const COVERAGE_SHARE = 0.5;

/** The query as a vector, and the embedding that made it. */
export interface QueryVector {
  readonly queryVector: Float32Array;
  readonly embedding: Embedding;
}

/**
 * Reranks the best of hits that come best first: by the cosines of the query with title and heading, with the page's
 * description and with the block that is nearest, and by how much of the query they hold. A heading says in a few words
 * what a section is about, and one sentence of it may be the answer; in the vector of the whole passage both are lost.
 */
export async function rerank<Hit extends RankedPassage>(
  hits: readonly Hit[],
  { queryVector, embedding: { embed, dimensions } }: QueryVector,
): Promise<Hit[]> {
  const highest = hits.reduce((best, { rank }) => Math.max(best, rank), 0);
  const nearness = async (texts: readonly string[]) =>
    dotRows(stack(await embed(texts), dimensions), queryVector).reduce((best, value) => Math.max(best, value), 0);
  const reranked = hits.slice(0, RERANK_DEPTH).map(async (hit) => {
    const byCoverage = COVERAGE_SHARE * hit.expandedCoverage;
    const byHeading = HEADING_SHARE * (await nearness(headingsOf(hit.passage)));
    const byDescription = DESCRIPTION_SHARE * (await nearness([hit.passage.description]));
    const byBlock = BLOCK_SHARE * (await nearness(hit.passage.blocks.map(({ text }) => text.slice(0, BLOCK_LENGTH))));
    return { ...hit, rank: hit.rank + highest * (byCoverage + byHeading + byDescription + byBlock) };
  });
  const best = (await Promise.all(reranked)).sort((left, right) => right.rank - left.rank);
  return [...best, ...hits.slice(RERANK_DEPTH)];
}

/** The title with the heading of each section that a passage joins. */
function headingsOf({ title, heading, blocks }: Passage): string[] {
  const inside = blocks.slice(1).flatMap(({ kind, anchor, text }) => (kind === "label" && anchor ? [text] : []));
  return [heading, ...inside].map((each) => `${title} ${each}`);
}
