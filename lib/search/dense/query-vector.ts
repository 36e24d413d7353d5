import { likelihood, type ParsedQuery } from "../query/query.ts";
import type { Synonym } from "../query/thesaurus.ts";
import { type Embedding, normalise } from "./embedding.ts";

/** A query as an embedding reads it. */
export interface TextQuery extends Pick<ParsedQuery, "text" | "synonymWeight"> {
  readonly synonyms: readonly Pick<Synonym, "matchedTerms" | "alternatives">[];
}

/** Returns the vector of a query: that of its text, moved towards the synonyms of its words and phrases. */
export async function toQueryVector({ text, synonyms, synonymWeight }: TextQuery, embedding: Embedding): Promise<Float32Array> {
  const [query] = await embedding.embed([text]);
  const direction = new Float32Array(embedding.dimensions);
  for (const { matchedTerms, alternatives } of synonyms) {
    const vectors = await embedding.embed(alternatives);
    const synonym = vectors.reduce(
      (sum, vector, place) => add(sum, vector, likelihood(place)),
      new Float32Array(direction.length),
    );
    add(direction, normalise(synonym), Math.sqrt(matchedTerms.length));
  }
  // Vectors that an embedding gave are its own.
  return normalise(add(query?.slice() ?? direction, normalise(direction), synonymWeight));
}

function add(vector: Float32Array, added: Float32Array, factor: number): Float32Array {
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) + (added[i] as number) * factor;
  return vector;
}
