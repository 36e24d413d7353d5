import { Index } from "flexsearch";

/**
 * An inverted index that files each document under each of its terms in one of a few impact buckets: 0 for documents where the
 * term counts most. This is the only file that knows flexsearch, which holds the postings.
 */
export interface ImpactIndex {
  /** In how many documents the term occurs; 0 for an unknown one. */
  frequency(term: string): number;
  /** Calls back once for each document that holds the term, lowest bucket first. */
  visit(term: string, each: (document: number, bucket: number) => void): void;
  /** What `restoreImpactIndex` needs. */
  save(): SavedImpactIndex;
}

/** Text as UTF-8: node:v8 takes twice the bytes for a text that has a letter beyond Latin. */
export type SavedImpactIndex = readonly (readonly [key: string, data: Uint8Array])[];

/** The bucket of a term that occurs so often in a document of that many terms. */
export type BucketOf = (frequency: number, length: number) => number;

/** Indexes documents, each given as its terms; terms must not hold a space. Documents are numbered from 0. */
export function buildImpactIndex(
  documents: readonly (readonly string[])[],
  { buckets, bucketOf }: { readonly buckets: number; readonly bucketOf: BucketOf },
): ImpactIndex {
  let frequencies: ReadonlyMap<string, number> = new Map();
  let length = 0;
  // flexsearch asks for the bucket of each term while it adds the document.
  const index = createIndex(buckets, (_, term) => bucketOf(frequencies.get(term) ?? 0, length));
  documents.forEach((terms, id) => {
    if (terms.length === 0) return;
    frequencies = countTerms(terms);
    length = terms.length;
    index.add(id, [...frequencies.keys()].join(" "));
  });
  return adapt(index);
}

/** The index that `save` wrote down. */
export function restoreImpactIndex(saved: SavedImpactIndex, buckets: number): ImpactIndex {
  const index = createIndex(buckets, () => 0);
  for (const [key, data] of saved) index.import(key, new TextDecoder().decode(data));
  return adapt(index);
}

/** Its tokenizer gets terms that are ready, joined by spaces; its score is the bucket. */
function createIndex(buckets: number, score: (content: string[], term: string) => number): Index {
  return new Index({ encode: (terms) => terms.split(" "), tokenize: "strict", resolution: buckets, score });
}

function adapt(index: Index): ImpactIndex {
  const postings = (term: string) => (term ? index.search({ query: term, resolve: false }).result : []);
  return {
    frequency: (term) => postings(term).reduce((sum, documents) => sum + (documents?.length ?? 0), 0),
    visit: (term, each) =>
      postings(term).forEach((documents, bucket) => {
        for (const document of documents ?? []) each(Number(document), bucket);
      }),
    save: () => {
      const parts: [string, Uint8Array][] = [];
      index.export((key, data) => void parts.push([key, new TextEncoder().encode(data)]));
      return parts;
    },
  };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
