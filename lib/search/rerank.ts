import type { Passage } from "../content/passage.ts";
import type { Embedding } from "./embedding.ts";
import { dotRows, stack } from "./matrix.ts";

/** A passage with its place in a ranking: the higher, the better. */
export interface RankedPassage {
  readonly passage: Passage;
  readonly rank: number;
  /** Share of what was asked that it holds, 0 to 1. */
  readonly meant: number;
}

/** So many of the best are looked at once more; the others follow as they were. Measured: more change nothing among the first five. */
export const RERANKED = 16;
/** What nearness to the best heading of a passage counts for, beside the rank of the best passage, which counts 1. */
const HEADING_SHARE = 0.5;
const DESCRIPTION_SHARE = 0.2;
/** What counts that a passage holds all that was asked, where the sum of its words' scores may come from a few of them. */
const COVERAGE_SHARE = 0.3;
/** A longer query says itself what it is about, and its words stand in the text: what stands above counts for less then. */
const FEW_WORDS = 4;

/**
 * Takes hits that come best first and orders the best of them anew: by how near in meaning the query is to title and heading,
 * and to the page's description, and by how much of what was asked they hold. A heading says in a few words what a section is
 * about; in the vector of the whole passage they drown.
 */
export async function rerank<Hit extends RankedPassage>(
  hits: readonly Hit[],
  query: string,
  { asked, embedding: { embed, dimensions } }: { readonly asked: Float32Array; readonly embedding: Embedding },
): Promise<Hit[]> {
  const highest = Math.max(0, ...hits.map(({ rank }) => rank));
  const share = highest * Math.min(1, FEW_WORDS / query.trim().split(/\s+/).length);
  const nearness = async (texts: readonly string[]) => Math.max(...dotRows(stack(await embed(texts), dimensions), asked));
  const reranked = hits.slice(0, RERANKED).map(async (hit) => {
    const heading = await nearness(headingsOf(hit.passage));
    const description = await nearness([hit.passage.description]);
    return {
      ...hit,
      rank: hit.rank + highest * COVERAGE_SHARE * hit.meant + share * (HEADING_SHARE * heading + DESCRIPTION_SHARE * description),
    };
  });
  const best = (await Promise.all(reranked)).sort((left, right) => right.rank - left.rank);
  return [...best, ...hits.slice(RERANKED)];
}

/** The title with the heading of each section that a passage joins. */
function headingsOf({ title, heading, blocks }: Passage): string[] {
  const inside = blocks.slice(1).flatMap(({ kind, anchor, text }) => (kind === "label" && anchor ? [text] : []));
  return [heading, ...inside].map((each) => `${title} ${each}`);
}
