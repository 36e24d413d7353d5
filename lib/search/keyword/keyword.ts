import { buildImpactIndex, type ImpactIndex, restoreImpactIndex, type SavedImpactIndex } from "./impact-index.ts";

/** A term of a query and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Several ways to say one thing, each of one or more terms: a document counts the best that it holds. */
export type SynonymGroup = readonly (readonly WeightedTerm[])[];

/** What is looked up. */
export interface KeywordQuery {
  readonly terms: readonly WeightedTerm[];
  readonly synonymGroups: readonly SynonymGroup[];
}

/** What is found. */
export interface KeywordScores {
  /** BM25 of every document: the sum over the terms, plus the best of each synonym group; 0 where nothing matches. */
  readonly scores: Float32Array;
  /** For each synonym group the passages (or pages) that hold any of it, each once. */
  readonly matchingPassages: readonly (readonly number[])[];
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
  /** In how many documents the term occurs; 0 for an unknown one. */
  documentFrequency(term: string): number;
  /** Weight of a term by its rarity; an unknown term counts as the rarest. */
  idf(term: string): number;
  /** Scores every document. O(postings of the terms). */
  search(query: KeywordQuery): KeywordScores;
  /** What a document would score that has all terms in all fields as strongly as can be. */
  highestScore(terms: readonly WeightedTerm[]): number;
  /** Calls back once for each document that holds the term. */
  visit(term: string, each: (document: number) => void): void;
  /** What `restoreKeywordIndex` needs. */
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
/** The bucket is the term's BM25 weight in the document, so reading it back gives a true score. Measured: 16 rank like floating point. */
const BUCKETS = 16;
const HIGHEST = K1 + 1;
// The last bucket still counts: the term does occur.
const IMPACT = Float32Array.from({ length: BUCKETS }, (_, bucket) => HIGHEST * (1 - bucket / (BUCKETS - 1)) + 0.02);

/** Builds the index; rarity of a term is taken from the last field, which should hold the text of the others too. */
export function buildKeywordIndex(sources: readonly FieldSource[]): KeywordIndex {
  const fields = sources.map((source) => ({ index: buildField(source), weight: source.weight }));
  return createKeywordIndex(sources[0]?.documents.length ?? 0, fields);
}

/** The index that `save` wrote down, with the same results. */
export function restoreKeywordIndex({ size, fields }: SavedKeywordIndex): KeywordIndex {
  return createKeywordIndex(
    size,
    fields.map(({ weight, index }) => ({ weight, index: restoreImpactIndex(index, BUCKETS) })),
  );
}

function buildField({ documents, lengthPenalty }: FieldSource): ImpactIndex {
  const total = documents.reduce((sum, terms) => sum + terms.length, 0);
  const average = total / documents.length || 1;
  return buildImpactIndex(documents, {
    buckets: BUCKETS,
    bucketOf: (frequency, length) => {
      const penalty = 1 - lengthPenalty + (lengthPenalty * length) / average;
      return Math.round((1 - frequency / (frequency + K1 * penalty)) * (BUCKETS - 1));
    },
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
  const visitImpacts: VisitImpacts = (terms, each) => {
    for (const { term, weight } of terms) {
      const rarity = idf(term) * weight;
      for (const field of fields) {
        const factor = rarity * field.weight;
        field.index.visit(term, (id, bucket) => each(id, factor * (IMPACT[bucket] as number)));
      }
    }
  };
  return {
    size,
    documentFrequency,
    idf,
    search: (query) => score(query, size, visitImpacts),
    highestScore: (terms) => terms.reduce((sum, { term, weight }) => sum + weight * idf(term), 0) * allFields * HIGHEST,
    visit: (term, each) => widest?.visit(term, each),
    save: () => ({ size, fields: fields.map(({ index, weight }) => ({ weight, index: index.save() })) }),
  };
}

type VisitImpacts = (terms: readonly WeightedTerm[], each: (document: number, impact: number) => void) => void;

function score({ terms, synonymGroups }: KeywordQuery, size: number, visitImpacts: VisitImpacts): KeywordScores {
  const scores = new Float32Array(size);
  visitImpacts(terms, (id, impact) => addTo(scores, id, impact));
  // Both are zeros again after each group: arrays by document are faster than maps.
  const best = new Float32Array(size);
  const sum = new Float32Array(size);
  const matchingPassages = synonymGroups.map((group) => {
    const matching: number[] = [];
    for (const alternative of group) {
      const ids: number[] = [];
      visitImpacts(alternative, (id, impact) => {
        if (sum[id] === 0) ids.push(id);
        addTo(sum, id, impact);
      });
      for (const id of ids) {
        if (best[id] === 0) matching.push(id);
        best[id] = Math.max(best[id] as number, sum[id] as number);
        sum[id] = 0;
      }
    }
    for (const id of matching) {
      addTo(scores, id, best[id] as number);
      best[id] = 0;
    }
    return matching;
  });
  return { scores, matchingPassages };
}

function addTo(totals: Float32Array, at: number, amount: number): void {
  totals[at] = (totals[at] as number) + amount;
}
