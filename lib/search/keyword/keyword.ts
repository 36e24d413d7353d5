import {
  BUCKETS,
  bucketOf,
  buildImpactIndex,
  documentOf,
  type ImpactIndex,
  type Postings,
  restoreImpactIndex,
  type SavedImpactIndex,
} from "./impact-index.ts";

/** A term of a query and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** The ways to say one thing, each of one or more terms: a document counts the best that it holds. */
export type SynonymGroup = readonly (readonly WeightedTerm[])[];

/** The terms of a query and the groups of its synonyms, 32 at most. */
export interface KeywordQuery {
  readonly terms: readonly WeightedTerm[];
  readonly synonymGroups: readonly SynonymGroup[];
}

/** The result of a search of one index. */
export interface KeywordScores {
  /** BM25 of every document: the sum over the terms, plus the best of each synonym group; 0 where nothing matches. */
  readonly scores: Float32Array;
  /** For each document the synonym groups that it holds any of, as bits: the first group is the lowest. */
  readonly matchingGroups: Uint32Array;
}

/** The terms of one field, one list for each document. */
export interface FieldSource {
  readonly documents: readonly (readonly string[])[];
  readonly weight: number;
  /** BM25's b: how strongly a long field is marked down, 0 to 1. */
  readonly lengthPenalty: number;
}

/** An inverted index over several fields whose scores are those of BM25. */
export interface KeywordIndex {
  readonly size: number;
  /** Returns the number of documents that hold the term. */
  documentFrequency(term: string): number;
  /** Returns the weight of a term by its rarity; an unknown term counts as the rarest. */
  idf(term: string): number;
  /** Scores every document. O(postings of the terms). */
  search(query: KeywordQuery): KeywordScores;
  /** Returns the score of a document that has all terms in all fields as strongly as can be. */
  highestScore(terms: readonly WeightedTerm[]): number;
  /** Returns the documents that hold the term. */
  postings(term: string): Postings;
  /** Returns what `restoreKeywordIndex` needs. */
  save(): SavedKeywordIndex;
}

export interface SavedKeywordIndex {
  readonly size: number;
  readonly fields: readonly { readonly weight: number; readonly index: SavedImpactIndex }[];
}

interface Field {
  readonly index: ImpactIndex;
  readonly weight: number;
}

const K1 = 1.2;
const HIGHEST = K1 + 1;
/**
 * The BM25 weight of a term in a document, by bucket. Measured: 16 buckets rank like floating point. The last one still counts,
 * since the term does occur.
 */
const IMPACT = Array.from({ length: BUCKETS }, (_, bucket) => Math.fround(HIGHEST * (1 - bucket / (BUCKETS - 1)) + 0.02));
/** The impacts of the term that is read, by bucket. */
const impacts = new Float64Array(BUCKETS);

/** Builds the index; rarity of a term is taken from the last field, which should hold the text of the others too. */
export function buildKeywordIndex(sources: readonly FieldSource[]): KeywordIndex {
  const fields = sources.map((source) => ({ index: buildField(source), weight: source.weight }));
  return createKeywordIndex(sources[0]?.documents.length ?? 0, fields);
}

/** Reads back the index that `save` wrote down, with the same results. */
export function restoreKeywordIndex({ size, fields }: SavedKeywordIndex): KeywordIndex {
  return createKeywordIndex(
    size,
    fields.map(({ weight, index }) => ({ weight, index: restoreImpactIndex(index) })),
  );
}

function buildField({ documents, lengthPenalty }: FieldSource): ImpactIndex {
  const total = documents.reduce((sum, terms) => sum + terms.length, 0);
  const average = total / documents.length || 1;
  return buildImpactIndex(documents, (frequency, length) => {
    const penalty = 1 - lengthPenalty + (lengthPenalty * length) / average;
    return Math.round((1 - frequency / (frequency + K1 * penalty)) * (BUCKETS - 1));
  });
}

function createKeywordIndex(size: number, fields: readonly Field[]): KeywordIndex {
  const widest = fields.at(-1)?.index;
  const allFields = fields.reduce((sum, { weight }) => sum + weight, 0);
  const documentFrequency = (term: string) => widest?.frequency(term) ?? 0;
  const idf = (term: string) => {
    const frequency = Math.max(documentFrequency(term), 1);
    return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  };
  const [sum, best] = [new Float32Array(size), new Float32Array(size)];
  return {
    size,
    documentFrequency,
    idf,
    search: (query) => score(query, { size, fields, idf, sum, best }),
    highestScore: (terms) => terms.reduce((sum, { term, weight }) => sum + weight * idf(term), 0) * allFields * HIGHEST,
    postings: (term) => widest?.postings(term) ?? new Uint32Array(0),
    save: () => ({ size, fields: fields.map(({ index, weight }) => ({ weight, index: index.save() })) }),
  };
}

interface Scoring {
  readonly size: number;
  readonly fields: readonly Field[];
  readonly idf: (term: string) => number;
  /**
   * By document, of one alternative of a synonym group and of one group: zeros before and after, since the postings that filled
   * them are read once more.
   */
  readonly sum: Float32Array;
  readonly best: Float32Array;
}

function score({ terms, synonymGroups }: KeywordQuery, scoring: Scoring): KeywordScores {
  const scores = new Float32Array(scoring.size);
  for (const term of terms) addTerm(scores, term, scoring);
  const matchingGroups = new Uint32Array(scoring.size);
  const { sum, best } = scoring;
  for (const [number, group] of synonymGroups.entries()) {
    const read: Postings[] = [];
    for (const alternative of group) {
      const first = read.length;
      for (const term of alternative) read.push(...addTerm(sum, term, scoring));
      for (let list = first; list < read.length; list += 1) raiseBest(best, sum, read[list] as Postings);
    }
    for (const postings of read) addBest({ scores, matchingGroups }, best, { postings, group: 1 << number });
  }
  return { scores, matchingGroups };
}

// The loops over postings are the innermost ones of the keyword search: by number, not by an iterator.

/** Adds the impact of a term on each document that holds it. Returns its postings in all fields. */
function addTerm(totals: Float32Array, { term, weight }: WeightedTerm, { fields, idf }: Scoring): Postings[] {
  const rarity = idf(term) * weight;
  return fields.map((field) => {
    const postings = field.index.postings(term);
    addImpacts(totals, postings, rarity * field.weight);
    return postings;
  });
}

/** Adds the impact of each posting to its document, times a factor. */
function addImpacts(totals: Float32Array, postings: Postings, factor: number): void {
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) impacts[bucket] = factor * (IMPACT[bucket] as number);
  for (let at = 0; at < postings.length; at += 1) {
    const posting = postings[at] as number;
    const document = documentOf(posting);
    totals[document] = (totals[document] as number) + (impacts[bucketOf(posting)] as number);
  }
}

/** Raises the best of each document to its sum, and begins the sum again. */
function raiseBest(best: Float32Array, sum: Float32Array, postings: Postings): void {
  for (let at = 0; at < postings.length; at += 1) {
    const document = documentOf(postings[at] as number);
    const total = sum[document] as number;
    if (total > (best[document] as number)) best[document] = total;
    sum[document] = 0;
  }
}

/** Adds the best of each document to its score, notes that it holds the group, and begins the best again. */
function addBest(
  { scores, matchingGroups }: KeywordScores,
  best: Float32Array,
  { postings, group }: { readonly postings: Postings; readonly group: number },
): void {
  for (let at = 0; at < postings.length; at += 1) {
    const document = documentOf(postings[at] as number);
    const added = best[document] as number;
    if (added === 0) continue;
    scores[document] = (scores[document] as number) + added;
    matchingGroups[document] = (matchingGroups[document] as number) | group;
    best[document] = 0;
  }
}
