import { createHash } from "node:crypto";
import type { Analyzer } from "./analyze.ts";
import { type Embedding, normalise } from "./embedding.ts";
import { type PackedMatrix, pack, unpack } from "./matrix.ts";
import { findDirections, type SparseRows } from "./svd.ts";

/** Latent semantic analysis of a site's own passages: words that keep the same company come to lie close together. */
export interface LsaEmbedding extends Embedding {
  /** The vector of a text that is analyzed already. */
  embedTerms(terms: readonly string[]): Float32Array;
  save(): SavedLsa;
}

export interface SavedLsa {
  readonly terms: readonly string[];
  /** Rarity of each term. */
  readonly idf: Float32Array;
  readonly vectors: PackedMatrix;
}

const DIMENSIONS = 128;
const MOST_TERMS = 30_000;
const FEWEST_PASSAGES = 2;
/** A term in more than this share of the passages tells none of them apart. */
const MOST_PASSAGES_SHARE = 0.5;

/** Learns from the terms of each passage. The same passages give the same vectors. */
export function buildLsa(passages: readonly (readonly string[])[], analyzer: Analyzer): LsaEmbedding {
  const counted = passages.map(countTerms);
  const terms = chooseTerms(counted);
  const idf = Float32Array.from(terms, ({ frequency }) => Math.log(1 + passages.length / frequency));
  const names = terms.map(({ term }) => term);
  const { rank, right } = findDirections(toSparse(counted, names, idf), DIMENSIONS);
  return restoreLsa({ terms: names, idf, vectors: pack({ columns: rank, values: right }) }, analyzer);
}

/** The embedding that `save` wrote down, with the same vectors. */
export function restoreLsa(saved: SavedLsa, analyzer: Analyzer): LsaEmbedding {
  const { columns, values } = unpack(saved.vectors);
  const numbers = new Map(columns === 0 ? [] : saved.terms.map((term, number) => [term, number]));
  const embedTerms = (terms: readonly string[]) => {
    const vector = new Float32Array(columns);
    for (const [term, count] of countTerms(terms)) {
      const number = numbers.get(term);
      if (number === undefined) continue;
      const strength = (1 + Math.log(count)) * (saved.idf[number] as number);
      for (let i = 0; i < columns; i += 1)
        vector[i] = (vector[i] as number) + strength * (values[number * columns + i] as number);
    }
    return normalise(vector);
  };
  return {
    id: `lsa-${columns}-${fingerprint(saved)}`,
    dimensions: columns,
    embedTerms,
    embed: async (texts) => texts.map((text) => embedTerms(analyzer.terms(text))),
    save: () => saved,
  };
}

function fingerprint({ terms, vectors }: SavedLsa): string {
  const { buffer, byteOffset, byteLength } = vectors.bytes;
  return createHash("sha256")
    .update(terms.join("\n"))
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex")
    .slice(0, 16);
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function chooseTerms(passages: readonly ReadonlyMap<string, number>[]): { term: string; frequency: number }[] {
  const frequencies = new Map<string, number>();
  for (const counts of passages) for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return [...frequencies]
    .map(([term, frequency]) => ({ term, frequency }))
    .filter(({ frequency }) => frequency >= FEWEST_PASSAGES && frequency <= MOST_PASSAGES_SHARE * passages.length)
    .sort((a, b) => b.frequency - a.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_TERMS);
}

/** Passages as rows of length 1, each entry the weight of a term in it. */
function toSparse(passages: readonly ReadonlyMap<string, number>[], terms: readonly string[], idf: Float32Array): SparseRows {
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const starts = new Uint32Array(passages.length + 1);
  const column: number[] = [];
  const value: number[] = [];
  passages.forEach((counts, row) => {
    const entries = [...counts].flatMap(([term, count]) => {
      const number = numbers.get(term);
      return number === undefined ? [] : [{ number, weight: (1 + Math.log(count)) * (idf[number] as number) }];
    });
    const length = Math.sqrt(entries.reduce((sum, { weight }) => sum + weight * weight, 0));
    for (const { number, weight } of entries) {
      column.push(number);
      value.push(weight / length);
    }
    starts[row + 1] = column.length;
  });
  return {
    rows: passages.length,
    columns: terms.length,
    starts,
    column: Uint32Array.from(column),
    value: Float32Array.from(value),
  };
}
