import { type Embedding, normalise } from "./embedding.ts";
import { likelihood, type ReadQuery } from "./query.ts";

/** A query as a vector: that of its text, moved towards the meanings of its words and phrases. */
export async function toQueryVector(
  { text, meanings, meaningWeight }: Pick<ReadQuery, "text" | "meanings" | "meaningWeight">,
  embedding: Embedding,
): Promise<Float32Array> {
  const [asked] = await embedding.embed([text]);
  const direction = new Float32Array(embedding.dimensions);
  for (const { said, alternatives } of meanings) {
    const vectors = await embedding.embed(alternatives);
    const meant = vectors.reduce((sum, vector, place) => add(sum, vector, likelihood(place)), new Float32Array(direction.length));
    add(direction, normalise(meant), Math.sqrt(said.length));
  }
  return normalise(add(asked ?? direction, normalise(direction), meaningWeight));
}

function add(vector: Float32Array, added: Float32Array, factor: number): Float32Array {
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) + (added[i] as number) * factor;
  return vector;
}
