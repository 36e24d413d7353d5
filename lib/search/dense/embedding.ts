/** Turns texts into vectors whose dot product says how similar they are in meaning. Every embedding passes `embedding.test.ts`. */
export interface Embedding {
  /** Changes whenever the same text may get another vector; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One vector of length 1 for each text, in order; a vector of zeros for a text of which the engine knows nothing. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Scales a vector to length 1 in place; one without length stays as it is. */
export function normalise(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  if (length > 0) for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) / length;
  return vector;
}

/** Returns the Euclidean length. */
export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) squares += (vector[i] as number) ** 2;
  return Math.sqrt(squares);
}
