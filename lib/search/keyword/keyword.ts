import { Index } from "flexsearch";
import { LRUCache } from "lru-cache";

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
interface KeywordScores {
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

const BUCKETS = 16;
const BUCKET_BITS = 4;
const K1 = 1.2;
const HIGHEST = K1 + 1;
/**
 * The BM25 weight of a term in a document, by bucket. Measured: 16 buckets rank like floating point. The last one still counts,
 * since the term does occur.
 */
const IMPACT = Array.from({ length: BUCKETS }, (_, bucket) => Math.fround(HIGHEST * (1 - bucket / (BUCKETS - 1)) + 0.02));
/** The impacts of the term that is read, by bucket. */
const impacts = new Float64Array(BUCKETS);

/** Builds the index; rarity of a term is taken from the last field that has it, so the widest should be the last. */
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
  /** Returns the last field that has a term, which is the widest one but for words of a description or a path alone. */
  const fieldOf = (term: string) => fields.findLast(({ index }) => index.frequency(term) > 0)?.index;
  const allFields = fields.reduce((sum, { weight }) => sum + weight, 0);
  const documentFrequency = (term: string) => fieldOf(term)?.frequency(term) ?? 0;
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
    postings: (term) => fieldOf(term)?.postings(term) ?? new Uint32Array(0),
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

/**
 * An inverted index that files each document under each of its terms in one of 16 impact buckets: 0 for documents where the
 * term counts most. flexsearch builds, holds, saves and restores the postings; this is the only file that knows it. The postings
 * of a term are read from it once, and those asked for last are kept as one array of numbers.
 */
interface ImpactIndex {
  /** Returns the number of documents that hold the term. */
  frequency(term: string): number;
  /** Returns the documents that hold the term, in their order; none for an unknown one. */
  postings(term: string): Postings;
  /** Returns what `restoreImpactIndex` needs. */
  save(): SavedImpactIndex;
}

/** Documents with their buckets, each pair as one number: document × 16 + bucket. */
type Postings = Uint32Array;

/** Returns the document of a posting. */
export const documentOf = (posting: number) => posting >>> BUCKET_BITS;
/** Returns the bucket of a posting, 0 to 15. */
const bucketOf = (posting: number) => posting & (BUCKETS - 1);

/** The parts that flexsearch exports, as UTF-8: node:v8 takes twice the bytes for a text that has a letter beyond Latin. */
type SavedImpactIndex = readonly (readonly [key: string, json: Uint8Array])[];

/** Returns true when the postings of a term have a document. O(log of their number). */
export function holds(postings: Postings, document: number): boolean {
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documentOf(postings[middle] as number) < document) low = middle + 1;
    else high = middle;
  }
  return low < postings.length && documentOf(postings[low] as number) === document;
}

/** Chooses the bucket of a term that occurs so often in a document of that many terms. */
type ChooseBucket = (frequency: number, length: number) => number;

/** Indexes documents, each given as its terms; a term has no space. Documents are numbered from 0. */
function buildImpactIndex(documents: readonly (readonly string[])[], chooseBucket: ChooseBucket): ImpactIndex {
  let frequencies: ReadonlyMap<string, number> = new Map();
  let length = 0;
  // flexsearch asks for the bucket of each term while it adds the document.
  const index = createIndex((_, term) => chooseBucket(frequencies.get(term) ?? 0, length));
  documents.forEach((terms, document) => {
    if (terms.length === 0) return;
    frequencies = countTerms(terms);
    length = terms.length;
    index.add(document, [...frequencies.keys()].join(" "));
  });
  return readFrom(index);
}

/** Reads back what `save` gave. */
function restoreImpactIndex(saved: SavedImpactIndex): ImpactIndex {
  const index = createIndex(() => 0);
  for (const [key, json] of saved) index.import(key, new TextDecoder().decode(json));
  return readFrom(index);
}

/** Creates an index whose tokenizer gets finished terms, joined by spaces, and whose score is the bucket. */
function createIndex(score: (content: string[], term: string) => number): Index {
  return new Index({ encode: (terms) => terms.split(" "), tokenize: "strict", resolution: BUCKETS, score });
}

/** Numbers kept of the terms asked for last: 16 MB of postings, which few sites have. */
const MAX_CACHED = 4_000_000;
/** Numbers that a cached term takes beside its postings. */
const CACHED_TERM = 64;
const NONE = new Uint32Array(0);

function readFrom(index: Index): ImpactIndex {
  const bucketsOf = (term: string) => (term === "" ? [] : index.search({ query: term, resolve: false }).result);
  const cached = new LRUCache<string, Postings>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ length }) => CACHED_TERM + length,
    memoMethod: (term) => sortPostings(bucketsOf(term)),
  });
  return {
    frequency: (term) => cached.get(term)?.length ?? countPostings(bucketsOf(term)),
    postings: (term) => cached.memo(term),
    save: () => {
      const parts: [string, Uint8Array][] = [];
      index.export((key, json) => void parts.push([key, new TextEncoder().encode(json)]));
      return parts;
    },
  };
}

/** Documents by bucket, as flexsearch has them; a bucket without documents may be absent. */
type Buckets = readonly (readonly (number | string)[] | null | undefined)[];

function countPostings(buckets: Buckets): number {
  let count = 0;
  for (const documents of buckets) count += documents?.length ?? 0;
  return count;
}

function sortPostings(buckets: Buckets): Postings {
  const count = countPostings(buckets);
  if (count === 0) return NONE;
  const postings = new Uint32Array(count);
  let at = 0;
  for (let bucket = 0; bucket < buckets.length; bucket += 1)
    for (const document of buckets[bucket] ?? []) {
      postings[at] = (document as number) * BUCKETS + bucket;
      at += 1;
    }
  return postings.sort();
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
