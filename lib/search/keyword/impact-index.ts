import { Index } from "flexsearch";
import { LRUCache } from "lru-cache";

/**
 * An inverted index that files each document under each of its terms in one of 16 impact buckets: 0 for documents where the
 * term counts most. flexsearch builds, holds, saves and restores the postings; this is the only file that knows it. The postings
 * of a term are read from it once, and those asked for last are kept as one array of numbers.
 */
export interface ImpactIndex {
  /** Returns the number of documents that hold the term. */
  frequency(term: string): number;
  /** Returns the documents that hold the term, in their order; none for an unknown one. */
  postings(term: string): Postings;
  /** Returns what `restoreImpactIndex` needs. */
  save(): SavedImpactIndex;
}

/** Documents with their buckets, each pair as one number: document × 16 + bucket. */
export type Postings = Uint32Array;

export const BUCKETS = 16;
const BUCKET_BITS = 4;

/** Returns the document of a posting. */
export const documentOf = (posting: number) => posting >>> BUCKET_BITS;
/** Returns the bucket of a posting, 0 to 15. */
export const bucketOf = (posting: number) => posting & (BUCKETS - 1);

/** The parts that flexsearch exports, as UTF-8: node:v8 takes twice the bytes for a text that has a letter beyond Latin. */
export type SavedImpactIndex = readonly (readonly [key: string, json: Uint8Array])[];

/** Returns true where the postings of a term have a document. O(log of their number). */
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
export type ChooseBucket = (frequency: number, length: number) => number;

/** Indexes documents, each given as its terms; a term has no space. Documents are numbered from 0. */
export function buildImpactIndex(documents: readonly (readonly string[])[], chooseBucket: ChooseBucket): ImpactIndex {
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
export function restoreImpactIndex(saved: SavedImpactIndex): ImpactIndex {
  const index = createIndex(() => 0);
  for (const [key, json] of saved) index.import(key, new TextDecoder().decode(json));
  return readFrom(index);
}

/** Its tokenizer gets terms that are ready, joined by spaces; its score is the bucket. */
function createIndex(score: (content: string[], term: string) => number): Index {
  return new Index({ encode: (terms) => terms.split(" "), tokenize: "strict", resolution: BUCKETS, score });
}

/** Numbers kept of the terms asked for last: 16 MB of postings, which few sites have. */
const MAX_CACHED = 4_000_000;
/** A kept term takes so many numbers beside its postings. */
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
