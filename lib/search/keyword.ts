import { Index } from "flexsearch";

/** A term of a query and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Several ways to say one thing, each of one or more terms: of these a document counts the best that it holds. */
export type Choice = readonly (readonly WeightedTerm[])[];

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
  /** Adds to every document the BM25 of the best alternative of each choice; gives the documents that hold any, for each. */
  addChoices(totals: Float32Array, choices: readonly Choice[]): number[][];
  /** What a document would score that has all terms in all fields as strongly as can be. */
  highestScore(terms: readonly WeightedTerm[]): number;
  /** Raises every document that holds one of the terms to the weight of the best that it holds; gives those that were at 0. */
  raiseTo(weights: Float32Array, terms: readonly WeightedTerm[]): number[];
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
  const slotsOf = (term: string) => (widest ? readSlots(widest.index, term) : []);
  const documentFrequency = (term: string) => countPostings(slotsOf(term));
  const idf = (term: string) => {
    const frequency = Math.max(documentFrequency(term), 1);
    return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  };
  const eachImpact = (terms: readonly WeightedTerm[], visit: (id: number, impact: number) => void) => {
    for (const { term, weight } of terms) {
      const rarity = idf(term) * weight;
      for (const field of fields) visitImpacts(readSlots(field.index, term), rarity * field.weight, visit);
    }
  };
  const scores = (terms: readonly WeightedTerm[]) => {
    const totals = new Float32Array(size);
    eachImpact(terms, (id, impact) => addTo(totals, id, impact));
    return totals;
  };
  const addChoices = (totals: Float32Array, choices: readonly Choice[]) => {
    const best = new Float32Array(size);
    const score = new Float32Array(size);
    return choices.map((choice) => {
      const holders: number[] = [];
      for (const alternative of choice) {
        const ids: number[] = [];
        eachImpact(alternative, (id, impact) => {
          if (score[id] === 0) ids.push(id);
          addTo(score, id, impact);
        });
        for (const id of ids) {
          if (best[id] === 0) holders.push(id);
          raise(best, id, score[id] as number);
          score[id] = 0;
        }
      }
      for (const id of holders) {
        addTo(totals, id, best[id] as number);
        best[id] = 0;
      }
      return holders;
    });
  };
  const allFields = fields.reduce((sum, { weight }) => sum + weight, 0);
  const highestScore = (terms: readonly WeightedTerm[]) =>
    terms.reduce((sum, { term, weight }) => sum + weight * idf(term), 0) * allFields * HIGHEST;
  const raiseTo = (weights: Float32Array, terms: readonly WeightedTerm[]) => {
    const raised: number[] = [];
    for (const { term, weight } of terms)
      for (const ids of slotsOf(term))
        for (const id of ids ?? []) {
          if (weights[id] === 0) raised.push(id);
          raise(weights, id, weight);
        }
    return raised;
  };
  return {
    size,
    documentFrequency,
    idf,
    scores,
    addChoices,
    highestScore,
    raiseTo,
    save: () => ({ size, fields: fields.map(saveField) }),
  };
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

function visitImpacts(slots: Slots, factor: number, visit: (id: number, impact: number) => void): void {
  slots.forEach((documents, slot) => {
    const impact = factor * (IMPACT[slot] as number);
    for (const id of documents ?? []) visit(id, impact);
  });
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
