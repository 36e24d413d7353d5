/**
 * An inverted index that files each document under each of its terms in one of 16 impact buckets: 0 for documents where the
 * term counts most. All postings are in one array of numbers, so a term is looked up without a copy and the index is saved as it is.
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

export interface SavedImpactIndex {
  /** One a line, as UTF-8: node:v8 takes twice the bytes for a text that has a letter beyond Latin. */
  readonly terms: Uint8Array;
  /** For each term the end of its postings. */
  readonly ends: Uint32Array;
  readonly postings: Uint32Array;
}

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

/** Indexes documents, each given as its terms; a term has no line break. Documents are numbered from 0. */
export function buildImpactIndex(documents: readonly (readonly string[])[], chooseBucket: ChooseBucket): ImpactIndex {
  const lists = new Map<string, number[]>();
  documents.forEach((terms, document) => {
    for (const [term, frequency] of countTerms(terms)) {
      if (term === "") continue;
      const posting = document * BUCKETS + chooseBucket(frequency, terms.length);
      const list = lists.get(term);
      if (list) list.push(posting);
      else lists.set(term, [posting]);
    }
  });
  const ends = new Uint32Array(lists.size);
  let end = 0;
  let place = 0;
  for (const list of lists.values()) {
    end += list.length;
    ends[place] = end;
    place += 1;
  }
  const postings = new Uint32Array(end);
  place = 0;
  for (const list of lists.values()) {
    postings.set(list, (ends[place] as number) - list.length);
    place += 1;
  }
  return createIndex([...lists.keys()], ends, postings);
}

/** Reads back what `save` gave. Keeps none of the arrays given: views of the bytes of a file would keep the whole file in memory. */
export function restoreImpactIndex({ terms, ends, postings }: SavedImpactIndex): ImpactIndex {
  const text = new TextDecoder().decode(terms);
  return createIndex(text === "" ? [] : text.split("\n"), ends.slice(), postings.slice());
}

const NONE = new Uint32Array(0);

function createIndex(terms: readonly string[], ends: Uint32Array, all: Uint32Array): ImpactIndex {
  const places = new Map(terms.map((term, place) => [term, place]));
  const startOf = (place: number) => (place === 0 ? 0 : (ends[place - 1] as number));
  return {
    frequency: (term) => {
      const place = places.get(term);
      return place === undefined ? 0 : (ends[place] as number) - startOf(place);
    },
    postings: (term) => {
      const place = places.get(term);
      return place === undefined ? NONE : all.subarray(startOf(place), ends[place]);
    },
    save: () => ({ terms: new TextEncoder().encode(terms.join("\n")), ends, postings: all }),
  };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
