import { likelihood, type ParsedQuery } from "../query/query.ts";
import type { Synonym } from "../query/thesaurus.ts";
import { normalise } from "./embedding.ts";
import type { WordsEmbedding } from "./words-embedding.ts";

/** A query as an embedding reads it. */
export interface TextQuery extends Pick<ParsedQuery, "text" | "synonymWeight"> {
  readonly synonyms: readonly Pick<Synonym, "matchedTerms" | "alternatives">[];
}

type Words = Pick<WordsEmbedding, "recall" | "dimensions">;

/** Returns the vector of a query: that of its text, moved towards the synonyms of its words and phrases. */
export function toQueryVector({ text, synonyms, synonymWeight }: TextQuery, { recall, dimensions }: Words): Float32Array {
  const direction = new Float32Array(dimensions);
  for (const { matchedTerms, alternatives } of synonyms) {
    const synonym = new Float32Array(dimensions);
    for (const [place, alternative] of alternatives.entries()) add(synonym, recall(alternative), likelihood(place));
    add(direction, normalise(synonym), Math.sqrt(matchedTerms.length));
  }
  return normalise(add(recall(text).slice(), normalise(direction), synonymWeight));
}

function add(vector: Float32Array, added: Float32Array, factor: number): Float32Array {
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) + (added[i] as number) * factor;
  return vector;
}
