import { Index } from "flexsearch";

/** A term of a query and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
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
  /** In how many documents the term stands; 0 for an unknown one. */
  documentFrequency(term: string): number;
  /** Weight of a term by its rarity; an unknown term counts as the rarest. */
  idf(term: string): number;
  /** BM25 of every document for the terms, 0 where none occurs. O(postings of the terms). */
  scores(terms: readonly WeightedTerm[]): Float32Array;
  /** What a document would score that has all terms in all fields as strongly as can be. */
  highestScore(terms: readonly WeightedTerm[]): number;
  /** Adds `amount` to every document that holds one of the terms: times the weight of the best that it holds. */
  addBest(totals: Float32Array, terms: readonly WeightedTerm[], amount: number): void;
  /** What `restoreKeywordIndex` needs, as text. */
  save(): SavedKeywordIndex;
}

export interface SavedKeywordIndex {
  readonly size: number;
  readonly fields: readonly { readonly weight: number; readonly parts: readonly (readonly [key: string, data: string])[] }[];
}

interface Field {
  readonly index: Index;
  readonly weight: number;
}

const K1 = 1.2;
/**
 * flexsearch files a document under a term into one of these slots. Its own choice is the place of the word in the text; ours is the
 * term's BM25 weight in that document, so that reading the slots gives a true score. Measured: 16 rank like floating point.
 */
const SLOTS = 16;
const HIGHEST = K1 + 1;
// The lowest slot still counts: the term does occur.
const IMPACT = Float32Array.from({ length: SLOTS }, (_, slot) => HIGHEST * (1 - slot / (SLOTS - 1)) + 0.02);

/** Builds the index; rarity of a term is taken from the last field, which should hold the text of the others too. */
export function buildKeywordIndex(sources: readonly FieldSource[]): KeywordIndex {
  const fields = sources.map((source) => ({ index: buildField(source), weight: source.weight }));
  return keywordIndex(sources[0]?.documents.length ?? 0, fields);
}

/** The index that `save` wrote down, with the same results. */
export function restoreKeywordIndex({ size, fields }: SavedKeywordIndex): KeywordIndex {
  return keywordIndex(
    size,
    fields.map(({ weight, parts }) => {
      const index = createIndex(() => 0);
      for (const [key, data] of parts) index.import(key, data);
      return { index, weight };
    }),
  );
}

function keywordIndex(size: number, fields: readonly Field[]): KeywordIndex {
  const widest = fields[fields.length - 1];
  const documentFrequency = (term: string) => (widest ? countPostings(readSlots(widest.index, term)) : 0);
  const idf = (term: string) => {
    const frequency = Math.max(documentFrequency(term), 1);
    return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  };
  const scores = (terms: readonly WeightedTerm[]) => {
    const totals = new Float32Array(size);
    for (const { term, weight } of terms) {
      const rarity = idf(term) * weight;
      for (const field of fields) addImpacts(totals, readSlots(field.index, term), rarity * field.weight);
    }
    return totals;
  };
  const allFields = fields.reduce((sum, { weight }) => sum + weight, 0);
  const highestScore = (terms: readonly WeightedTerm[]) =>
    terms.reduce((sum, { term, weight }) => sum + weight * idf(term), 0) * allFields * HIGHEST;
  const slotsOf = (term: string) => (widest ? readSlots(widest.index, term) : []);
  const addBest = (totals: Float32Array, terms: readonly WeightedTerm[], amount: number) => {
    const [only, ...others] = terms;
    if (only && others.length === 0) return eachDocument(slotsOf(only.term), (id) => addTo(totals, id, amount * only.weight));
    const best = new Float32Array(terms.length > 0 ? size : 0);
    for (const { term, weight } of terms) eachDocument(slotsOf(term), (id) => raise(best, id, weight));
    best.forEach((weight, id) => {
      if (weight > 0) addTo(totals, id, amount * weight);
    });
  };
  return { size, documentFrequency, idf, scores, highestScore, addBest, save: () => ({ size, fields: fields.map(saveField) }) };
}

function buildField({ documents, lengthPenalty }: FieldSource): Index {
  const total = documents.reduce((sum, terms) => sum + terms.length, 0);
  const index = createIndex(slotChooser(total / documents.length || 1, lengthPenalty));
  documents.forEach((terms, id) => {
    if (terms.length > 0) index.add(id, terms.join(" "));
  });
  return index;
}

/** `add` and `search` get terms that are ready, joined by spaces: the analyzer has done its work before. */
function createIndex(score: (content: string[], term: string) => number): Index {
  return new Index({ encode: (terms) => terms.split(" "), tokenize: "strict", resolution: SLOTS, score });
}

/** flexsearch asks once for each distinct term of a document and hands over the same array each time: counted when it changes. */
function slotChooser(averageLength: number, lengthPenalty: number): (content: string[], term: string) => number {
  let counted: string[] | undefined;
  let counts = new Map<string, number>();
  return (content, term) => {
    if (content !== counted) {
      counted = content;
      counts = countTerms(content);
    }
    const frequency = counts.get(term) ?? 0;
    const length = 1 - lengthPenalty + (lengthPenalty * content.length) / averageLength;
    return Math.round((1 - frequency / (frequency + K1 * length)) * (SLOTS - 1));
  };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

type Slots = readonly (readonly number[] | null | undefined)[];

function readSlots(index: Index, term: string): Slots {
  if (!term) return [];
  return (index.search({ query: term, resolve: false }) as unknown as { result: Slots }).result;
}

function countPostings(slots: Slots): number {
  let count = 0;
  for (const documents of slots) count += documents?.length ?? 0;
  return count;
}

function addImpacts(totals: Float32Array, slots: Slots, factor: number): void {
  slots.forEach((documents, slot) => {
    if (!documents) return;
    const impact = factor * (IMPACT[slot] as number);
    for (const id of documents) totals[id] = (totals[id] as number) + impact;
  });
}

function eachDocument(slots: Slots, visit: (id: number) => void): void {
  for (const documents of slots) for (const id of documents ?? []) visit(id);
}

function addTo(totals: Float32Array, at: number, amount: number): void {
  totals[at] = (totals[at] as number) + amount;
}

function raise(values: Float32Array, at: number, value: number): void {
  if (value > (values[at] as number)) values[at] = value;
}

function saveField({ index, weight }: Field): SavedKeywordIndex["fields"][number] {
  const parts: [string, string][] = [];
  index.export((key, data) => void parts.push([key, data]));
  return { weight, parts };
}
