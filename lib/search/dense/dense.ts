import type { Passage } from "../../content/model/passage.ts";
import { passageText } from "../corpus.ts";
import { likelihood, type ParsedQuery } from "../query/query.ts";
import type { Synonym } from "../query/vocabulary.ts";
import { normalise } from "./embedding.ts";
import { copyPacked, dotPacked, type PackedMatrix, pack, roundVector, rowAt, stackPacked } from "./matrix.ts";
import type { WordTable } from "./word-table.ts";
import { adaptWords, restoreWords, type SavedWords, type WordsEmbedding } from "./words-embedding.ts";

/** The retriever that finds passages by the cosine of word vectors, adapted to the site. */
export interface DenseRetriever {
  readonly embedding: WordsEmbedding;
  /** One row for each passage. */
  readonly vectors: PackedMatrix;
  save(): SavedRetriever;
}

export interface SavedRetriever extends SavedWords {
  /** The id of the word table. */
  readonly table: string;
  /** Hashes of the passages that the words were adapted to. */
  readonly learnedFrom: readonly string[];
  readonly passages: PackedMatrix;
}

/** An earlier retriever, parts of which may be used again. */
export interface EarlierRetriever {
  readonly saved: SavedRetriever;
  /** Hashes of the passages that its rows belong to. */
  readonly hashes: readonly string[];
}

/** The adapted words are kept while this share of the passages is as it was then; new passages get vectors from them. */
const SHARE_TO_KEEP = 0.9;

/**
 * Adapts the word table to the passages of one language and gives every passage its vector. After a small change the
 * words are kept, and only new passages are embedded.
 */
export function buildRetriever(passages: readonly Passage[], table: WordTable, earlier?: EarlierRetriever): DenseRetriever {
  const hashes = passages.map(({ hash }) => hash);
  const kept = earlier && canKeep(earlier.saved, table, hashes) ? earlier : undefined;
  const words = kept ? restoreWords(table, kept.saved) : adaptWords(table, passages.map(passageText));
  const rows = kept && { saved: kept.saved.passages, rowOf: new Map(kept.hashes.map((hash, row) => [hash, row])) };
  const packed = hashes.map((hash, i) => {
    const row = rows?.rowOf.get(hash);
    return rows && row !== undefined
      ? rowAt(rows.saved, row)
      : pack({ columns: words.dimensions, values: words.encode(passageText(passages[i] as Passage)) });
  });
  const learnedFrom = kept?.saved.learnedFrom ?? hashes;
  const saved = { ...words.save(), table: table.id, learnedFrom, passages: stackPacked(packed, words.dimensions) };
  return createRetriever(saved, table);
}

/** Reads back the retriever that `save` wrote down, with the same vectors; the table must be the same too. Keeps none of the arrays given. */
export function restoreRetriever(saved: SavedRetriever, table: WordTable): DenseRetriever {
  return createRetriever({ ...saved, vectors: copyPacked(saved.vectors), passages: copyPacked(saved.passages) }, table);
}

function createRetriever(saved: SavedRetriever, table: WordTable): DenseRetriever {
  return { embedding: restoreWords(table, saved), vectors: saved.passages, save: () => saved };
}

/** Returns the cosines of every passage with the query, and the query as the retriever sees it. */
export function retrieveDense({ embedding, vectors }: DenseRetriever, query: TextQuery) {
  const queryVector = roundVector(toQueryVector(query, embedding));
  return { queryVector, scores: dotPacked(vectors, queryVector) };
}

function canKeep({ table, learnedFrom }: SavedRetriever, { id }: WordTable, hashes: readonly string[]): boolean {
  if (table !== id) return false;
  const learned = new Set(learnedFrom);
  return hashes.filter((hash) => learned.has(hash)).length >= SHARE_TO_KEEP * Math.max(hashes.length, learnedFrom.length);
}

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
